import { tenorText } from '../../../../contract/products.ts'
import { requestApi } from '../../../../contract/requests.ts'
import { formatDate } from '../../../../engine/dates.ts'
import { formatNaira, kobo, sum } from '../../../../engine/money.ts'
import { quote } from '../../../../engine/product.ts'
import { formatApr } from '../../../../engine/rates.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { todayInLagos } from '../../../parts/today.ts'
import { DefinitionList } from '../../../ui/DefinitionList.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { DecisionProps } from './decisions.ts'
import { overridden } from './decisions.ts'

/** Says once more what is lent to whom before it becomes a loan. */
export function ApproveDialog({ request, onClose, onDone, onRefused }: DecisionProps) {
  const { row, application, productTerms } = request
  const quoted = quote(productTerms, { amount: row.amount, tenor: row.tenor, payOutOn: todayInLagos() })
  const passed = overridden(request.checklist)
  const settled = request.topUp.filter(each => each.isChosen)
  const net = kobo(quoted.netPayOut - sum(settled.map(each => each.settlement)))
  return (
    <ActDialog
      endpoint={requestApi.requestAuthorize}
      input={({ reason: note }) => ({ id: row.id, version: row.version, note })}
      onDone={() => onDone(`${row.reference} is approved. The loan waits for disbursement.`)}
      onRefused={(error, { reason: note }) => onRefused(error, note)}
      onClose={onClose}
      title={`Approve ${formatNaira(row.amount)} for ${row.applicant}?`}
      description="This opens the account and the loan, writes the offer letter and tells the applicant, at once."
      action="Approve"
      reason={{ label: 'Note', optional: true }}
    >
      {passed.length > 0 && (
        <Notice
          tone="negative"
          title={
            passed.length === 1 ? '1 failed check overridden' : `${passed.length} failed checks overridden`
          }
        >
          <ul>
            {passed.map(each => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Notice>
      )}
      <DefinitionList
        items={[
          { term: 'Product', value: row.productName },
          { term: 'Amount', value: <b className="font-semibold">{formatNaira(row.amount)}</b> },
          { term: 'Tenor', value: tenorText(row.tenor, productTerms.frequency.rhythm) },
          { term: 'Instalment', value: formatNaira(quoted.usual) },
          ...settled.map(each => ({
            term: `Settles ${each.number}`,
            value: `${formatNaira(each.settlement)}, as of today`,
          })),
          { term: 'Net pay-out', value: formatNaira(net) },
          { term: 'Total to repay', value: formatNaira(quoted.total) },
          { term: 'APR', value: formatApr(quoted.apr) },
          { term: 'Last instalment', value: formatDate(quoted.lastDueOn) },
          { term: 'Paid to', value: `${application.bankName}, ${application.accountNumber}` },
        ]}
      />
    </ActDialog>
  )
}
