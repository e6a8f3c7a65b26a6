import { Banknote } from 'lucide-react'
import { z } from 'zod/mini'
import { PAYOUT_STATUSES, payoutApi, payoutExportApi } from '../../../contract/payouts.ts'
import { Amount } from '../../parts/Amount.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { loansText, type PayoutRow, payoutPath, STATUSES } from './payoutWords.ts'

const FILTER = z.pick(payoutApi.payoutBatchList.input, { status: true, refused: true, toTransfer: true })

/** Every disbursement batch, the newest first. */
export function PayoutsTab() {
  const query = useUrlFilter(FILTER)
  const { filter } = query
  return (
    <ListPage
      name="payouts"
      list={useList(payoutApi.payoutBatchList, filter)}
      caption="Disbursement batches"
      columns={columnsOf(filter)}
      query={query}
      filters={<PayoutFilters query={query} />}
      exports={exportOf('Export batches', payoutExportApi.payoutListExport, filter)}
      empty={{
        icon: <Banknote />,
        title: 'No disbursement batches yet',
        text: 'Select loans awaiting disbursement and create a batch: one approval, one bank file.',
        action: <LinkButton to={paths.accountsTab('awaiting')}>Select loans</LinkButton>,
      }}
      noMatch={{
        title: 'No matching batches',
        text: 'The status changes when a batch is approved, sent to the bank, and its bank results are recorded.',
        clear: 'Clear filters',
      }}
    />
  )
}

function PayoutFilters({ query }: { query: ReturnType<typeof useUrlFilter<typeof FILTER>> }) {
  const { filter, setFilter } = query
  const lines = filter.toTransfer ? 'toTransfer' : filter.refused ? 'refused' : ''
  const setLines = (value: string): void =>
    setFilter({
      refused: value === 'refused' ? 'true' : '',
      toTransfer: value === 'toTransfer' ? 'true' : '',
    })
  return (
    <ListFilters
      query={query}
      filters={[
        choiceFilter(query, {
          name: 'status',
          label: 'State',
          any: 'Any state',
          options: PAYOUT_STATUSES.map(status => ({ value: status, label: STATUSES[status].title })),
        }),
        {
          id: 'lines',
          label: 'Lines',
          value: LINES.find(({ value }) => value === lines)?.label,
          onRemove: () => setLines(''),
          field: (
            <Select
              label="Lines"
              placeholder="All lines"
              value={lines}
              options={LINES}
              onChange={event => setLines(event.target.value)}
            />
          ),
        },
      ]}
    />
  )
}

const LINES = [
  { value: 'toTransfer', label: 'Bank result not recorded' },
  { value: 'refused', label: 'Paid, not posted' },
]

/** A list filtered to failed postings opens each batch with the same filter. */
const columnsOf = ({ refused }: { refused?: 'true' | undefined }): readonly Column<PayoutRow>[] => [
  {
    id: 'batch',
    title: 'Batch',
    lead: true,
    cell: row => (
      <RowLink to={payoutPath(row.id, refused)} number={loansText(row.lines)}>
        {row.number}
      </RowLink>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    cell: row => (
      <Badge tone={STATUSES[row.status].tone} dot>
        {STATUSES[row.status].title}
      </Badge>
    ),
  },
  {
    id: 'total',
    title: 'Net disbursement',
    align: 'right',
    cell: row => <Amount of={row.total} className="font-medium" />,
  },
  {
    id: 'paid',
    title: 'Paid',
    align: 'right',
    cell: row => (row.paidLines === 0 ? <EmptyValue>None</EmptyValue> : `${row.paidLines} of ${row.lines}`),
  },
  {
    id: 'value',
    title: 'Value date',
    phone: 'date',
    cell: row => <span className="whitespace-nowrap">{dayText(row.valueOn)}</span>,
  },
  {
    id: 'account',
    title: 'Paying account',
    className: 'md:min-w-52',
    wraps: true,
    cell: row => row.payingAccount,
  },
  {
    id: 'made',
    title: 'Created',
    cell: row => <CellText below={<RelativeTime at={row.madeAt} />}>{row.madeBy}</CellText>,
  },
]
