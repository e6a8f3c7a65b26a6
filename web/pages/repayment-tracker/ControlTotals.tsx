import { CircleAlert, CircleCheck } from 'lucide-react'
import { approvalApi } from '../../../contract/approvals.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira, type Kobo, parseNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { NotesLink } from '../../parts/intake/FileNotes.tsx'
import type { ReadIntake } from '../../parts/intake/intakeWords.ts'
import {
  type Batch,
  difference,
  differenceText,
  fileRowsText,
  gapsOf,
  ourTotal,
  rowsText,
} from '../../parts/repayments/repaymentWords.ts'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { Term } from '../../ui/Term.tsx'

/** Declared total, file total and bank credit, each compared with the file. */
export function ControlTotals({ batch, intake }: { batch: Batch; intake: ReadIntake }) {
  const submitted = useSubmitted(batch)
  const credit = submitted?.credit ?? (isPosted(batch) ? batch.bankCredit : undefined)
  const note = submitted?.gap ?? batch.gapNote
  const gaps = gapsOf(batch, credit)
  return (
    <section
      aria-label="Control totals"
      className="overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      <dl className="grid gap-px bg-line sm:grid-cols-2 lg:grid-cols-4">
        <Total
          term="Declared"
          help="Rows and total on the payroll office’s covering letter or schedule, entered at upload."
          amount={batch.declaredTotal ?? undefined}
          absent="Not provided"
          rows={batch.declaredRows}
          against={batch}
        />
        <Total
          term="File"
          help="Total of the valid rows. The other two totals are compared with it."
          amount={batch.fileTotal}
          absent=""
          rows={batch.fileRows}
          rowsLabel={
            batch.foreign.rows === 0
              ? fileRowsText(batch)
              : `${fileRowsText(batch)}, ours ${formatNaira(ourTotal(batch))}`
          }
        />
        <Total
          term={submitted ? 'Bank credit, as submitted' : 'Bank credit'}
          help="Amount on the bank statement for this file, entered by the person who submits it."
          amount={credit}
          absent="Entered on submission"
          rows={null}
          against={{ fileTotal: ourTotal(batch), fileRows: batch.fileRows }}
        />
        <Reading intake={intake} />
      </dl>
      <div className="flex items-start gap-2 border-t border-line px-5 py-3">
        {gaps.length === 0 ? (
          <>
            <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-positive" />
            <p>{credit === undefined ? 'The totals entered so far agree.' : 'The control totals agree.'}</p>
          </>
        ) : (
          <>
            <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-caution" />
            <div>
              <p className="font-medium text-caution">The control totals do not agree: {gaps.join(', ')}.</p>
              {note && <p className="text-muted">Explanation: “{note}”</p>}
              {!note && batch.status === 'open' && (
                <p className="text-muted">Explain the difference when you submit the batch.</p>
              )}
            </div>
          </>
        )}
      </div>
    </section>
  )
}

type TotalProps = {
  term: string
  help: string
  amount: Kobo | undefined
  absent: string
  rows: number | null
  /** Replaces the plain count. */
  rowsLabel?: string
  /** The file total to compare with. */
  against?: Pick<Batch, 'fileTotal' | 'fileRows'>
}

function Total({ term, help, amount, absent, rows, rowsLabel, against }: TotalProps) {
  const gap = amount === undefined || !against ? undefined : difference(amount, against.fileTotal)
  const rowGap = rows === null || !against ? 0 : rows - against.fileRows
  return (
    <div className="bg-surface px-5 py-4">
      <dt className="text-[0.8125rem] text-muted">
        <Term help={help}>{term}</Term>
      </dt>
      <dd className="mt-0.5">
        {amount === undefined ? (
          <EmptyValue>{absent}</EmptyValue>
        ) : (
          <span className="text-lg leading-7 font-semibold tracking-tight tabular-nums">
            {formatNaira(amount)}
          </span>
        )}
        <span className="block text-[0.8125rem] text-muted tabular-nums">
          {rows !== null && (rowsLabel ?? rowsText(rows))}
          {gap !== undefined && (
            <>
              {rows !== null && ' · '}
              <span className={gap === 0n && rowGap === 0 ? 'text-positive' : 'font-medium text-caution'}>
                {gap === 0n
                  ? rowGap === 0
                    ? 'agrees with the file'
                    : 'same amount as the file'
                  : `${differenceText(gap)} against the file`}
                {rowGap !== 0 && `, ${rowsText(Math.abs(rowGap))} ${rowGap > 0 ? 'more' : 'fewer'}`}
              </span>
            </>
          )}
        </span>
      </dd>
    </div>
  )
}

const isPosted = ({ status }: Batch): boolean => status !== 'open' && status !== 'waiting'

/** Bank credit and explanation of a pending submission, read from its approval. */
function useSubmitted(batch: Batch): { credit: Kobo | undefined; gap: string | undefined } | undefined {
  const isPending = batch.status === 'waiting' && batch.approvalId !== null
  const asked = useApi(approvalApi.approvalGet, { id: batch.approvalId ?? '' }, { enabled: isPending })
  const after = isPending ? asked.data?.after : undefined
  if (typeof after !== 'object' || after === null || Array.isArray(after)) return undefined
  return {
    credit: typeof after.bankCredit === 'string' ? parseNaira(after.bankCredit) : undefined,
    gap: typeof after.gap === 'string' ? after.gap : undefined,
  }
}

/** What reading the file repaired and excluded, with links to the lists. */
function Reading({ intake: { repairedValues, skippedRows } }: { intake: ReadIntake }) {
  return (
    <div className="bg-surface px-5 py-4">
      <dt className="text-[0.8125rem] text-muted">
        <Term help="Values of valid rows that were read otherwise than written: amounts with commas, apostrophes, lost zeros.">
          Repaired
        </Term>
      </dt>
      <dd className="mt-0.5 text-lg leading-7 font-semibold tracking-tight tabular-nums">
        {countText(repairedValues ?? 0)}
      </dd>
      <dd className="flex flex-wrap gap-x-3 text-[0.8125rem] text-muted">
        {repairedValues ? (
          <NotesLink to="?tab=repaired">see values</NotesLink>
        ) : (
          <span>No value repaired</span>
        )}
        {skippedRows ? (
          <NotesLink to="?tab=excluded">{countText(skippedRows)} excluded: totals, blanks</NotesLink>
        ) : (
          <span>No line excluded</span>
        )}
      </dd>
    </div>
  )
}
