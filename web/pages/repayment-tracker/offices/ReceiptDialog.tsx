import { useState } from 'react'
import type { Reply } from '../../../../contract/endpoint.ts'
import { fillReceipt, officesApi } from '../../../../contract/offices.ts'
import type { PayMonth } from '../../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, parseNaira } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { monthText, nairaText } from '../../../parts/figures.ts'
import { LoadError } from '../../../parts/LoadError.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { todayInLagos } from '../../../parts/today.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'

type Account = Reply<typeof officesApi.officeGet>
type OpenBatch = Reply<typeof officesApi.officeBatchList>['rows'][number]
export type Receipt = Reply<typeof officesApi.officeReceiptList>['rows'][number]

type Typed = Record<string, { amount: string; charge: string }>

/** Records a bank credit of a payroll office, or allocates one that is recorded. */
export function ReceiptDialog(props: { source?: string; receipt?: Receipt; onClose: () => void }) {
  const [source, setSource] = useState(props.receipt?.source ?? props.source ?? '')
  const offices = useApi(officesApi.officeList, { limit: 200 })
  const account = useApi(officesApi.officeGet, { source }, { enabled: source !== '' })
  const batches = useApi(
    officesApi.officeBatchList,
    { source, state: 'open', limit: 100 },
    { enabled: source !== '' },
  )
  const failed = [account, batches].find(each => each.error && !each.data)
  const chooser =
    props.receipt || props.source ? null : (
      <Select
        label="Payroll office"
        value={source}
        onChange={event => setSource(event.target.value)}
        options={[
          { value: '', label: 'Choose a payroll office' },
          ...(offices.data?.rows ?? []).map(row => ({ value: row.source, label: row.sourceName })),
        ]}
      />
    )
  if (source !== '' && account.data?.source === source && batches.data)
    return (
      <ReceiptForm
        key={source}
        account={account.data}
        batches={withReceipt(batches.data.rows, props.receipt)}
        receipt={props.receipt}
        chooser={chooser}
        onClose={props.onClose}
      />
    )
  return (
    <Dialog open title="Record receipt" width="wide" onClose={props.onClose}>
      <div className="flex flex-col gap-4">
        {chooser}
        {failed ? <LoadError of={failed} /> : source !== '' && <Skeleton className="h-40 w-full" />}
      </div>
    </Dialog>
  )
}

/** What the receipt gives a batch already can be given to it again. */
function withReceipt(rows: readonly OpenBatch[], receipt: Receipt | undefined): OpenBatch[] {
  if (!receipt) return rows.filter(row => row.owed > 0n)
  const given = new Map(receipt.allocations.map(line => [line.batchId, line]))
  const open = rows.map(row => {
    const line = given.get(row.batchId)
    return line ? { ...row, owed: kobo(row.owed + line.amount + line.charge) } : row
  })
  const settled = receipt.allocations
    .filter(line => !rows.some(row => row.batchId === line.batchId))
    .map(line => ({
      ...line,
      number: line.batchNumber,
      source: receipt.source,
      deductions: 0,
      due: kobo(line.amount + line.charge),
      allocated: kobo(0n),
      charged: kobo(0n),
      writtenDown: kobo(0n),
      owed: kobo(line.amount + line.charge),
      expectedOn: '',
      daysLate: 0,
    }))
  return [...settled, ...open].filter(row => row.owed > 0n)
}

type FormProps = {
  account: Account
  batches: readonly OpenBatch[]
  receipt: Receipt | undefined
  chooser: React.ReactNode
  onClose: () => void
}

const amountOf = (typed: string | undefined): Kobo => parseNaira(typed ?? '') ?? kobo(0n)

function filled(amount: Kobo, batches: readonly OpenBatch[], account: Account): Typed {
  const lines = fillReceipt(amount, batches, account.charge)
  return Object.fromEntries(
    lines.map(line => [
      line.batchId,
      { amount: nairaText(line.amount), charge: line.charge === 0n ? '' : nairaText(line.charge) },
    ]),
  )
}

const linesOf = (typed: Typed) =>
  Object.entries(typed)
    .map(([batchId, line]) => ({ batchId, amount: amountOf(line.amount), charge: amountOf(line.charge) }))
    .filter(line => line.amount > 0n || line.charge > 0n)

