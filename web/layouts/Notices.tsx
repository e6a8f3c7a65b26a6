import { WifiOff } from 'lucide-react'
import { userApi } from '../../contract/staff.ts'
import { formatMoment } from '../../engine/dates.ts'
import { useAct } from '../api.ts'
import { useCurrentUser } from '../parts/currentUser.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useIsOnline } from '../ui/online.ts'

/** Lists stand still and acts wait while the line is down, and go on by themselves: whoever looks should know why. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  return (
    // without a height of its own: nothing on the page moves when it comes or goes
    <div role="status" className="sticky top-16 z-15 h-0 print:hidden">
      {!isOnline && (
        <p
          className="flex h-6 items-center justify-center gap-2 bg-caution-soft px-3 text-[0.8125rem] font-medium
            text-caution sm:h-8"
        >
          <WifiOff aria-hidden size={14} className="shrink-0" />
          You are offline. What you do waits until the line is back.
        </p>
      )}
    </div>
  )
}

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
