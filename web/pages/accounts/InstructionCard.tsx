import { Link } from 'react-router'
import { instructionApi } from '../../../contract/instructions.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { comingText } from '../../parts/loan/comingText.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'

const listPath = (id: string): string => paths.repaymentsTab('instructions', { id })

/** What the payroll office is told to deduct for a loan, and what is still to come. */
export function InstructionCard({ loanId }: { loanId: string }) {
  const { data } = useApi(instructionApi.instructionOfLoan, { loanId })
  if (!data || !(data.standing || data.rejected || data.next || data.coming.length > 0)) return null
  const { standing, rejected, next } = data
  return (
    <Card title="Deduction instruction" className="mt-6">
      <ul className="ruled">
        {standing && (
          <li className="flex flex-wrap items-center gap-2 py-1.5">
            <span>
              {formatNaira(standing.ofLoan)} a month since {periodText(standing.since)}
              {standing.amount !== standing.ofLoan && `, ${formatNaira(standing.amount)} with other loans`}
            </span>
            <Badge tone={standing.isAcknowledged ? 'positive' : 'neutral'}>
              {standing.isAcknowledged ? 'Acknowledged' : 'Sent'}
            </Badge>
            <Link className="underline underline-offset-2" to={listPath(standing.listId)}>
              {standing.listNumber}
            </Link>
          </li>
        )}
        {rejected && (
          <li className="flex flex-wrap items-center gap-2 py-1.5">
            <Badge tone="negative">Rejected</Badge>
            <span>{rejected.reason}</span>
            <Link className="underline underline-offset-2" to={listPath(rejected.listId)}>
              {rejected.listNumber}
            </Link>
          </li>
        )}
        {next && (
          <li className="flex flex-wrap items-center gap-2 py-1.5">
            <span>
              Next list, {periodText(next.month)}: {formatNaira(next.ofLoan)}
            </span>
            <Link className="underline underline-offset-2" to={listPath(next.listId)}>
              {next.listNumber}
            </Link>
          </li>
        )}
        {comingText(data) && <li className="py-1.5 text-muted">{comingText(data)}</li>}
      </ul>
    </Card>
  )
}