function ReceiptForm({ account, batches, receipt, chooser, onClose }: FormProps) {
  const [typed, setTyped] = useState<Typed>(() =>
    Object.fromEntries(
      (receipt?.allocations ?? []).map(line => [
        line.batchId,
        { amount: nairaText(line.amount), charge: line.charge === 0n ? '' : nairaText(line.charge) },
      ]),
    ),
  )
  const lines = linesOf(typed)
  const allocated = lines.reduce((total, line) => total + line.amount, 0n)
  const charged = lines.reduce((total, line) => total + line.charge, 0n)
  const wire = lines.map(line => ({
    batchId: line.batchId,
    amount: line.amount.toString(),
    charge: line.charge.toString(),
  }))
  const table = (amount: Kobo) => (
    <Allocation
      batches={batches}
      typed={typed}
      onChange={setTyped}
      onFill={() => setTyped(filled(amount, batches, account))}
      amount={amount}
      allocated={kobo(allocated)}
      charged={kobo(charged)}
    />
  )
  const problem = (amount: Kobo): string | undefined =>
    allocated > amount ? 'The allocation is more than the amount received.' : undefined
  if (receipt)
    return (
      <ActDialog
        endpoint={officesApi.officeReceiptAllocate}
        input={({ reason }, id) => ({ id, receiptId: receipt.id, lines: wire, reason })}
        done="Allocation submitted for approval."
        title={`Allocate ${receipt.number}`}
        description={`${formatNaira(receipt.amount)} from ${account.sourceName}, bank reference ${receipt.reference}. What you leave out becomes credit of the payroll office.`}
        action="Submit for approval"
        width="wide"
        isDirty={wire.length > 0}
        disabledReason={problem(receipt.amount)}
        reason={{ rows: 2 }}
        onClose={onClose}
      >
        {table(receipt.amount)}
      </ActDialog>
    )
  return (
    <ActDialog
      endpoint={officesApi.officeReceiptRecord}
      initial={{ amount: '', receivedOn: String(todayInLagos()), reference: '', note: '' }}
      input={({ amount, reason, ...rest }, id) => ({
        ...rest,
        id,
        source: account.source,
        amount: amountOf(amount).toString(),
        lines: wire,
        reason,
      })}
      check={({ amount }) => (parseNaira(amount) === undefined ? { amount: 'Enter an amount in naira' } : {})}
      done="Receipt submitted for approval."
      title="Record receipt"
      description={`One bank credit from ${account.sourceName}, allocated to its batches. The rest is credit of the payroll office.`}
      action="Submit for approval"
      width="wide"
      disabledReason={values => problem(amountOf(values.amount))}
      reason={{ rows: 2 }}
      onClose={onClose}
    >
      {({ field, set, values }) => (
        <>
          {chooser}
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <MoneyField
              {...field('amount')}
              label="Amount received"
              onChange={amount => {
                set('amount', amount)
                setTyped(filled(amountOf(amount), batches, account))
              }}
            />
            <Input {...field('receivedOn')} label="Date on statement" type="date" max={todayInLagos()} />
            <Input {...field('reference')} label="Bank reference" maxLength={60} autoComplete="off" />
          </div>
          {table(amountOf(values.amount))}
          <Input {...field('note')} label="Note" maxLength={300} optional autoComplete="off" />
        </>
      )}
    </ActDialog>
  )
}

type AllocationProps = {
  batches: readonly OpenBatch[]
  typed: Typed
  onChange: (typed: Typed) => void
  onFill: () => void
  amount: Kobo
  allocated: Kobo
  charged: Kobo
}

/** Open batches, oldest first, each with what it gets and what the office kept back. */
function Allocation({ batches, typed, onChange, onFill, amount, allocated, charged }: AllocationProps) {
  const rest = kobo(amount - allocated)
  const set = (batchId: string, change: Partial<Typed[string]>): void =>
    onChange({ ...typed, [batchId]: { amount: '', charge: '', ...typed[batchId], ...change } })
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 text-[0.8125rem] font-medium">Allocation</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className={rest < 0n ? 'font-medium text-negative' : 'text-muted'}>
          {formatNaira(allocated)} allocated, {formatNaira(charged)} charges,{' '}
          {rest < 0n ? `${formatNaira(kobo(-rest))} too much` : `${formatNaira(rest)} left as credit`}
        </p>
        <span className="flex gap-2">
          <Button
            size="small"
            disabledReason={amount > 0n ? undefined : 'Enter the amount received first.'}
            onClick={onFill}
          >
            Fill oldest first
          </Button>
          <Button size="small" onClick={() => onChange({})}>
            Clear
          </Button>
        </span>
      </div>
      {batches.length === 0 && <p className="text-muted">No batch of this payroll office is open.</p>}
      {batches.map(batch => {
        const line = typed[batch.batchId]
        const tooMuch = amountOf(line?.amount) + amountOf(line?.charge) > batch.owed
        return (
          <div key={batch.batchId} className="grid items-start gap-3 sm:grid-cols-[1fr_11rem_9rem]">
            <p className="min-w-0 sm:pt-7">
              <span className="font-medium">{batch.number}</span>, {monthText(batch.period as PayMonth)}
              <span className="block text-[0.8125rem] text-muted">{formatNaira(batch.owed)} owed</span>
            </p>
            <MoneyField
              label={`Received for ${batch.number}`}
              value={line?.amount ?? ''}
              error={tooMuch ? 'More than owed' : undefined}
              onChange={value => set(batch.batchId, { amount: value })}
            />
            <MoneyField
              label="Charge withheld"
              value={line?.charge ?? ''}
              onChange={value => set(batch.batchId, { charge: value })}
            />
          </div>
        )
      })}
    </fieldset>
  )
}
