import { useState } from 'react'
import { formatDate, type LocalDate } from '../../../../engine/dates.ts'
import { quote } from '../../../../engine/product.ts'
import type { LoanRequest } from '../../../parts/requestWords.ts'
import { ScheduleTable } from '../../../parts/ScheduleTable.tsx'
import { Card } from '../../../ui/Card.tsx'
import { TERMS_NAMES, TermsCompare, type TermsName } from './TermsCompare.tsx'

type Props = { request: LoanRequest; today: LocalDate }

/** The terms side by side, and the schedule of the selected ones. */
export function TermsCard({ request, today }: Props) {
  const [wanted, setWanted] = useState<TermsName>()
  const newest = TERMS_NAMES.findLast(name => request[name] !== null) ?? 'requested'
  const chosen = wanted && request[wanted] ? wanted : newest
  const { amount, tenor } = request[chosen] ?? request.requested
  const { schedule } = quote(request.productTerms, { amount, tenor, payOutOn: today })
  return (
    <>
      <Card flush title="Terms">
        <TermsCompare request={request} today={today} chosen={chosen} onChoose={setWanted} />
      </Card>
      <Card
        flush
        title={`Schedule as ${chosen}`}
        actions={<span className="text-[0.8125rem] text-muted">if disbursed today, {formatDate(today)}</span>}
      >
        <ScheduleTable schedule={schedule} />
      </Card>
    </>
  )
}
