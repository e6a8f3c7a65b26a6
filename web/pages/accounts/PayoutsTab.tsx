import { Banknote } from 'lucide-react'
import { z } from 'zod/mini'
import { PAYOUT_STATUSES, payoutApi, payoutExportApi } from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { FilterChoice } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
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
  const { filter, setFilter } = query
  return (
    <ListPage
      name="payouts"
      list={useList(payoutApi.payoutBatchList, filter)}
      caption="Disbursement batches"
      columns={columnsOf(filter)}
      query={query}
      filters={
        <div className="flex flex-wrap items-end gap-3 border-b border-line p-4">
          <FilterChoice
            className="flex-1 sm:max-w-64"
            query={query}
            name="status"
            label="State"
            any="Any state"
            options={PAYOUT_STATUSES.map(status => ({ value: status, label: STATUSES[status].title }))}
          />
          <Select
            label="Lines"
            className="flex-1 sm:max-w-64"
            placeholder="Any lines"
            value={filter.toTransfer ? 'toTransfer' : filter.refused ? 'refused' : ''}
            options={[
              { value: 'toTransfer', label: 'Bank result not recorded' },
              { value: 'refused', label: 'Paid, not posted' },
            ]}
            onChange={({ target: { value } }) =>
              setFilter({
                refused: value === 'refused' ? 'true' : '',
                toTransfer: value === 'toTransfer' ? 'true' : '',
              })
            }
          />
        </div>
      }
      exports={exportOf('Export batches', payoutExportApi.payoutListExport, filter)}
      empty={{
        icon: <Banknote />,
        title: 'No disbursement batches yet',
        text: 'Select loans awaiting disbursement and create a batch: one approval, one bank file.',
        action: <LinkButton to={paths.accountsTab('awaiting')}>Choose loans</LinkButton>,
      }}
      noMatch={{
        title: 'No batches match this filter',
        text: 'A batch moves on when it is approved, sent to the bank, and the bank results are recorded.',
        clear: 'Show all batches',
      }}
    />
  )
}

/** From the list of batches with refused lines a batch opens on those. */
const columnsOf = ({ refused }: { refused?: 'true' | undefined }): readonly Column<PayoutRow>[] => [
  {
    id: 'batch',
    title: 'Batch',
    lead: true,
    cell: row => (
      <RowLink to={payoutPath(row.id, refused)} below={loansText(row.lines)}>
        {row.number}
      </RowLink>
    ),
  },
  {
    id: 'status',
    title: 'State',
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
    cell: row => <span className="font-medium">{formatNaira(row.total)}</span>,
  },
  {
    id: 'paid',
    title: 'Paid',
    align: 'right',
    cell: row =>
      row.paidLines === 0 ? (
        <EmptyValue>{row.status === 'cancelled' ? 'None' : 'None yet'}</EmptyValue>
      ) : (
        `${row.paidLines} of ${row.lines}`
      ),
  },
  {
    id: 'value',
    title: 'Value date',
    cell: row => <span className="whitespace-nowrap">{dayText(row.valueOn)}</span>,
  },
  { id: 'account', title: 'Paying account', className: 'md:max-w-48', cell: row => row.payingAccount },
  {
    id: 'made',
    title: 'Created',
    cell: row => (
      <div className="max-md:text-right">
        <div>{row.madeBy}</div>
        <div className="text-[0.8125rem] text-muted">
          <RelativeTime at={row.madeAt} />
        </div>
      </div>
    ),
  },
]
