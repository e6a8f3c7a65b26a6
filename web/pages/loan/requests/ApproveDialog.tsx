import { useState } from 'react'
import { tenorText } from '../../../../contract/products.ts'
import { requestApi } from '../../../../contract/requests.ts'
import { formatDate } from '../../../../engine/dates.ts'
import { formatNaira, kobo, sum } from '../../../../engine/money.ts'
import { quote } from '../../../../engine/product.ts'
import { formatApr } from '../../../../engine/rates.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { ConfirmWarnings, Headline, Section, unconfirmedReason } from '../../../parts/approvalParts.tsx'
import { todayInLagos } from '../../../parts/today.ts'
import { paths } from '../../../paths.ts'
import { DefinitionList } from '../../../ui/DefinitionList.tsx'
import type { DecisionProps } from './decisions.ts'
import { overridden } from './decisions.ts'

/** Confirms the terms, and each overridden check, before the loan is created. */
export function ApproveDialog({ request, onClose, onDone, onRefused }: DecisionProps) {
  const { row, application, productTerms } = request
  const quoted = quote(productTerms, { amount: row.amount, tenor: row.tenor, payOutOn: todayInLagos() })
  const passed = overridden(request.checklist)
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const toggle = (each: string): void => {
    const next = new Set(confirmed)
    if (!next.delete(each)) next.add(each)
    setConfirmed(next)
  }
  const settled = request.topUp.filter(each => each.isChosen)
  const net = kobo(quoted.netPayOut - sum(settled.map(each => each.settlement)))
  return (
    <ActDialog
      endpoint={requestApi.requestAuthorize}
      input={({ reason: note }) => ({
        id: row.id,
        version: row.version,
        note,
        confirmed: passed.map(({ id }) => id).filter(id => confirmed.has(id)),
      })}
      onDone={({ loanId }) =>
        onDone(
          `${row.reference} approved. The loan is awaiting disbursement.`,
          loanId ? { title: 'Open loan', to: paths.loan(loanId) } : undefined,
        )
      }
      onRefused={(error, { reason: note }) => onRefused(error, note)}
      onClose={onClose}
      width="sheet"
      title="Approve: Loan request"
      description={`${row.reference}, ${row.applicant}`}
      action="Approve"
      reason={{ label: 'Note', optional: true }}
      disabledReason={unconfirmedReason(passed.filter(({ id }) => !confirmed.has(id)).length)}
    >
      <Headline amounts={[row.amount]} />
      <ConfirmWarnings warnings={passed} confirmed={confirmed} onConfirm={toggle} />
      <Section title="Effect">
        <p className="font-semibold text-pretty">
          The loan and its offer letter are created, and the applicant receives an SMS. No money moves yet:
          the loan awaits disbursement.
        </p>
      </Section>
      <Section title="Details">
        <DefinitionList
          items={[
            { term: 'Product', value: row.productName },
            { term: 'Amount', value: <b className="font-semibold">{formatNaira(row.amount)}</b> },
            { term: 'Tenor', value: tenorText(row.tenor, productTerms.frequency.rhythm) },
            { term: 'Instalment', value: formatNaira(quoted.usual) },
            ...settled.map(each => ({
              term: `Settles ${each.number}`,
              value: `${formatNaira(each.settlement)} at today’s date`,
            })),
            { term: 'Net disbursement', value: formatNaira(net) },
            { term: 'Total repayment', value: formatNaira(quoted.total) },
            { term: 'APR', value: formatApr(quoted.apr) },
            { term: 'Last instalment', value: formatDate(quoted.lastDueOn) },
            { term: 'Paid to', value: `${application.bankName}, ${application.accountNumber}` },
          ]}
        />
      </Section>
    </ActDialog>
  )
}
