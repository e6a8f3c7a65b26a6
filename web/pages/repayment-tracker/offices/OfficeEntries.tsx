import clsx from 'clsx'
import { Landmark, Mail } from 'lucide-react'
import type { Reply } from '../../../../contract/endpoint.ts'
import { officesApi, officesExportApi } from '../../../../contract/offices.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { Amount } from '../../../parts/Amount.tsx'
import { exportOf, fetchFile } from '../../../parts/fetchFile.ts'
import { dayText } from '../../../parts/figures.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { useList } from '../../../parts/useList.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CellText } from '../../../ui/CellText.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import type { Column } from '../../../ui/Table.tsx'
import type { ListProps } from './OfficeBatches.tsx'
import { PROMISE_LABELS, PROMISE_TONES } from './officeWords.ts'
import type { Receipt } from './ReceiptDialog.tsx'

type Letter = Reply<typeof officesApi.officeLetterList>['rows'][number]

export function ReceiptList({ source, receiptId, whyNot, onDo }: ListProps) {
  const list = useList(officesApi.officeReceiptList, { source, state: 'all' }, { limit: 50 })
  return (
    <ListPage
      title="Receipts"
      list={list}
      caption="Receipts of the payroll office"
      columns={[
        ...receiptColumns(receiptId),
        {
          id: 'acts',
          title: 'Actions',
          titleHidden: true,
          align: 'right',
          className: 'md:max-w-none!',
          cell: receipt => {
            const why =
              whyNot ??
              (receipt.undoneAt ? 'This receipt is reversed.' : undefined) ??
              (receipt.approvalId ? 'A change is already pending approval.' : undefined)
            return (
              <span className="flex justify-end gap-2">
                <Button
                  size="small"
                  disabledReason={why}
                  onClick={() => onDo({ act: 'allocate', receipt })}
                  aria-label={`Allocate ${receipt.number}`}
                >
                  Allocate
                </Button>
                <Button
                  size="small"
                  disabledReason={
                    why ?? (receipt.allocated > 0n ? undefined : 'Allocate the receipt to a batch first.')
                  }
                  onClick={() => onDo({ act: 'advice', receipt })}
                  aria-label={`Advice of ${receipt.number}`}
                >
                  Advice
                </Button>
                <Button
                  size="small"
                  disabledReason={why}
                  onClick={() => onDo({ act: 'reverse', receipt })}
                  aria-label={`Reverse ${receipt.number}`}
                >
                  Reverse
                </Button>
              </span>
            )
          },
        },
      ]}
      exports={exportOf('Export receipts', officesExportApi.officeReceiptExport, { source, state: 'all' })}
      empty={{
        icon: <Landmark />,
        title: 'No receipts yet',
        text: 'Record each bank credit with the reference on the bank statement.',
      }}
    />
  )
}

const receiptColumns = (receiptId: string | null): readonly Column<Receipt>[] => [
  {
    id: 'receipt',
    title: 'Receipt',
    lead: true,
    cell: row => (
      <span className={clsx('font-medium', row.id === receiptId && 'text-notice')}>
        {row.number}
        {row.undoneAt && (
          <>
            {' '}
            <Badge>Reversed</Badge>
          </>
        )}
      </span>
    ),
  },
  { id: 'on', title: 'Date on statement', phone: 'date', cell: row => dayText(row.receivedOn) },
  { id: 'reference', title: 'Bank reference', phone: 'status', goes: 'second', cell: row => row.reference },
  { id: 'amount', title: 'Amount', align: 'right', phone: 'amount', cell: row => <Amount of={row.amount} /> },
  {
    id: 'charged',
    title: 'Charges',
    align: 'right',
    goes: 'first',
    cell: row => <Amount of={row.charged} />,
  },
  { id: 'credit', title: 'Unallocated', align: 'right', cell: row => <Amount of={row.credit} /> },
  {
    id: 'batches',
    title: 'Batches',
    goes: 'early',
    className: 'md:min-w-52',
    wraps: true,
    cell: row =>
      row.allocations.map(line => `${line.batchNumber} ${formatNaira(line.amount)}`).join(', ') || 'None',
  },
  { id: 'by', title: 'Recorded by', isOptional: true, goes: 'early', cell: row => row.recordedBy },
]

export function LetterList({ source }: { source: string }) {
  const list = useList(officesApi.officeLetterList, { source }, { limit: 50 })
  return (
    <ListPage
      title="Demand letters"
      list={list}
      caption="Demand letters to the payroll office"
      columns={LETTER_COLUMNS}
      empty={{
        icon: <Mail />,
        title: 'No demand letters yet',
        text: 'A demand letter lists every person whose deduction was not remitted.',
      }}
    />
  )
}

