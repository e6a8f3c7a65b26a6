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

/** What the bank statement shows of a payroll office's debt. */
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
      check={({ amount }) => (parseNaira(amount) === undefined ? { amount: 'Type an amount in naira' } : {})}
      done="A second person has to confirm the money."
      onClose={onClose}
      title="Record money received"
      description={`From ${batch.sourceName} for ${batch.number}. ${
        batch.unremitted > 0n ? `${formatNaira(batch.unremitted)} is still owed to us.` : 'Nothing is owed.'
      }`}
      action="Ask for confirmation"
      reason={{ rows: 2 }}
    >
      {({ field, set }) => (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <MoneyField {...field('amount')} label="Amount" onChange={typed => set('amount', typed)} />
            <Input {...field('receivedOn')} label="Day on the statement" type="date" max={todayInLagos()} />
          </div>
          <Input {...field('reference')} label="Bank reference" maxLength={60} autoComplete="off" />
        </>
      )}
    </ActDialog>
  )
}
