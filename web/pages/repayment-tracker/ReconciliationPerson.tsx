import { useState } from 'react'
import { Link } from 'react-router'
import { reconciliationApi, VERDICT_MEANINGS } from '../../../contract/reconciliation.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatDate, formatMonth, localDate } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import {
  AssignExceptionsDialog,
  CloseExceptionsDialog,
  NoteDialog,
  ReopenExceptionDialog,
} from './ReconciliationActs.tsx'
import { Measure, VerdictBadge } from './reconciliationColumns.tsx'

type Doing = 'assign' | 'close' | 'reopen' | 'note'

/** One person of a month: the five amounts, and the record behind each. */
export function ReconciliationPerson({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error } = useApi(reconciliationApi.reconciliationLine, { id })
  const mayAct = useMay('money.ask')
  const [doing, setDoing] = useState<Doing>()
  const line = data?.line
  const isException = line !== undefined && line.verdict !== null && line.verdict !== 'agrees'
  return (
    <Dialog
      open
      width="sheet"
      onClose={onClose}
      title={line?.name || line?.staffNumber || 'Person'}
      description={line && `${line.staffNumber}, ${line.source}, ${formatMonth(line.month)}`}
      footer={
        <>
          {mayAct && line && isException && (
            <>
              <Button onClick={() => setDoing('note')}>{line.note ? 'Edit note' : 'Add note'}</Button>
              <Button onClick={() => setDoing('assign')}>Assign</Button>
              {line.isOpen ? (
                <Button look="primary" onClick={() => setDoing('close')}>
                  Close exception
                </Button>
              ) : (
                <Button onClick={() => setDoing('reopen')}>Reopen exception</Button>
              )}
            </>
          )}
          {!(mayAct && isException) && <Button onClick={onClose}>Close</Button>}
        </>
      }
    >
      {error && <Notice tone="negative">{error.message}</Notice>}
      {!data && !error && <Skeleton className="h-60 w-full" />}
      {data && line && (
        <div className="flex flex-col gap-5">
          <div>
            <VerdictBadge line={line} />
            <p className="mt-1 text-muted">
              {line.verdict === null
                ? `No deduction file of ${formatMonth(line.month)} yet.`
                : VERDICT_MEANINGS[line.verdict]}
            </p>
            {isException && (
              <p className="mt-1 text-[0.8125rem] text-muted">
                Since {formatDate(localDate(line.since))} ({countOf(line.days, 'day')}), owner:{' '}
                {line.ownerName ?? 'none'}
              </p>
            )}
            {line.note && <p className="mt-2 whitespace-pre-wrap">{line.note}</p>}
            {line.closedAt && (
              <p className="mt-2 text-muted">
                Closed by {line.closedBy}: {line.closedReason}
              </p>
            )}
          </div>
          <Amounts data={data} />
          {line.customerId && (
            <Link
              to={paths.customer(line.customerId)}
              className="self-start rounded font-medium underline underline-offset-2"
            >
              Open customer
            </Link>
          )}
        </div>
      )}
      {line && doing === 'assign' && (
        <AssignExceptionsDialog ids={[line.id]} onClose={() => setDoing(undefined)} />
      )}
      {line && doing === 'close' && (
        <CloseExceptionsDialog ids={[line.id]} onClose={() => setDoing(undefined)} />
      )}
      {line && doing === 'reopen' && (
        <ReopenExceptionDialog line={line} onClose={() => setDoing(undefined)} />
      )}
      {line && doing === 'note' && <NoteDialog line={line} onClose={() => setDoing(undefined)} />}
    </Dialog>
  )
}

type Data = NonNullable<ReturnType<typeof useApi<typeof reconciliationApi.reconciliationLine>>['data']>

/** Each amount with a link to the record it comes from. */
function Amounts({ data: { line, instruction, rows, advised } }: { data: Data }) {
  const batches = [...new Map(rows.map(row => [row.batchId, row])).values()]
  return (
    <dl className="divide-y divide-line rounded-lg border border-line">
      <Line term="Expected" amount={line.expected}>
        By the schedule of the month
      </Line>
      <Line term="Instructed" amount={line.instructed}>
        {instruction ? (
          <Link
            to={paths.repaymentsTab('instructions', { id: instruction.listId })}
            className="rounded underline underline-offset-2"
          >
            {instruction.listNumber}
            {instruction.answer === null ? '' : `, ${instruction.answer}`}
          </Link>
        ) : (
          'No instruction'
        )}
      </Line>
      <Line term="Deducted" amount={line.deducted}>
        {rows.length === 0
          ? 'Not in a deduction file'
          : rows.map(row => (
              <Link
                key={`${row.batchId} ${row.line} ${row.entryRef}`}
                to={`${paths.repayment(row.batchId)}?search=${encodeURIComponent(row.staffNumber)}`}
                className="block rounded underline underline-offset-2"
              >
                {row.batchNumber}, line {row.line}
              </Link>
            ))}
      </Line>
      <Line term="Remitted" amount={line.remitted}>
        {advised.map(each => (
          <Link
            key={each.receiptId}
            to={`${paths.repaymentsTab('offices')}&${new URLSearchParams({ receipt: each.receiptId })}`}
            className="block rounded underline underline-offset-2"
          >
            {formatNaira(each.amount)} by the advice of {each.receiptNumber}
          </Link>
        ))}
        {batches.length === 0
          ? advised.length === 0 && 'No remittance'
          : batches.map(row => (
              <Link
                key={row.batchId}
                to={`${paths.repayment(row.batchId)}?tab=money`}
                className="block rounded underline underline-offset-2"
              >
                Remittances of {row.batchNumber}
              </Link>
            ))}
      </Line>
      <Line term="Posted" amount={line.posted}>
        {rows.flatMap(row =>
          row.loanId === null || row.posted === 0n
            ? []
            : [
                <Link
                  key={`${row.batchId} ${row.line} ${row.entryRef}`}
                  to={`${paths.loan(row.loanId)}?tab=repayments`}
                  className="block rounded underline underline-offset-2"
                >
                  Repayment on {row.loanNumber}
                </Link>,
              ],
        )}
      </Line>
    </dl>
  )
}

function Line({
  term,
  amount,
  children,
}: {
  term: string
  amount: Data['line']['instructed']
  children: React.ReactNode
}) {
  return (
    <div className="flex items-start justify-between gap-4 px-4 py-2.5">
      <div className="min-w-0">
        <dt className="font-medium">{term}</dt>
        <dd className="text-[0.8125rem] text-muted">{children}</dd>
      </div>
      <dd className="shrink-0 tabular-nums">
        <Measure of={amount} />
      </dd>
    </div>
  )
}
