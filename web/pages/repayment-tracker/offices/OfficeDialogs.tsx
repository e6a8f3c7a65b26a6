import type { Reply } from '../../../../contract/endpoint.ts'
import { officesApi, officesExportApi } from '../../../../contract/offices.ts'
import { formatNaira, parseNaira } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { fetchFile } from '../../../parts/fetchFile.ts'
import { dayText, nairaText } from '../../../parts/figures.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { todayInLagos } from '../../../parts/today.ts'
import { Input } from '../../../ui/Input.tsx'
import type { OfficePromise, WriteDown } from './officeWords.ts'
import type { Receipt } from './ReceiptDialog.tsx'

type OpenBatch = Reply<typeof officesApi.officeBatchList>['rows'][number]
type Of = { source: string; name: string; onClose: () => void }

const amountText = (typed: string): string => (parseNaira(typed) ?? 0n).toString()
const needsAmount = ({ amount }: { amount: string }) =>
  parseNaira(amount) === undefined ? { amount: 'Enter an amount in naira' } : {}

/** Issues a numbered letter over the open batches of an office, with its schedule of persons. */
export function LetterDialog({ source, name, onClose }: Of) {
  const batches = useApi(officesApi.officeBatchList, { source, state: 'open', limit: 200 })
  const open = batches.data?.rows.filter(row => row.owed > 0n) ?? []
  return (
    <ActDialog
      endpoint={officesApi.officeLetterIssue}
      input={(_, id) => ({ id, source, batchIds: open.map(row => row.batchId) })}
      done={letter => `Demand letter ${letter.number} issued.`}
      onDone={letter => {
        void fetchFile(officesExportApi.officeLetterExport, { id: letter.id, format: 'pdf' })
        onClose()
      }}
      pending={!batches.data}
      title={`Issue demand letter to ${name}`}
      description={`It demands ${formatNaira(batches.data?.owed ?? (0n as never))} for ${open.map(row => row.number).join(', ')}, with a schedule of persons. Staff numbers are masked.`}
      action="Issue letter"
      disabledReason={batches.data && open.length === 0 ? 'Nothing is owed.' : undefined}
      onClose={onClose}
    />
  )
}

export function PromiseDialog({ source, name, onClose }: Of) {
  return (
    <ActDialog
      endpoint={officesApi.officePromiseAdd}
      initial={{ amount: '', promisedOn: '', note: '' }}
      input={({ amount, promisedOn, note }, id) => ({
        id,
        source,
        amount: amountText(amount),
        promisedOn,
        note,
      })}
      check={needsAmount}
      done="Promise recorded."
      title={`Record promise of ${name}`}
      description="It is kept if the bank receives the amount by the promised day."
      action="Record promise"
      onClose={onClose}
    >
      {({ field, set }) => (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <MoneyField {...field('amount')} label="Amount" onChange={typed => set('amount', typed)} />
            <Input {...field('promisedOn')} label="Promised day" type="date" min={todayInLagos()} />
          </div>
          <Input {...field('note')} label="Who promised, and how" maxLength={300} autoComplete="off" />
        </>
      )}
    </ActDialog>
  )
}

export function PromiseCancelDialog({ promise, onClose }: { promise: OfficePromise; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={officesApi.officePromiseCancel}
      input={({ reason }) => ({ id: promise.id, reason })}
      done="Promise cancelled."
      danger
      title="Cancel promise?"
      description={`${formatNaira(promise.amount)} by ${dayText(promise.promisedOn)}. Cancel it only if it was recorded by mistake.`}
      action="Cancel promise"
      cancel="Back"
      reason
      onClose={onClose}
    />
  )
}

export function ReverseReceiptDialog({ receipt, onClose }: { receipt: Receipt; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={officesApi.officeReceiptUndo}
      input={({ reason }) => ({ id: receipt.id, reason })}
      done="Reversal submitted for approval."
      danger
      title={`Reverse ${receipt.number}?`}
      description={`${formatNaira(receipt.amount)} leaves the bank account in the ledger, and the payroll office owes its batches again. You can then record bank reference ${receipt.reference} correctly.`}
      action="Submit reversal"
      reason
      onClose={onClose}
    />
  )
}

export function WriteDownDialog({ batch, onClose }: { batch: OpenBatch; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={officesApi.officeWriteDown}
      initial={{ amount: nairaText(batch.owed) }}
      input={({ amount, reason }, id) => ({ id, batchId: batch.batchId, amount: amountText(amount), reason })}
      check={needsAmount}
      done="Write-down submitted for approval."
      danger
      title={`Write down ${batch.number}`}
      description={`${formatNaira(batch.owed)} is owed. The amount becomes an expense. Loan balances do not change.`}
      action="Submit for approval"
      reason
      onClose={onClose}
    >
      {({ field, set }) => (
        <MoneyField {...field('amount')} label="Amount" onChange={typed => set('amount', typed)} />
      )}
    </ActDialog>
  )
}

export function ReverseWriteDownDialog({
  writeDown,
  onClose,
}: {
  writeDown: WriteDown
  onClose: () => void
}) {
  return (
    <ActDialog
      endpoint={officesApi.officeWriteDownUndo}
      input={({ reason }) => ({ id: writeDown.id, reason })}
      done="Reversal submitted for approval."
      danger
      title={`Reverse write-down of ${writeDown.batchNumber}?`}
      description={`The payroll office owes ${formatNaira(writeDown.amount)} again, and the expense is reversed. Loan balances do not change.`}
      action="Submit reversal"
      reason
      onClose={onClose}
    />
  )
}
