import { Link } from 'react-router'
import { tenorText } from '../../../contract/products.ts'
import { IPPIS_NO } from '../../../contract/vocabulary.ts'
import { formatNaira } from '../../../engine/money.ts'
import { dayText } from '../../parts/figures.ts'
import { StatusBadge } from '../../parts/loan/LoanBadges.tsx'
import type { Loan } from '../../parts/loan/loanWords.ts'
import { officerText } from '../../parts/Officer.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { paths } from '../../paths.ts'
import { Input } from '../../ui/Input.tsx'
import { Breadcrumb } from '../../ui/LinkButton.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import type { ActFormName } from './loan/actForms.ts'
import { LoanActions } from './loan/LoanActions.tsx'

type Props = {
  loan: Loan
  asOf: string | undefined
  onDay: (day: string | undefined) => void
  onAct: (form: ActFormName) => void
  onQuote: () => void
}

/** Customer, loan, status, date and actions. */
export function LoanHeading({ loan, asOf, onDay, onAct, onQuote }: Props) {
  const { row } = loan
  return (
    <div className="[&>div:first-child]:mb-3">
      <PageHeading
        title={`${row.customerName} · ${row.number}`}
        back={
          <Breadcrumb
            steps={[
              { title: 'Loan Accounts', to: paths.accounts },
              { title: row.customerName, to: paths.customer(row.customerId) },
              { title: row.number },
            ]}
          />
        }
        description={
          <>
            {row.productName} · <span className="tabular-nums">{formatNaira(row.principal)}</span>,{' '}
            {tenorText(row.tenor, row.rhythm)} · {IPPIS_NO}{' '}
            <span className="tabular-nums">{row.ippisNumber}</span>, {row.mda}
          </>
        }
        actions={
          <>
            <AsOfField value={asOf ?? ''} first={row.disbursedOn ?? row.approvedOn} onDay={onDay} />
            <LoanActions loan={loan} isPast={asOf !== undefined} onAct={onAct} onQuote={onQuote} />
          </>
        }
      />
      <div className="mb-6 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StatusBadge row={row} />
        <span className="text-[0.8125rem] text-muted">
          {loan.oldNumber === null
            ? `approved ${dayText(row.approvedOn)}`
            : `Migrated loan, previous number ${loan.oldNumber}, imported ${dayText(row.approvedOn)}`}
          {row.disbursedOn && ` · disbursed ${dayText(row.disbursedOn)}`}
          {row.lastReceiptOn && ` · last repayment ${dayText(row.lastReceiptOn)}`}
          {row.officerCode && (
            <>
              {' · account officer '}
              <span className="whitespace-nowrap">{officerText(row.officerName, row.officerCode)}</span>
            </>
          )}
          {loan.requestId && (
            <>
              {' '}
              ·{' '}
              <Link to={paths.request('approved', loan.requestId)} className="underline underline-offset-2">
                request
              </Link>
            </>
          )}
        </span>
      </div>
    </div>
  )
}

type AsOfProps = { value: string; first: string; onDay: (day: string | undefined) => void }

/** Any date since the start of the loan. An incomplete date is ignored. */
function AsOfField({ value, first, onDay }: AsOfProps) {
  const today = todayInLagos()
  const change = (day: string): void => {
    if (day === '' || day >= today) onDay(undefined)
    else if (day >= first) onDay(day)
  }
  return (
    <Input
      className="flex-row! items-center gap-2 max-sm:w-full sm:[&_input]:w-38 max-sm:[&>div]:grow"
      label="At date"
      type="date"
      key={value}
      defaultValue={value || today}
      min={first}
      max={today}
      onChange={event => change(event.target.value)}
    />
  )
}
