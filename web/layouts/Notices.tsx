import { WifiOff } from 'lucide-react'
import { userApi } from '../../contract/staff.ts'
import { formatMoment } from '../../engine/dates.ts'
import { useAct } from '../api.ts'
import { useCurrentUser } from '../parts/currentUser.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useIsOnline } from '../ui/online.ts'

/** While the connection is lost, lists are not updated and actions are sent later. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    // without a height, so that the page does not move
    <div role="status" className="sticky top-16 z-15 h-0 print:hidden">
      {!isOnline && (
        <p
          className="flex h-6 items-center justify-center gap-2 bg-caution-soft px-3 text-[0.8125rem] font-medium
            text-caution sm:h-8"
        >
          <WifiOff aria-hidden size={14} className="shrink-0" />
          You are offline. Your changes are sent when the connection is back.
        </p>
      )}
    </div>
  )
}

/** Warns a user who did not request the new password. */
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
            I requested this
          </Button>
        }
      >
        Reset on {formatMoment(new Date(passwordReset.at))} with a link from {passwordReset.by}. If you did
        not request it, change your password and inform another superAdmin now.
      </Notice>
    </div>
  )
}
