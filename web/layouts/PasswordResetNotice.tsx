import { userApi } from '../../contract/staff.ts'
import { formatMoment } from '../../engine/dates.ts'
import { useAct } from '../api.ts'
import { useCurrentUser } from '../parts/currentUser.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Whoever did not ask for a new password must learn of it where they cannot miss it. */
export function PasswordResetNotice() {
  const { passwordReset } = useCurrentUser()
  const seen = useAct(userApi.passwordResetSeen)
  if (!passwordReset) return null
  return (
    <div className="mb-6">
      <Notice
        tone="caution"
        title="Your password was reset"
        action={
          <Button size="small" pending={seen.isPending} onClick={() => seen.mutate({})}>
            I asked for this
          </Button>
        }
      >
        {formatMoment(new Date(passwordReset.at))}, with a link from {passwordReset.by}. If you did not ask
        for it, change your password and tell another superAdmin now.
      </Notice>
    </div>
  )
}
