import clsx from 'clsx'
import { userApi } from '../../contract/staff.ts'
import { countText } from '../../engine/countText.ts'
import { useApi } from '../api.ts'

/** Number of pending users; nothing if there are none. */
export function PendingUserCount({ open }: { open: boolean }) {
  const pending = useApi(userApi.userList, { status: 'waiting', limit: 1 }, { staleMs: 60_000 })
  const count = pending.data?.total ?? 0
  if (count === 0) return null
  return (
    <span
      className={clsx(
        'rounded-full bg-side-accent px-1.5 text-xs leading-5 font-semibold text-side tabular-nums',
        open ? 'ml-auto' : 'absolute top-0.5 right-0.5',
      )}
    >
      {countText(count)}
      <span className="sr-only"> pending</span>
    </span>
  )
}
