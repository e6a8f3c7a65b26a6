import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import type { loanApi } from '../../../contract/loans.ts'
import { formatNaira } from '../../../engine/money.ts'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import type { Column } from '../../ui/Table.tsx'

export type BookRows = Reply<typeof loanApi.bookRows>
type Line = BookRows['rows'][number]

const STATUSES: Record<Line['status'], { title: string; tone: Tone }> = {
  ready: { title: 'Ready', tone: 'neutral' },
  taken: { title: 'Imported', tone: 'positive' },
  refused: { title: 'Failed', tone: 'negative' },
}

export const IMPORT_COLUMNS: readonly Column<Line>[] = [
  {
    id: 'name',
    title: 'Customer',
    lead: true,
    cell: line => (
      <>
        <span className="font-medium">{line.name}</span>
        <span className="block text-[0.8125rem] font-normal text-muted tabular-nums">
          {line.oldNumber}, row {line.line}
        </span>
      </>
    ),
  },
  { id: 'principal', title: 'Principal', align: 'right', cell: line => formatNaira(line.principal) },
  { id: 'repaid', title: 'Repaid', align: 'right', cell: line => formatNaira(line.repaid) },
  {
    id: 'outstanding',
    title: 'Outstanding balance',
    align: 'right',
    cell: line => <span className="font-medium">{formatNaira(line.outstanding)}</span>,
  },
  {
    id: 'status',
    title: 'Status',
    className: 'md:max-w-64',
    cell: line => (
      <div className="flex flex-col items-start gap-1 max-md:items-end max-md:text-right">
        <Badge tone={STATUSES[line.status].tone} dot>
          {STATUSES[line.status].title}
        </Badge>
        {line.problem && <span className="text-[0.8125rem] text-negative">{line.problem}</span>}
      </div>
    ),
  },
  {
    id: 'loan',
    title: 'Loan',
    cell: line =>
      line.loanId ? (
        <Link
          to={paths.loan(line.loanId)}
          aria-label={`Open loan of ${line.name}`}
          className="rounded font-medium hover:underline"
        >
          Open loan
        </Link>
      ) : (
        <EmptyValue>{line.status === 'refused' ? 'None' : 'Not created yet'}</EmptyValue>
      ),
  },
]
