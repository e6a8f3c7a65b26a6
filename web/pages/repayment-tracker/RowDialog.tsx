import clsx from 'clsx'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { MATCH_LABELS } from '../../../contract/labels.ts'
import { NAME_DIFFERS_BELOW, repaymentApi } from '../../../contract/repayments.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { FactList } from '../../parts/FactList.tsx'
import { componentWord } from '../../parts/loan/loanWords.ts'
import { pagesText } from '../../parts/messaging/messagingWords.ts'
import { SmsBubble } from '../../parts/messaging/SmsBubble.tsx'
import {
  type Batch,
  BIN_WORDS,
  difference,
  differenceText,
  freshAmount,
  type RepaymentRow,
  rowMeans,
  rowWords,
  TREATMENT_WORDS,
  WHY_NO_REPAYMENT,
} from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ReverseToSuspenseDialog } from './ReverseToSuspenseDialog.tsx'
import { RowMatchForm } from './RowMatchForm.tsx'

type Props = {
  batch: Batch
  row: RepaymentRow
  /** Called with the row after a manual match. */
  onMatched: (row: RepaymentRow) => void
  /** The next row that needs attention. */
  next: RepaymentRow | undefined
  onNext: () => void
  onClose: () => void
}

/** One row: values in the file, effect of posting, SMS, and the manual match. */
export function RowDialog({ batch, row, onMatched, next, onNext, onClose }: Props) {
  const whyNot = useWhyNotMatch(batch, row)
  const [isReversing, setReversing] = useState(false)
  const isToPost = row.treatment === 'post' && (row.status === 'open' || row.status === 'refused')
  if (isReversing && row.receiptId !== null)
    return (
      <ReverseToSuspenseDialog
        of={{ batchId: batch.id }}
        receiptId={row.receiptId}
        amount={freshAmount(row)}
        loanNumber={row.loanNumber}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={`Line ${row.line}: ${row.name || row.staffNumber || 'No name'}`}
      description={rowMeans(row)}
    >
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <Facts row={row} />
          {isToPost && <Preview batch={batch} row={row} />}
        </div>
        <section aria-label="Match result" className="min-w-0">
          <h3 className="mb-2 font-semibold">Match result</h3>
          {whyNot === undefined ? (
            <RowMatchForm
              key={`${row.loanId} ${row.treatment}`}
              batch={batch}
              row={row}
              onMatched={onMatched}
              {...(next ? { onNext } : {})}
              onSplit={onClose}
            />
          ) : (
            <Notice tone="notice">{whyNot}</Notice>
          )}
          {batch.status === 'posted' && row.status === 'posted' && (
            <ReverseButton batch={batch} onReverse={() => setReversing(true)} />
          )}
        </section>
      </div>
    </Dialog>
  )
}

/** Rows can be matched manually until the batch is submitted; rows that failed to post also afterwards. */
function useWhyNotMatch(batch: Batch, row: RepaymentRow): string | undefined {
  const mayAsk = useMay('money.ask')
  const isOpen = (batch.status === 'open' || batch.status === 'waiting') && row.status === 'open'
  if (!isOpen && !(batch.status === 'posted' && row.status === 'refused')) return settledText(row)
  if (row.bin === 'foreign') return 'Its code is marked as not ours, so nothing is posted for this row.'
  if (row.bin === 'unknownElement') return 'Mark its deduction code above the rows first. Then it is matched.'
  if (batch.approvalId) return 'The batch is pending approval. Withdraw it to change this row.'
  return mayAsk ? undefined : WHY_NO_REPAYMENT
}

function ReverseButton({ batch, onReverse }: { batch: Batch; onReverse: () => void }) {
  const mayAsk = useMay('money.ask')
  const whyPending = batch.approvalId ? 'The batch is pending approval already.' : undefined
  return (
    <Button
      className="mt-4"
      icon={<Undo2 aria-hidden size={16} />}
      disabledReason={mayAsk ? whyPending : WHY_NO_REPAYMENT}
      onClick={onReverse}
    >
      Reverse to suspense
    </Button>
  )
}

function settledText({ status }: RepaymentRow): string {
  switch (status) {
    case 'posted':
      return 'Posted. If it went to the wrong loan or the amount is wrong, reverse it to suspense and apply it again from there.'
    case 'suspense':
      return 'In suspense. Apply it to a loan or refund it on the Suspense tab.'
    case 'skipped':
      return 'Excluded when the batch was posted.'
    case 'undone':
      return 'Reversed with the batch.'
    default:
      return 'The batch is being processed.'
  }
}

