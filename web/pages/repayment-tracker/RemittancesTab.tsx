import { HandCoins, Landmark } from 'lucide-react'
import { useState } from 'react'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { useMay } from '../../parts/currentUser.ts'
import { dayText } from '../../parts/figures.ts'
import { type Batch, WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

const RemittanceDialog = lazily(() =>
  import('../../parts/repayments/RemittanceDialog.tsx').then(dialog => dialog.RemittanceDialog),
)

type Remittance = Batch['remittances'][number]

/** What the payroll office has sent for this batch, and what it still owes. */
export function RemittancesTab({ batch }: { batch: Batch }) {
  const [recording, setRecording] = useState(false)
  const mayAsk = useMay('money.ask')
  const isPosted = batch.status === 'posting' || batch.status === 'posted'
  const whyWait = isPosted
    ? undefined
    : 'Money is recorded once the batch is posted; what has come by then is said at the hand-over.'
  const whyNot = mayAsk ? whyWait : WHY_NO_REPAYMENT
  const deducted = kobo(batch.postedTotal + batch.suspenseTotal)
  return (
    <Card
      flush
      title="Money received"
      actions={
        <Button
          size="small"
          icon={<HandCoins aria-hidden size={15} />}
          disabledReason={whyNot}
          onClick={() => setRecording(true)}
        >
          Record money received
        </Button>
      }
    >
      <p className="border-b border-line px-5 py-3 text-muted">
        Deducted <span className="font-medium text-ink">{formatNaira(deducted)}</span>, received{' '}
        <span className="font-medium text-ink">{formatNaira(batch.bankCredit)}</span>
        {batch.unremitted > 0n && (
          <>
            , <span className="font-medium text-caution">{formatNaira(batch.unremitted)} not remitted</span>.
            The payroll office owes it; the borrowers have paid
          </>
        )}
        {batch.bankCredit > deducted && isPosted && (
          <>
            ,{' '}
            <span className="font-medium text-caution">
              {formatNaira(kobo(batch.bankCredit - deducted))} more than was deducted
            </span>
            . The payroll office has it to its credit
          </>
        )}
        .
      </p>
      <Table
        caption="Money received for this batch"
        columns={COLUMNS}
        rows={batch.remittances}
        rowKey={each => each.id}
        empty={
          <EmptyState compact icon={<Landmark />} title="No money has come for it yet">
            What the payroll office sends is recorded with the reference on the bank statement.
          </EmptyState>
        }
      />
      {recording && <RemittanceDialog batch={batch} onClose={() => setRecording(false)} />}
    </Card>
  )
}

const COLUMNS: readonly Column<Remittance>[] = [
  { id: 'on', title: 'Day on the statement', lead: true, cell: each => dayText(each.receivedOn) },
  { id: 'amount', title: 'Amount', align: 'right', cell: each => formatNaira(each.amount) },
  { id: 'reference', title: 'Bank reference', cell: each => each.reference },
  { id: 'by', title: 'Confirmed by', cell: each => each.recordedBy },
]
