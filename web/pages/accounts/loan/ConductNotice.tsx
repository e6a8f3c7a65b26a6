import { payMonthApi } from '../../../../contract/payMonths.ts'
import { countOf } from '../../../../engine/countText.ts'
import { useApi } from '../../../api.ts'
import { type Loan, payMonthText } from '../../../parts/loan/loanWords.ts'
import { todayInLagos } from '../../../parts/today.ts'
import { paths } from '../../../paths.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { InstalmentStates } from './InstalmentTable.tsx'

/** Of an earlier day it is not known what had arrived then. */
const useConduct = ({ row: { id, status, asOf } }: Loan) =>
  useApi(payMonthApi.loanConduct, { id }, { enabled: status === 'live' && asOf >= todayInLagos() }).data

/** What became of each instalment, by payroll month. */
export function useInstalmentStates(loan: Loan): InstalmentStates | undefined {
  const conduct = useConduct(loan)
  return conduct && new Map(conduct.months.map(({ month, state }) => [month, state]))
}

/** Both counts of lateness, and why they differ. */
export function ConductNotice({ loan }: { loan: Loan }) {
  const conduct = useConduct(loan)
  if (!conduct || conduct.daysPastDue === conduct.conductDays) return null
  const months = conduct.months
    .filter(({ state }) => state === 'awaited')
    .map(({ month }) => payMonthText(month))
  const files = months.length === 1 ? 'file has' : 'files have'
  return (
    <Notice
      title={`${countOf(conduct.daysPastDue, 'day')} past due by contract, ${countOf(conduct.conductDays, 'day')} by conduct`}
      action={
        <LinkButton size="small" to={paths.repaymentsTab('calendar')}>
          Payroll calendar
        </LinkButton>
      }
    >
      The deduction {files} not arrived for {months.join(' and ')}, so it is not known what was deducted. No
      overdue reminder is sent and no penalty grows.
    </Notice>
  )
}
