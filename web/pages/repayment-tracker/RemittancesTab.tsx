import { HandCoins, Landmark, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { approvalApi } from '../../../contract/approvals.ts'
import { repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { dayText } from '../../parts/figures.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { type Batch, WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import type { Column } from '../../ui/Table.tsx'

const RemittanceDialog = lazyPart(() =>
  import('./RemittanceDialog.tsx').then(dialog => dialog.RemittanceDialog),
)

type Remittance = Batch['remittances'][number]

/** Remittances received for a batch, and the unremitted amount. */
export function RemittancesTab({ batch }: { batch: Batch }) {
  const [recording, setRecording] = useState(false)
  const [reversing, setReversing] = useState<Remittance>()
  const mayAsk = useMay('money.ask')
  const isPosted = batch.status === 'posting' || batch.status === 'posted'
  const whyWait = isPosted
    ? undefined
    : 'Record remittances after the batch is posted. Enter earlier ones as bank credit when you submit.'
  const whyNot = mayAsk ? whyWait : WHY_NO_REPAYMENT
  const waiting = useApi(approvalApi.approvalList, {
    status: 'waiting',
    subjectType: 'remittance',
    subjectId: batch.id,
  })
  const whyNotReverse = waiting.data?.rows.some(each => each.command === 'remittanceUndo')
    ? 'A reversal is already pending approval.'
    : undefined
  const deducted = kobo(batch.postedTotal + batch.suspenseTotal)
  const others = [
    ...(batch.officeCharges > 0n ? [`charges ${formatNaira(batch.officeCharges)}`] : []),
    ...(batch.writtenDown > 0n ? [`write-downs ${formatNaira(batch.writtenDown)}`] : []),
  ]
  return (
    <ListPage
      title="Remittances"
      actions={
        <Button
          size="small"
          icon={<HandCoins aria-hidden size={15} />}
          disabledReason={whyNot}
          onClick={() => setRecording(true)}
        >
          Record remittance
        </Button>
      }
      above={
        <p className="border-b border-line px-5 py-3 text-muted">
          Deducted <span className="font-medium text-ink">{formatNaira(deducted)}</span>, received{' '}
          <span className="font-medium text-ink">{formatNaira(batch.bankCredit)}</span>
          {others.map(text => `, ${text}`).join('')}
          {batch.unremitted > 0n && (
            <>
              , <span className="font-medium text-caution">{formatNaira(batch.unremitted)} unremitted</span>.
              The payroll office owes this amount, not the customers
            </>
          )}
          .{' '}
          <Link
            to={`${paths.repaymentsTab('offices', { source: batch.source })}`}
            className="font-medium underline"
          >
            Account of {batch.sourceName}
          </Link>
        </p>
      }
      name="remittances"
      views={false}
      list={{ rows: batch.remittances }}
      caption="Remittances for this batch"
      columns={[...COLUMNS, reverseColumn(whyNot ?? whyNotReverse, setReversing)]}
      exports={exportOf('Export remittances', repaymentExportApi.remittanceExport, { id: batch.id })}
      empty={{
        compact: true,
        icon: <Landmark />,
        title: 'No remittances yet',
        text: 'Record each remittance with the reference on the bank statement.',
      }}
    >
      {recording && <RemittanceDialog batch={batch} onClose={() => setRecording(false)} />}
      {reversing && (
        <ReverseRemittanceDialog
          batch={batch}
          remittance={reversing}
          onClose={() => setReversing(undefined)}
        />
      )}
    </ListPage>
  )
}

const COLUMNS: readonly Column<Remittance>[] = [
  { id: 'on', title: 'Date on statement', lead: true, cell: each => dayText(each.receivedOn) },
  {
    id: 'receipt',
    title: 'Receipt',
    cell: each => (
      <Link to={paths.repaymentsTab('offices', { receipt: each.id })} className="underline">
        {each.number}
      </Link>
    ),
  },
  { id: 'amount', title: 'For this batch', align: 'right', cell: each => <Amount of={each.amount} /> },
  {
    id: 'charge',
    title: 'Charges',
    align: 'right',
    goes: 'first',
    cell: each => <Amount of={each.charge} />,
  },
  {
    id: 'whole',
    title: 'Whole receipt',
    align: 'right',
    goes: 'second',
    cell: each => <Amount of={each.receiptAmount} />,
  },
  { id: 'reference', title: 'Bank reference', phone: 'status', cell: each => each.reference },
  { id: 'by', title: 'Recorded by', cell: each => each.recordedBy },
]

const reverseColumn = (
  whyNot: string | undefined,
  onReverse: (remittance: Remittance) => void,
): Column<Remittance> => ({
  id: 'reverse',
  title: 'Reverse',
  titleHidden: true,
  align: 'right',
  cell: each => (
    <Button
      size="small"
      icon={<Undo2 aria-hidden size={14} />}
      disabledReason={whyNot}
      onClick={() => onReverse(each)}
      aria-label={`Reverse ${formatNaira(each.amount)}, bank reference ${each.reference}`}
    >
      Reverse
    </Button>
  ),
})

type ReverseProps = { batch: Batch; remittance: Remittance; onClose: () => void }

/** Reverses a remittance recorded with the wrong amount or for the wrong batch. */
function ReverseRemittanceDialog({ batch, remittance, onClose }: ReverseProps) {
  return (
    <ActDialog
      endpoint={repaymentApi.remittanceUndo}
      input={({ reason }) => ({ id: remittance.id, batchId: batch.id, reason })}
      done="Reversal submitted for approval."
      danger
      onClose={onClose}
      title={`Reverse remittance of ${formatNaira(remittance.amount)} for ${batch.number}?`}
      description={`The amount becomes unremitted again. Loan balances do not change. You can then record bank reference ${remittance.reference} correctly.`}
      action="Submit reversal"
      reason
    />
  )
}
