import { FileText, HandCoins } from 'lucide-react'
import type { Reply } from '../../../../contract/endpoint.ts'
import { STATEMENT_LABELS } from '../../../../contract/labels.ts'
import { officesApi, officesExportApi } from '../../../../contract/offices.ts'
import { countOf } from '../../../../engine/countText.ts'
import { formatMonth, type PayMonth } from '../../../../engine/dates.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { Amount } from '../../../parts/Amount.tsx'
import { exportOf, fetchFile } from '../../../parts/fetchFile.ts'
import { dayText, monthText } from '../../../parts/figures.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { useList } from '../../../parts/useList.ts'
import { useUrlParam } from '../../../parts/useUrlParam.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Input.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import type { Column } from '../../../ui/Table.tsx'
import type { OfficePromise, WriteDown } from './officeWords.ts'
import type { Receipt } from './ReceiptDialog.tsx'

export type Account = Reply<typeof officesApi.officeGet>
type OpenBatch = Reply<typeof officesApi.officeBatchList>['rows'][number]
type StatementLine = Reply<typeof officesApi.officeStatement>['lines'][number]

/** What is being done, and to what. */
export type Doing =
  | { act: 'record' | 'letter' | 'promise' }
  | { act: 'allocate' | 'advice' | 'reverse'; receipt: Receipt }
  | { act: 'writeDown'; batch: OpenBatch }
  | { act: 'cancelPromise'; promise: OfficePromise }
  | { act: 'reverseWriteDown'; writeDown: WriteDown }

export type ListProps = {
  source: string
  account: Account
  receiptId: string | null
  whyNot: string | undefined
  onDo: (doing: Doing) => void
}

export function BatchList({ source, whyNot, onDo }: ListProps) {
  const list = useList(officesApi.officeBatchList, { source, state: 'open' }, { limit: 100 })
  return (
    <ListPage
      title="Open batches"
      list={list}
      rowKey={row => row.batchId}
      caption="Batches that the payroll office owes for"
      columns={[
        ...BATCH_COLUMNS,
        {
          id: 'acts',
          title: 'Actions',
          titleHidden: true,
          align: 'right',
          cell: batch => (
            <Button
              size="small"
              disabledReason={whyNot ?? (batch.owed > 0n ? undefined : 'Nothing is owed.')}
              onClick={() => onDo({ act: 'writeDown', batch })}
              aria-label={`Write down ${batch.number}`}
            >
              Write down
            </Button>
          ),
        },
      ]}
      exports={exportOf('Export batches', officesExportApi.officeBatchExport, { source, state: 'open' })}
      empty={{
        icon: <HandCoins />,
        title: 'Nothing is owed',
        text: 'A batch appears here when the payroll office has remitted less than it deducted.',
      }}
    />
  )
}

const BATCH_COLUMNS: readonly Column<OpenBatch>[] = [
  {
    id: 'batch',
    title: 'Batch',
    lead: true,
    cell: row => (
      <RowLink to={paths.repayment(row.batchId)} number={formatMonth(row.period)}>
        {row.number}
      </RowLink>
    ),
  },
  { id: 'due', title: 'Deducted', align: 'right', cell: row => <Amount of={row.due} /> },
  {
    id: 'allocated',
    title: 'Received',
    align: 'right',
    goes: 'second',
    cell: row => <Amount of={row.allocated} />,
  },
  {
    id: 'charged',
    title: 'Charges',
    align: 'right',
    goes: 'first',
    cell: row => <Amount of={row.charged} />,
  },
  {
    id: 'writtenDown',
    title: 'Write-downs',
    align: 'right',
    goes: 'first',
    cell: row => <Amount of={row.writtenDown} />,
  },
  {
    id: 'owed',
    phone: 'amount',
    title: 'Owed',
    align: 'right',
    cell: row => <Amount of={row.owed} className="font-semibold text-caution" />,
  },
  {
    id: 'expected',
    phone: 'date',
    title: 'Expected',
    cell: row =>
      `${dayText(row.expectedOn)}${row.daysLate > 0 ? `, ${countOf(row.daysLate, 'day')} ago` : ''}`,
  },
]

export function StatementList({ source }: { source: string }) {
  const [from, setFrom] = useUrlParam('from')
  const [to, setTo] = useUrlParam('to')
  const period = { ...(from ? { from } : {}), ...(to ? { to } : {}) }
  const made = useApi(officesApi.officeStatement, { source, ...period })
  const { data } = made
  return (
    <ListPage
      title="Statement"
      list={{ rows: data?.lines, error: made.error, onRetry: () => void made.refetch() }}
      rowKey={line => `${line.on} ${line.kind} ${line.reference}`}
      caption="Statement of the payroll office"
      columns={STATEMENT_COLUMNS}
      onlyText
      actions={
        <Button
          size="small"
          icon={<FileText aria-hidden size={15} />}
          onClick={() =>
            void fetchFile(officesExportApi.officeStatementExport, { source, ...period, format: 'pdf' })
          }
        >
          Download PDF
        </Button>
      }
      exports={exportOf('Export statement', officesExportApi.officeStatementExport, { source, ...period })}
      above={
        data && (
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3 border-b border-line px-5 py-3">
            <Input
              label="From"
              type="date"
              value={data.from}
              onChange={event => setFrom(event.target.value)}
            />
            <Input label="To" type="date" value={data.to} onChange={event => setTo(event.target.value)} />
            <p className="text-muted">
              Opening <span className="font-medium text-ink">{formatNaira(data.opening)}</span>, closing{' '}
              <span className="font-medium text-ink">{formatNaira(data.closing)}</span>:{' '}
              {formatNaira(data.owed)} owed less {formatNaira(data.credit)} unallocated credit
            </p>
          </div>
        )
      }
      empty={{ compact: true, title: 'No entries', text: 'Nothing moved on this account in the period.' }}
    />
  )
}

const STATEMENT_COLUMNS: readonly Column<StatementLine>[] = [
  { id: 'on', title: 'Day', phone: 'date', cell: line => dayText(line.on) },
  {
    id: 'entry',
    title: 'Entry',
    lead: true,
    cell: line =>
      `${STATEMENT_LABELS[line.kind]}${line.period ? `, ${monthText(line.period as PayMonth)}` : ''}`,
  },
  { id: 'reference', title: 'Reference', phone: 'status', cell: line => line.reference },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: line => <Amount of={line.amount} />,
  },
  { id: 'balance', title: 'Balance', align: 'right', cell: line => <Amount of={line.balance} /> },
]
