import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira, parseNaira } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { nairaText } from '../../parts/figures.ts'
import { MoneyField } from '../../parts/MoneyField.tsx'
import type { BatchRow } from '../../parts/repayments/repaymentWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import { Input } from '../../ui/Input.tsx'

type Props = {
  batch: Pick<BatchRow, 'id' | 'number' | 'sourceName' | 'unremitted'>
  onClose: () => void
}

/** Records a remittance from a payroll office. */
export function RemittanceDialog({ batch, onClose }: Props) {
  return (
    <ActDialog
      endpoint={repaymentApi.remittanceRecord}
      initial={{
        amount: batch.unremitted > 0n ? nairaText(batch.unremitted) : '',
        receivedOn: String(todayInLagos()),
        reference: '',
      }}
      input={({ amount, ...rest }, id) => ({
        id,
        batchId: batch.id,
        amount: (parseNaira(amount) ?? 0n).toString(),
        ...rest,
      })}
      check={({ amount }) => (parseNaira(amount) === undefined ? { amount: 'Enter an amount in naira' } : {})}
      done="Remittance submitted for approval."
      onClose={onClose}
      title="Record remittance"
      description={`From ${batch.sourceName} for ${batch.number}. ${
        batch.unremitted > 0n ? `${formatNaira(batch.unremitted)} is unremitted.` : 'Nothing is unremitted.'
      }`}
      action="Submit for approval"
      reason={{ rows: 2 }}
    >
      {({ field, set }) => (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <MoneyField {...field('amount')} label="Amount" onChange={typed => set('amount', typed)} />
            <Input {...field('receivedOn')} label="Date on statement" type="date" max={todayInLagos()} />
          </div>
          <Input {...field('reference')} label="Bank reference" maxLength={60} autoComplete="off" />
        </>
      )}
    </ActDialog>
  )
}
