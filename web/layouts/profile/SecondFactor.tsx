import { useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { userApi } from '../../../contract/staff.ts'
import { useCurrentUser } from '../../parts/currentUser.ts'
import { useForm } from '../../parts/useForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { toast } from '../../ui/toast.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Enrolment = Reply<typeof userApi.totpEnrol>

/** Off → secret → first code → recovery codes → on. */
export function SecondFactor() {
  const me = useCurrentUser()
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>()
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onKept={() => setRecoveryCodes(undefined)} />
  if (me.totpEnrolled) return <RemoveForm />
  if (!enrolment) return <BeginForm required={me.totpRequired} onBegun={setEnrolment} />
  return (
    <ConfirmForm
      enrolment={enrolment}
      onConfirmed={codes => {
        setEnrolment(undefined)
        setRecoveryCodes(codes)
      }}
    />
  )
}

function BeginForm({ required, onBegun }: { required: boolean; onBegun: (begun: Enrolment) => void }) {
  const begin = useForm(userApi.totpEnrol, { initial: { password: '' }, onDone: onBegun })
  return (
    <form {...begin.form} className="flex max-w-md flex-col gap-4">
      {required && (
        <Notice tone="caution" title="Your role needs a second factor">
          Until it is set up, only your profile works.
        </Notice>
      )}
      <p className="text-muted">
        With a second factor, your password alone opens nothing: signing in also asks for a six-digit code
        from an authenticator app on your phone.
      </p>
      {begin.message && <Notice tone="negative">{begin.message}</Notice>}
      <PasswordInput
        {...begin.field('password')}
        label="Your password"
        hint="This protects your account if you leave your screen open."
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" look="primary" pending={begin.pending}>
          Set up a second factor
        </Button>
      </div>
    </form>
  )
}

type ConfirmProps = { enrolment: Enrolment; onConfirmed: (codes: string[]) => void }

function ConfirmForm({ enrolment, onConfirmed }: ConfirmProps) {
  const confirm = useForm(userApi.totpConfirm, {
    initial: { code: '' },
    onDone: reply => onConfirmed(reply.recoveryCodes),
  })
  return (
    <form {...confirm.form} className="grid gap-6 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <QrCode text={enrolment.address} label="QR code for your authenticator app" />
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          Scan the code with your authenticator app, then type the six digits it shows. No camera? Enter this
          key by hand:
        </p>
        <Copyable text={enrolment.secret} label="Copy key" />
        {confirm.message && <Notice tone="negative">{confirm.message}</Notice>}
        <Input
          {...confirm.field('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          autoFocus
        />
        <div>
          <Button type="submit" look="primary" pending={confirm.pending}>
            Turn on
          </Button>
        </div>
      </div>
    </form>
  )
}

function RemoveForm() {
  const remove = useForm(userApi.totpRemove, {
    initial: { password: '', code: '' },
    onDone: () => toast('success', 'The second factor is off.'),
  })
  return (
    <form {...remove.form} className="flex max-w-md flex-col gap-4">
      <Notice tone="positive" title="The second factor is on">
        Signing in asks for a code from your authenticator app.
      </Notice>
      <p className="text-muted">To move to a new phone, turn it off here and set it up again.</p>
      {remove.message && <Notice tone="negative">{remove.message}</Notice>}
      <PasswordInput {...remove.field('password')} label="Your password" autoComplete="current-password" />
      <Input
        {...remove.field('code')}
        label="Code"
        hint="Six digits from the app, or one of your recovery codes."
        autoComplete="one-time-code"
        spellCheck={false}
      />
      <div>
        <Button type="submit" look="danger" pending={remove.pending}>
          Turn off
        </Button>
      </div>
    </form>
  )
}
