import { userApi } from '../../../contract/staff.ts'
import { useCurrentUser } from '../../parts/currentUser.ts'
import { useForm } from '../../parts/useForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Input, PasswordInput } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'

/** Provided once: it shows which customer record is the user's own, so that another person acts on it. */
export function BvnForm() {
  const me = useCurrentUser()
  const state = useForm(userApi.userBvnAdd, {
    initial: { bvn: '', password: '' },
    onDone: () => toast('success', 'BVN recorded.'),
  })
  if (me.bvnStated)
    return (
      <Notice tone="positive" title="BVN recorded">
        It cannot be changed here. If it is wrong, ask your system administrator.
      </Notice>
    )
  return (
    <form {...state.form} className="flex max-w-md flex-col gap-4">
      <p className="text-muted">
        Your BVN shows which customer record and loan requests are your own. Another user must act on those.
        You can provide it once. It is stored encrypted and is not shown to other users.
      </p>
      {state.message && <Notice tone="negative">{state.message}</Notice>}
      <Input {...state.field('bvn')} label="BVN" inputMode="numeric" autoComplete="off" maxLength={11} />
      <PasswordInput {...state.field('password')} label="Your password" autoComplete="current-password" />
      <div>
        <Button type="submit" look="primary" pending={state.pending}>
          Save BVN
        </Button>
      </div>
    </form>
  )
}
