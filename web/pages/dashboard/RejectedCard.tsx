import clsx from 'clsx'
import { instructionApi } from '../../../contract/instructions.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { DeskRow } from './DeskRow.tsx'

const SHOWN = 5

export const useRejections = () => ({
  mine: useApi(instructionApi.instructionRejections, { state: 'open', mine: 'true', limit: SHOWN }),
  all: useApi(instructionApi.instructionRejections, { state: 'open', limit: 1 }),
})

/** Deductions that a payroll office rejected: the reader's own, and how many are open in all. */
export function RejectedCard({ of: { mine, all } }: { of: ReturnType<typeof useRejections> }) {
  if (!mine.data || !all.data || all.data.total === 0) return null
  const view = mine.data.total > 0 ? 'rejected-mine' : 'rejected'
  return (
    <Card
      flush={mine.data.rows.length > 0}
      title="Rejected deductions"
      actions={
        <LinkButton size="small" to={paths.repaymentsTab('instructions', { view })}>
          View all
        </LinkButton>
      }
    >
      <p className={clsx('text-muted', mine.data.rows.length > 0 && 'border-b border-line px-5 py-2.5')}>
        {`${countOf(mine.data.total, 'rejected line')} assigned to you, ${countText(all.data.total)} open in total.`}
      </p>
      {mine.data.rows.length > 0 && (
        <ul className="ruled">
          {mine.data.rows.map(row => (
            <li key={`${row.listId} ${row.no}`}>
              <DeskRow
                to={paths.customer(row.customerId)}
                title={row.customerName}
                about={`${row.listNumber}: ${row.reason}`}
                figure={<RelativeTime at={row.answeredAt} />}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
