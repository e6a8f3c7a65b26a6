import { useState } from 'react'
import { userApi } from '../../../contract/staff.ts'
import { useCurrentUser } from '../../parts/currentUser.ts'
import { confirmProblem, NewPasswordFields } from '../../parts/NewPasswordFields.tsx'
import { useForm } from '../../parts/useForm.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordInput } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function PasswordForm() {
  const [round, setRound] = useState(0)
  return (
    <div className="flex flex-col gap-4">
      {round > 0 && (
        <Notice tone="positive" alert title="Password changed">
          Your other sessions have ended; this one goes on.
        </Notice>
      )}
      {/* A new form for every change: no old password stays in the page. */}
      <ChangeForm key={round} onDone={() => setRound(now => now + 1)} />
    </div>
  )
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const me = useCurrentUser()
  const change = useForm(userApi.passwordChange, {
    initial: { current: '', password: '', confirm: '' },
    check: confirmProblem,
    onDone,
  })
  return (
    <form {...change.form} className="flex max-w-sm flex-col gap-4">
      {change.message && <Notice tone="negative">{change.message}</Notice>}
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
      <PasswordInput {...change.field('current')} label="Current password" autoComplete="current-password" />
      <NewPasswordFields
        label="New password"
        password={change.field('password')}
        confirm={change.field('confirm')}
        personal={[me.firstName, me.lastName, me.email]}
      />
      <div>
        <Button type="submit" look="primary" pending={change.pending}>
          Change password
        </Button>
      </div>
    </form>
  )
}
