import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { z } from 'zod/mini'
import { type CASH_ACTIVITIES, financialsApi, financialsExportApi } from '../../../../contract/financials.ts'
import { ENTRY_LABELS } from '../../../../contract/labels.ts'
import type { EntryReason } from '../../../../contract/ledger.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { Amount } from '../../../parts/Amount.tsx'
import { exportOf } from '../../../parts/fetchFile.ts'
import { dayText } from '../../../parts/figures.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { useList } from '../../../parts/useList.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Column } from '../../../ui/Table.tsx'

type CashLine = z.output<typeof financialsApi.cashFlowLineList.reply>['rows'][number]
type Props = {
  line: { from: string; to: string; activity: (typeof CASH_ACTIVITIES)[number]; reason: EntryReason }
  onBack: () => void
}

/** The entries behind a line of the cash flow, newest first. */
export function CashLines({ line, onBack }: Props) {
  const list = useList(financialsApi.cashFlowLineList, line, { limit: 50 })
  const title = `${ENTRY_LABELS[line.reason]}, ${dayText(line.from)} to ${dayText(line.to)}`
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Button className="self-start" look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={onBack}>
        Cash flow
      </Button>
      <ListPage
        title={title}
        exports={exportOf('Export entries', financialsExportApi.cashFlowLineExport, line)}
        above={
          list.data && (
            <p className="border-b border-line px-5 py-3">
              <span className="text-muted">Received less paid </span>
              <span className="font-semibold tabular-nums">{formatNaira(list.data.amount)}</span>
            </p>
          )
        }
        list={list}
        caption={`Entries of ${title}, newest first`}
        columns={COLUMNS}
        rowKey={row => row.entryId}
        empty={{ compact: true, title: 'No entries in this line' }}
      />
    </div>
  )
}

const COLUMNS: readonly Column<CashLine>[] = [
  {
    id: 'day',
    title: 'Date',
    lead: true,
    cell: row => <span className="font-medium">{dayText(row.effectiveOn)}</span>,
  },
  { id: 'note', title: 'Note', wraps: true, cell: row => row.note },
  { id: 'account', title: 'Account', cell: row => row.accounts },
  {
    id: 'loan',
    title: 'Loan',
    cell: row =>
      row.loanId && (
        <Link
          to={paths.loan(row.loanId)}
          className="underline decoration-line underline-offset-4 hover:decoration-current"
        >
          Open<span className="sr-only"> the loan of entry {row.entryId}</span>
        </Link>
      ),
  },
  { id: 'amount', title: 'Amount', align: 'right', phone: 'amount', cell: row => <Amount of={row.amount} /> },
]
