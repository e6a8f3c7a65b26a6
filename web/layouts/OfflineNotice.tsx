import { WifiOff } from 'lucide-react'
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