function Facts({ row }: { row: RepaymentRow }) {
  const gap = row.expected === null ? undefined : difference(freshAmount(row), row.expected)
  return (
    <section aria-label="Row">
      <div className="mb-1 flex flex-wrap gap-1.5">
        <Badge tone={BIN_WORDS[row.bin].tone}>{MATCH_LABELS[row.bin]}</Badge>
        <Badge tone={rowWords(row).tone}>{rowWords(row).title}</Badge>
      </div>
      {row.problem && (
        <p className={clsx('mt-2', row.status !== 'undone' && 'text-negative')}>{row.problem}</p>
      )}
      <FactList
        facts={[
          { term: 'Name in file', value: row.name || 'None (matched by number only)' },
          ...(row.nameScore === null
            ? []
            : [
                {
                  term: 'Customer name',
                  value: row.customerName,
                  below: `name score ${row.nameScore} of 100 (differs below ${NAME_DIFFERS_BELOW})`,
                },
              ]),
          { term: IPPIS_NUMBER, value: row.staffNumber },
          { term: EMPLOYER, value: row.employer },
          {
            term: 'Amount',
            value: formatNaira(freshAmount(row)),
            ...(row.earlier > 0n ? { below: `${formatNaira(row.earlier)} posted before` } : {}),
          },
          {
            term: 'Expected',
            value: row.expected === null ? 'None' : formatNaira(row.expected),
            ...(gap === undefined || gap === 0n ? {} : { below: differenceText(gap) }),
          },
          {
            term: 'Loan',
            value: row.loanId ? (
              <Link to={paths.loan(row.loanId)} className="font-medium underline underline-offset-2">
                {row.loanNumber}
              </Link>
            ) : (
              'None'
            ),
            ...(row.customerName ? { below: row.customerName } : {}),
          },
          {
            term: 'Treatment',
            value: TREATMENT_WORDS[row.treatment],
            ...(row.matchedBy
              ? { below: row.matchedBy === 'hand' ? 'matched manually' : `matched by ${row.matchedBy}` }
              : {}),
          },
          ...(row.balanceAfter === null
            ? []
            : [{ term: 'Outstanding balance after', value: formatNaira(row.balanceAfter) }]),
        ]}
      />
    </section>
  )
}

/** Effect of posting the row now, calculated by the server. */
function Preview({ batch, row }: { batch: Batch; row: RepaymentRow }) {
  const { rowNumber, part } = row
  const seen = useApi(repaymentApi.repaymentRowPreview, { id: batch.id, rowNumber, part })
  if (seen.error) return <Notice tone="negative">{seen.error.message}</Notice>
  if (!seen.data) return <Skeleton className="h-40 w-full" />
  const { problem, allocation, balanceBefore, balanceAfter, credit, message } = seen.data
  if (problem) return <Notice tone="caution">{problem}</Notice>
  return (
    <section aria-label="Effect of posting">
      <h3 className="mb-2 font-semibold">Effect of posting</h3>
      <table className="w-full">
        <caption className="sr-only">Allocation</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody className="ruled">
          {allocation.map(({ instalment, component, amount }) => (
            <tr key={`${instalment} ${component}`}>
              <td className="py-1.5 text-muted">
                {componentWord(component)}
                {instalment !== null && `, instalment ${instalment}`}
              </td>
              <td className="py-1.5 text-right tabular-nums">{formatNaira(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="border-t-2 border-line">
          <tr>
            <td className="py-1.5 font-medium">Outstanding balance after</td>
            <td className="py-1.5 text-right font-semibold tabular-nums">
              {formatNaira(balanceAfter)}
              <span className="block text-[0.8125rem] font-normal text-muted">
                before {formatNaira(balanceBefore)}
                {credit > 0n && `, credit balance ${formatNaira(credit)}`}
              </span>
            </td>
          </tr>
        </tfoot>
      </table>
      <h3 className="mt-5 mb-2 font-semibold">SMS</h3>
      {message ? (
        <>
          <SmsBubble>{message.text}</SmsBubble>
          <p className="mt-1.5 text-[0.8125rem] text-muted">
            {pagesText(message.segments)}. One message per customer and batch, after the last row is posted.
          </p>
        </>
      ) : (
        <p className="text-muted">No SMS: this event has no approved template.</p>
      )}
    </section>
  )
}
