import { Link } from 'react-router'
import { useMay } from '../../parts/currentUser.ts'
import { recordPath } from '../../parts/recordPath.ts'
import { unbroken } from '../../parts/unbroken.ts'

type Props = {
  item: {
    command: string
    title: string
    summary: string
    subjectType: string
    subjectId: string
    before: unknown
  }
}

/** The item, linked to its record where the reader can open it. */
export function ApprovalWhat({ item }: Props) {
  const seesStaff = useMay('users.manage')
  // a new product has no page before it is approved
  const isOpen =
    item.subjectType === 'user' ? seesStaff : item.command !== 'productChange' || item.before !== null
  const to = isOpen && recordPath(item)
  return (
    <div className="min-w-0">
      <p className="font-medium">
        {to ? (
          <Link to={to} className="rounded hover:underline">
            {item.title}
          </Link>
        ) : (
          item.title
        )}
      </p>
      <p title={item.summary} className="font-normal text-muted md:truncate">
        {unbroken(item.summary)}
      </p>
    </div>
  )
}
