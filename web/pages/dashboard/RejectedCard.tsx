import { instructionApi } from '../../../contract/instructions.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

const SHOWN = 5

/** Deductions that a payroll office rejected: the reader's own, and how many are open in all. */
export function RejectedCard() {
  const mine = useApi(instructionApi.instructionRejections, { state: 'open', mine: 'true', limit: SHOWN })
  const all = useApi(instructionApi.instructionRejections, { state: 'open', limit: 1 })
  if (!mine.data || !all.data || all.data.total === 0) return null
  const view = mine.data.total > 0 ? 'rejected-mine' : 'rejected'
  return (
    <Card
      title="Rejected deductions"
      actions={
        <LinkButton size="small" to={paths.repaymentsTab('instructions', { view })}>
          View all
        </LinkButton>
      }
    >
      <p className="text-muted">
        {`${countOf(mine.data.total, 'rejected line')} assigned to you, ${countText(all.data.total)} open in total.`}
      </p>
      {mine.data.rows.length > 0 && (
        <ul className="ruled mt-2">
          {mine.data.rows.map(row => (
            <li key={`${row.listId} ${row.no}`} className="flex flex-wrap gap-x-4 gap-y-1 py-2">
              <span className="font-medium">{row.customerName}</span>
              <span className="text-muted">{row.listNumber}</span>
              <span className="min-w-0 flex-1">{row.reason}</span>
              <RelativeTime at={row.answeredAt} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
