import { BookOpenText } from 'lucide-react'
import { useState } from 'react'
import { ENTRY_LABELS } from '../../../contract/labels.ts'
import { ledgerApi } from '../../../contract/ledger.ts'
import { formatNaira, type Kobo, negate } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { dayText } from '../figures.ts'
import { LoadError } from '../LoadError.tsx'
import type { LedgerEntry } from './loanWords.ts'

type Props = { loanId: string; asOf?: string | undefined }

/** Journal entries of the loan, newest first. */
export function JournalList(props: Props) {
  return <JournalPage {...props} cursor={undefined} />
}

const PAGE = 20

/** One page; the next is appended below. */
function JournalPage({ loanId, asOf, cursor }: Props & { cursor: string | undefined }) {
  const [goesOn, setGoesOn] = useState(false)
  const journal = useApi(ledgerApi.ledgerLoanJournal, {
    loanId,
    limit: PAGE,
    ...(asOf ? { asOf } : {}),
    ...(cursor ? { cursor } : {}),
  })
  if (journal.error && !journal.data) return <LoadError of={journal} />
  if (!journal.data)
    return (
      <div className="flex flex-col gap-3 p-5">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-20 w-full" />
      </div>
    )
  const { entries, next } = journal.data
  if (entries.length === 0 && !cursor)
    return (
      <EmptyState compact icon={<BookOpenText />} title="No entries yet">
        Journal entries appear here after disbursement.
      </EmptyState>
    )
  return (
    <>
      <ol className="ruled">
        {entries.map(entry => (
          <li key={entry.id} className="px-5 py-4">
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
      {next !== null &&
        (goesOn ? (
          <div className="border-t border-line">
            <JournalPage loanId={loanId} asOf={asOf} cursor={next} />
          </div>
        ) : (
          <div className="border-t border-line px-5 py-3">
            <Button size="small" onClick={() => setGoesOn(true)}>
              Show older entries
            </Button>
          </div>
        ))}
    </>
  )
}

function Entry({ entry }: { entry: LedgerEntry }) {
  return (
    <>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">{ENTRY_LABELS[entry.reason]}</span>
        <span className="text-muted">{dayText(entry.effectiveOn)}</span>
        {entry.reversedBy && <Badge tone="caution">Reversed by entry {entry.reversedBy}</Badge>}
        {entry.reverses && <Badge tone="caution">Reverses entry {entry.reverses}</Badge>}
        {entry.belongsOn && <Badge>Prior-period adjustment for {dayText(entry.belongsOn)}</Badge>}
        <span className="ml-auto text-[0.8125rem] text-muted">
          Entry {entry.id} · {entry.postedBy ?? 'Iroko'} · <RelativeTime at={entry.insertedAt} />
        </span>
      </div>
      {entry.note && <p className="mb-2 text-muted">{entry.note}</p>}
      <div className="max-w-3xl">
        <LinesTable lines={entry.lines} />
      </div>
    </>
  )
}

type Line = { title: string; amount: Kobo }

const cell = 'px-3 py-1.5 text-right tabular-nums whitespace-nowrap'

/** Debits on the left, credits on the right. */
export function LinesTable({ lines }: { lines: readonly Line[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto rounded-lg border border-line">
      <table className="w-full text-[0.8125rem]">
        <caption className="sr-only">Lines of the entry</caption>
        <thead>
          <tr className="border-b border-line bg-canvas/60 text-xs text-muted">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              Account
            </th>
            <th scope="col" className={`${cell} w-36 font-medium`}>
              Debit
            </th>
            <th scope="col" className={`${cell} w-36 font-medium`}>
              Credit
            </th>
          </tr>
        </thead>
        <tbody className="ruled">
          {[...lines.filter(line => line.amount > 0n), ...lines.filter(line => line.amount < 0n)].map(
            line => (
              <tr key={`${line.title} ${line.amount}`}>
                <th scope="row" className="px-3 py-1.5 text-left font-normal">
                  {line.title}
                </th>
                <td className={cell}>{line.amount > 0n && formatNaira(line.amount)}</td>
                <td className={cell}>{line.amount < 0n && formatNaira(negate(line.amount))}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}
