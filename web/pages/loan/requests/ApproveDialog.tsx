import { tenorText } from '../../../../contract/products.ts'
import { requestApi } from '../../../../contract/requests.ts'
import { formatDate } from '../../../../engine/dates.ts'
import { formatNaira, kobo, sum } from '../../../../engine/money.ts'
import { quote } from '../../../../engine/product.ts'
import { formatApr } from '../../../../engine/rates.ts'
import { useAct } from '../../../api.ts'
import { todayInLagos } from '../../../parts/today.ts'
import { DefinitionList } from '../../../ui/DefinitionList.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { DecisionProps } from './decisions.ts'
import { overridden } from './decisions.ts'

/** Says once more what is lent to whom before it becomes a loan. */
export function ApproveDialog({ request, onClose, onDone, onRefused }: DecisionProps) {
  const approve = useAct(requestApi.requestAuthorize)
  const { row, application, productTerms } = request
  const quoted = quote(productTerms, { amount: row.amount, tenor: row.tenor, payOutOn: todayInLagos() })
  const passed = overridden(request.checklist)
  const settled = request.topUp.filter(each => each.isChosen)
  const net = kobo(quoted.netPayOut - sum(settled.map(each => each.settlement)))
  const confirm = (note: string): void =>
    approve.mutate(
      { id: row.id, version: row.version, note },
      {
        onSuccess: () => onDone(`${row.reference} is approved. The loan waits for disbursement.`),
        onError: error => void onRefused(error, note),
      },
    )
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Approve ${formatNaira(row.amount)} for ${row.applicant}?`}
      description="This opens the account and the loan, writes the offer letter and tells the applicant, at once."
      action="Approve"
      reason="optional"
      reasonLabel="Note"
      pending={approve.isPending}
      error={approve.error?.message}
      onConfirm={confirm}
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
    </ConfirmDialog>
  )
}
