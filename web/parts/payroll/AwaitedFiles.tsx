import type { Reply } from '../../../contract/endpoint.ts'
import { payMonthApi } from '../../../contract/payMonths.ts'
import { countText } from '../../../engine/countText.ts'
import { formatDate, localDate, type PayMonth } from '../../../engine/dates.ts'
import { useApi } from '../../api.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { monthText } from '../figures.ts'

type AwaitedMonth = Reply<typeof payMonthApi.payMonthWaiting>['rows'][number]

export function awaitedText({ sourceName, period, fileOn, loans }: AwaitedMonth): string {
  const count = `${countText(loans.total)}${loans.exact ? '' : '+'}`
  const unpaid =
    loans.total === 1 && loans.exact
      ? '1 loan has an unpaid instalment'
      : `${count} loans have unpaid instalments`
  return `Deduction file of ${sourceName}, ${monthText(period as PayMonth)}, expected ${formatDate(localDate(fileOn))}, is not posted: ${unpaid} that do not count as missed yet.`
}

/** Deduction files that have not arrived after pay day, wherever loans look late because of them. */
export function AwaitedFiles() {
  const { data } = useApi(payMonthApi.payMonthWaiting, {})
  if (!data || data.rows.length === 0) return null
  return (
    <div className="mb-4 print:hidden">
      <Notice
        action={
          <LinkButton size="small" to={paths.repaymentsTab('calendar')}>
            Payroll calendar
          </LinkButton>
        }
      >
        {data.rows.map(month => (
          <p key={`${month.source} ${month.period}`}>{awaitedText(month)}</p>
        ))}
      </Notice>
    </div>
  )
}
