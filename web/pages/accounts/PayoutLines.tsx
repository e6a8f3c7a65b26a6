import { Ellipsis, ListX } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import {
  PAYOUT_LINE_STATUSES,
  type PayoutClearing,
  type PayoutResult,
  payoutApi,
  payoutExportApi,
} from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'
import { Amount } from '../../parts/Amount.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { CLEARINGS, LINE_STATUSES, LINES_OF, type Payout, type PayoutLine, RESULTS } from './payoutWords.ts'

const PayoutMarkDialog = lazyPart(() =>
  import('./PayoutMarkDialog.tsx').then(dialog => dialog.PayoutMarkDialog),
)

const PayoutClearDialog = lazyPart(() =>
  import('./PayoutClearDialog.tsx').then(dialog => dialog.PayoutClearDialog),
)

const FILTER = z.pick(payoutApi.payoutLineList.input, { status: true, refused: true })

/** Listed with the statuses: paid by the bank, but posting failed. */
const REFUSED = { value: 'refused', label: 'Paid, not posted' }

/** Statuses in which a bank result can be recorded manually. */
const MARKED: ReadonlySet<Payout['status']> = new Set(['approved', 'sent', 'closed'])

type Marking = { line: PayoutLine; result: PayoutResult }
type Clearing = { line: PayoutLine; to: PayoutClearing }

/** The lines of a batch with their bank results. */
export function PayoutLines({ batch }: { batch: Payout }) {
  const query = useUrlFilter(FILTER)
  const { filter } = query
  const [marking, setMarking] = useState<Marking>()
  const [clearing, setClearing] = useState<Clearing>()
  const asked = { id: batch.id, ...filter }
  const again = [batch.problems, ...batch.tallies.map(each => `${each.status} ${each.lines}`)].join()
  const list = useList(payoutApi.payoutLineList, asked, { limit: 50, again })
  const mayMark = useMay('money.ask') && MARKED.has(batch.status)
  const columns = mayMark ? [...COLUMNS, actColumn(setMarking, setClearing)] : COLUMNS
  return (
    <ListPage
      title="Lines"
      filters={<LineFilters query={query} />}
      name="payout-lines"
      whose={LINES_OF}
      list={list}
      caption={`Lines of ${batch.number}`}
      columns={columns}
      query={query}
      exports={exportOf('Export lines', payoutExportApi.payoutLineExport, asked)}
      empty={{ compact: true, icon: <ListX />, title: 'No lines with this status' }}
      noMatch={{ title: 'No lines with this status', clear: 'Show all lines' }}
    >
      {marking && (
        <PayoutMarkDialog
          batchId={batch.id}
          line={marking.line}
          results={[marking.result]}
          onClose={() => setMarking(undefined)}
          key={`${marking.line.id} ${marking.result}`}
        />
      )}
      {clearing && (
        <PayoutClearDialog
          {...clearing}
          batch={batch}
          onClose={() => setClearing(undefined)}
          key={`${clearing.line.id} ${clearing.to}`}
        />
      )}
    </ListPage>
  )
}

function LineFilters({ query }: { query: ReturnType<typeof useUrlFilter<typeof FILTER>> }) {
  const { filter, setFilter } = query
  const value = filter.refused ? REFUSED.value : (filter.status ?? '')
  const set = (chosen: string): void =>
    setFilter(chosen === REFUSED.value ? { status: '', refused: 'true' } : { status: chosen, refused: '' })
  return (
    <ListFilters
      query={query}
      filters={[
        {
          id: 'state',
          label: 'State',
          value: LINE_STATES.find(state => state.value === value)?.label,
          onRemove: () => set(''),
          field: (
            <Select
              label="State"
              placeholder="Any state"
              value={value}
              options={LINE_STATES}
              onChange={event => set(event.target.value)}
            />
          ),
        },
      ]}
    />
  )
}

const LINE_STATES = [
  REFUSED,
  ...PAYOUT_LINE_STATUSES.map(status => ({ value: status as string, label: LINE_STATUSES[status].title })),
]

const small = 'text-[0.8125rem] text-muted'

const COLUMNS: readonly Column<PayoutLine>[] = [
  { id: 'no', title: 'No.', align: 'right', cell: line => line.no },
  {
    id: 'loan',
    title: 'Loan',
    lead: true,
    cell: line => (
      <RowLink to={paths.loan(line.loanId)} number={line.loanNumber} className="tabular-nums">
        {line.customerName}
      </RowLink>
    ),
  },
  {
    id: 'account',
    title: 'Account',
    cell: line => (
      <CellText beside={line.bankName} className="tabular-nums">
        {line.account}
      </CellText>
    ),
  },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    cell: line => (
      <span title={amountText(line)}>
        <Amount of={line.amount} className="font-medium" />
        <span className="sr-only">{amountText(line)}</span>
      </span>
    ),
  },
  {
    id: 'reference',
    title: 'Reference',
    className: 'md:max-w-44!',
    cell: line => <CellText below={line.bankReference}>{line.reference}</CellText>,
  },
  {
    id: 'status',
    title: 'Status',
    className: 'md:min-w-44 md:whitespace-normal!',
    cell: line => <LineState line={line} />,
  },
]

/** How the amount was reached, where it is not the whole principal. */
const amountText = (line: PayoutLine): string | undefined =>
  [
    ...(line.fees > 0n ? [`${formatNaira(line.principal)} less ${formatNaira(line.fees)} fees`] : []),
    ...line.settles.map(each => `after ${formatNaira(each.amount)} for ${each.number}`),
  ].join(', ') || undefined

function LineState({ line }: { line: PayoutLine }) {
  const { title, tone } = LINE_STATUSES[line.status]
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone={line.problem ? 'negative' : tone} dot>
        {line.problem ? REFUSED.label : title}
      </Badge>
      {line.problem && <span className="text-[0.8125rem] text-negative">{line.problem}</span>}
      {line.status !== 'returned' && line.pendingApprovalId && (
        <span className={small}>
          {line.status === 'open'
            ? 'Failed, pending approval.'
            : 'An action on the loan is pending approval.'}
        </span>
      )}
      {line.status === 'returned' && !line.isUndone && (
        <span className={small}>
          {line.pendingApprovalId
            ? 'Reversal pending approval.'
            : 'The reversal was not approved. Record it again.'}
        </span>
      )}
      {(line.reason || line.bankOn) && !line.problem && (
        <span className={small}>
          {[line.bankOn && dayText(line.bankOn), line.reason].filter(Boolean).join(': ')}
        </span>
      )}
    </span>
  )
}

const actColumn = (
  onMark: (marking: Marking) => void,
  onClear: (clearing: Clearing) => void,
): Column<PayoutLine> => ({
  id: 'acts',
  title: 'Actions',
  titleHidden: true,
  align: 'right',
  cell: line =>
    line.results.length + line.clearings.length > 0 && (
      <Menu
        label={`Bank result of ${line.loanNumber}`}
        trigger={
          <IconButton label={`Record bank result of ${line.loanNumber}`}>
            <Ellipsis aria-hidden size={18} />
          </IconButton>
        }
        items={[
          ...line.results.map(result => ({
            id: result,
            title: `Record as ${RESULTS[result].title.toLowerCase()}`,
            onSelect: () => onMark({ line, result }),
          })),
          ...line.clearings.map(to => ({
            id: to,
            title: CLEARINGS[to].title,
            onSelect: () => onClear({ line, to }),
          })),
        ]}
      />
    ),
})
