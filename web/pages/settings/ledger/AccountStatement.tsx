import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { z } from 'zod/mini'
import { ENTRY_LABELS } from '../../../../contract/labels.ts'
import { ledgerApi, ledgerExportApi } from '../../../../contract/ledger.ts'
import { formatNaira, type Kobo, negate } from '../../../../engine/money.ts'
import { Amount } from '../../../parts/Amount.tsx'
import { exportOf } from '../../../parts/fetchFile.ts'
import { dayText } from '../../../parts/figures.ts'
import { DayFilter } from '../../../parts/ListFilters.tsx'
import { ListPage } from '../../../parts/ListPage.tsx'
import { useList } from '../../../parts/useList.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { CellText } from '../../../ui/CellText.tsx'
import type { Column } from '../../../ui/Table.tsx'

type Line = z.output<typeof ledgerApi.ledgerStatement.reply>['rows'][number]
type Props = {
  code: number
  from: string | undefined
  asOf: string | undefined
  /** Title of the section to go back to. */
  back: string
  onFrom: (day: string) => void
  onBack: () => void
}

/** Ledger entries of one account, newest first, with the running balance. */
export function AccountStatement({ code, from, asOf, back, onFrom, onBack }: Props) {
  const filter = { code, ...(from ? { from } : {}), ...(asOf ? { asOf } : {}) }
  const list = useList(ledgerApi.ledgerStatement, filter, { limit: 50 })
  const title = list.data?.title
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Button className="self-start" look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={onBack}>
        {back}
      </Button>
      <ListPage
        title={title ? `${title} (${code})` : `Account ${code}`}
        actions={<DayFilter label="From" value={from} onChange={onFrom} />}
        exports={exportOf('Export entries', ledgerExportApi.ledgerStatementExport, filter)}
        above={
          list.data && (
            <dl className="flex flex-wrap gap-x-8 gap-y-2 border-b border-line px-5 py-3">
              <Figure
                title={from ? `Opening balance ${dayText(from)}` : 'Opening balance'}
                amount={list.data.opening}
              />
              <Figure
                title={asOf ? `Closing balance ${dayText(asOf)}` : 'Closing balance'}
                amount={list.data.closing}
              />
            </dl>
          )
        }
        list={list}
        caption={`Entries of ${title ?? `account ${code}`}, newest first`}
        columns={COLUMNS}
        rowKey={line => `${line.entryId} ${line.loanId} ${line.amount}`}
        empty={{ compact: true, title: 'No entries in this period' }}
      />
    </div>
  )
}

function Figure({ title, amount }: { title: string; amount: Kobo }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted">{title}</dt>
      <dd className="font-semibold tabular-nums">{balanceText(amount)}</dd>
    </div>
  )
}

function balanceText(amount: Kobo): string {
  if (amount === 0n) return formatNaira(amount)
  return amount > 0n ? `${formatNaira(amount)} Dr` : `${formatNaira(negate(amount))} Cr`
}

const COLUMNS: readonly Column<Line>[] = [
  {
    id: 'what',
    title: 'Entry',
    lead: true,
    cell: line => (
      <CellText beside={line.note}>
        <span className="font-medium">{ENTRY_LABELS[line.reason]}</span>
      </CellText>
    ),
  },
  {
    id: 'day',
    title: 'Date',
    cell: line => (
      <CellText beside={line.belongsOn && `belongs to ${dayText(line.belongsOn)}`}>
        {dayText(line.effectiveOn)}
      </CellText>
    ),
  },
  {
    id: 'loan',
    title: 'Loan',
    cell: line =>
      line.loanId && (
        <Link
          to={paths.loan(line.loanId)}
          className="underline decoration-line underline-offset-4 hover:decoration-current"
        >
          Open<span className="sr-only"> the loan of entry {line.entryId}</span>
        </Link>
      ),
  },
  {
    id: 'debit',
    title: 'Debit',
    align: 'right',
    cell: line => line.amount > 0n && <Amount of={line.amount} />,
  },
  {
    id: 'credit',
    title: 'Credit',
    align: 'right',
    cell: line =>
      line.amount < 0n && <span className="whitespace-nowrap">{formatNaira(negate(line.amount))}</span>,
  },
  {
    id: 'balance',
    title: 'Balance',
    align: 'right',
    cell: line => <span className="whitespace-nowrap">{balanceText(line.balance)}</span>,
  },
]