const LETTER_COLUMNS: readonly Column<Letter>[] = [
  {
    id: 'number',
    title: 'Letter',
    lead: true,
    cell: row => <span className="font-medium">{row.number}</span>,
  },
  { id: 'on', title: 'Issued', phone: 'date', cell: row => dayText(row.issuedOn) },
  { id: 'total', title: 'Demanded', align: 'right', phone: 'amount', cell: row => <Amount of={row.total} /> },
  { id: 'persons', title: 'Persons', align: 'right', cell: row => row.persons },
  {
    id: 'batches',
    title: 'Batches',
    goes: 'first',
    cell: row => row.batches.map(each => each.number).join(', '),
  },
  { id: 'by', title: 'Issued by', phone: 'status', cell: row => row.issuedBy },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    align: 'right',
    cell: row => (
      <span className="flex justify-end gap-2">
        <Button
          size="small"
          onClick={() => void fetchFile(officesExportApi.officeLetterExport, { id: row.id, format: 'pdf' })}
          aria-label={`Download ${row.number}`}
        >
          Download PDF
        </Button>
        <Button
          size="small"
          onClick={() => void fetchFile(officesExportApi.officeLetterExport, { id: row.id, format: 'xlsx' })}
          aria-label={`Export schedule of ${row.number}`}
        >
          Export schedule
        </Button>
      </span>
    ),
  },
]

export function PromiseList({ account, whyNot, onDo }: ListProps) {
  return (
    <ListPage
      title="Promises"
      list={{ rows: account.promises }}
      caption="Promises of the payroll office"
      columns={[
        { id: 'day', title: 'Promised day', lead: true, cell: row => dayText(row.promisedOn) },
        {
          id: 'amount',
          title: 'Amount',
          align: 'right',
          phone: 'amount',
          cell: row => <Amount of={row.amount} />,
        },
        { id: 'received', title: 'Received', align: 'right', cell: row => <Amount of={row.received} /> },
        {
          id: 'status',
          title: 'Status',
          cell: row => <Badge tone={PROMISE_TONES[row.state]}>{PROMISE_LABELS[row.state]}</Badge>,
        },
        { id: 'note', title: 'Note', goes: 'second', cell: row => row.note },
        {
          id: 'by',
          title: 'Recorded by',
          goes: 'first',
          cell: row => `${row.madeBy}, ${dayText(row.madeOn)}`,
        },
        {
          id: 'acts',
          title: 'Actions',
          titleHidden: true,
          align: 'right',
          cell: promise => (
            <Button
              size="small"
              disabledReason={
                whyNot ?? (promise.state === 'cancelled' ? 'This promise is cancelled.' : undefined)
              }
              onClick={() => onDo({ act: 'cancelPromise', promise })}
              aria-label={`Cancel promise of ${dayText(promise.promisedOn)}`}
            >
              Cancel
            </Button>
          ),
        },
      ]}
      empty={{
        compact: true,
        title: 'No promises yet',
        text: 'Record the day on which the payroll office promised to remit an amount.',
      }}
    />
  )
}

export function WriteDownList({ account, whyNot, onDo }: ListProps) {
  return (
    <ListPage
      title="Write-downs"
      list={{ rows: account.corrections }}
      caption="Amounts that the payroll office is no longer expected to pay"
      columns={[
        {
          id: 'batch',
          title: 'Batch',
          lead: true,
          cell: row => (
            <RowLink to={paths.repayment(row.batchId)} className="tabular-nums">
              {row.batchNumber}
            </RowLink>
          ),
        },
        {
          id: 'amount',
          title: 'Amount',
          align: 'right',
          phone: 'amount',
          cell: row => <Amount of={row.amount} />,
        },
        {
          id: 'status',
          title: 'Status',
          cell: row =>
            row.undoneAt ? <Badge>Reversed</Badge> : <Badge tone="caution">Booked as expense</Badge>,
        },
        { id: 'reason', title: 'Reason', goes: 'second', cell: row => row.reason },
        {
          id: 'by',
          title: 'Submitted by',
          goes: 'first',
          cell: row => <CellText beside={<RelativeTime at={row.at} />}>{row.by}</CellText>,
        },
        {
          id: 'acts',
          title: 'Actions',
          titleHidden: true,
          align: 'right',
          cell: writeDown => (
            <Button
              size="small"
              disabledReason={
                whyNot ??
                (writeDown.undoneAt
                  ? 'This write-down is reversed.'
                  : writeDown.approvalId
                    ? 'An action on this batch is pending approval.'
                    : undefined)
              }
              onClick={() => onDo({ act: 'reverseWriteDown', writeDown })}
              aria-label={`Reverse write-down of ${writeDown.batchNumber}`}
            >
              Reverse
            </Button>
          ),
        },
      ]}
      empty={{
        compact: true,
        title: 'No write-downs',
        text: 'An amount appears here when a write-down of an open batch is approved.',
      }}
    />
  )
}
