import { useState } from 'react'
import { userApi } from '../../../contract/staff.ts'
import { useApi } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

const UserActionDialog = lazyPart(() =>
  import('./UserActionDialog.tsx').then(dialog => dialog.UserActionDialog),
)

const SHOWN_MAX = 20
type Act = 'approve' | 'decline'

/** Users who signed up and are not approved yet; renders nothing if there are none. */
export function PendingUsers({ onOpen }: { onOpen: (id: string) => void }) {
  const pending = useApi(userApi.userList, { status: 'waiting', limit: SHOWN_MAX })
  const [doing, setDoing] = useState<{ act: Act; id: string }>()
  const rows = pending.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <Card flush title="Pending users" className="mb-4">
      <ul className="ruled">
        {rows.map(user => {
          const name = `${user.firstName} ${user.lastName}`
          const whyNot = user.pendingApprovalId ? 'Pending approval already.' : undefined
          return (
            <li key={user.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <button
                  type="button"
                  onClick={() => onOpen(user.id)}
                  className="rounded font-medium hover:text-brand-ink hover:underline"
                >
                  {name}
                </button>
                <p className="text-[0.8125rem] break-all text-muted">
                  {user.email} · signed up <RelativeTime at={user.signedUpAt} />
                </p>
              </div>
              <div className="flex gap-2">
                {(['decline', 'approve'] as const).map(act => (
                  <Button
                    key={act}
                    size="small"
                    look={act === 'approve' ? 'primary' : 'secondary'}
                    disabledReason={whyNot}
                    aria-label={`${TITLES[act]} ${name}`}
                    onClick={() => setDoing({ act, id: user.id })}
                  >
                    {TITLES[act]}
                  </Button>
                ))}
              </div>
            </li>
          )
        })}
      </ul>
      {doing && <ActOn {...doing} onClose={() => setDoing(undefined)} />}
    </Card>
  )
}

const TITLES: Record<Act, string> = { approve: 'Approve', decline: 'Decline' }

/** The dialogs need the details of a user, which lists do not have. */
function ActOn({ act, id, onClose }: { act: Act; id: string; onClose: () => void }) {
  const user = useApi(userApi.userGet, { id }).data
  return user && <UserActionDialog act={act} person={user} onClose={onClose} />
}
