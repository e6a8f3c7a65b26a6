import { CircleAlert, CircleCheck } from 'lucide-react'
import { approvalApi } from '../../../contract/approvals.ts'
import { formatNaira, type Kobo, parseNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import {
  type Batch,
  difference,
  differenceText,
  fileRowsText,
  gapsOf,
  rowsText,
} from '../../parts/repayments/repaymentWords.ts'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { Term } from '../../ui/Term.tsx'

/** Declared, file and bank credit side by side, each held against the file. */
export function ControlTotals({ batch }: { batch: Batch }) {
  const asked = useAsked(batch)
  const credit = asked?.credit ?? (isPosted(batch) ? batch.bankCredit : undefined)
  const note = asked?.gap ?? batch.gapNote
  const gaps = gapsOf(batch, credit)
  return (
    <section
      aria-label="The three totals"
      className="overflow-hidden rounded-xl border border-line bg-surface shadow-card"
    >
      <dl className="grid gap-px bg-line sm:grid-cols-3">
        <Total
          term="Declared"
          help="What the sender says the file holds: rows and sum, as typed at the upload."
          amount={batch.declaredTotal ?? undefined}
          absent="Nothing was declared"
          rows={batch.declaredRows}
          against={batch}
        />
        <Total
          term="File"
          help="What the rows add up to that could be read. The other two are held against it."
          amount={batch.fileTotal}
          absent=""
          rows={batch.fileRows}
          rowsSaid={fileRowsText(batch)}
        />
        <Total
          term={asked ? 'Bank credit, as handed over' : 'Bank credit'}
          help="What has reached the bank for this file, as whoever hands it over reads it from the statement."
          amount={credit}
          absent="Said at the hand-over"
          rows={null}
          against={batch}
        />
      </dl>
      <div className="flex items-start gap-2 border-t border-line px-5 py-3">
        {gaps.length === 0 ? (
          <>
            <CircleCheck aria-hidden size={16} className="mt-0.5 shrink-0 text-positive" />
            <p>{credit === undefined ? 'So far the totals agree.' : 'The three totals agree.'}</p>
          </>
        ) : (
          <>
            <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-caution" />
            <div>
              <p className="font-medium text-caution">The figures do not agree: {gaps.join('; ')}.</p>
              {note ? (
                <p className="text-muted">Explained: “{note}”</p>
              ) : (
                <p className="text-muted">Whoever hands it over has to say why.</p>
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
  /** Where more is to be said of them than how many. */
  rowsSaid?: string
  /** The file, which the others are held against. */
  against?: Pick<Batch, 'fileTotal' | 'fileRows'>
}

function Total({ term, help, amount, absent, rows, rowsSaid, against }: TotalProps) {
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
          {rows !== null && (rowsSaid ?? rowsText(rows))}
          {gap !== undefined && (
            <>
              {rows !== null && ' · '}
              <span className={gap === 0n && rowGap === 0 ? 'text-positive' : 'font-medium text-caution'}>
                {gap === 0n
                  ? `${rowGap === 0 ? 'agrees' : 'the amount agrees'} with the file`
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

/** What the maker said the bank shows, while a second person has not agreed: it stands in the question to them. */
function useAsked(batch: Batch): { credit: Kobo | undefined; gap: string | undefined } | undefined {
  const isAsked = batch.status === 'waiting' && batch.approvalId !== null
  const asked = useApi(approvalApi.approvalGet, { id: batch.approvalId ?? '' }, { enabled: isAsked })
  const after = isAsked ? asked.data?.after : undefined
  if (typeof after !== 'object' || after === null || Array.isArray(after)) return undefined
  return {
    credit: typeof after.bankCredit === 'string' ? parseNaira(after.bankCredit) : undefined,
    gap: typeof after.gap === 'string' ? after.gap : undefined,
  }
}
