import { useState } from 'react'
import type { FileLayout } from '../../../contract/layouts.ts'
import { payoutApi } from '../../../contract/payouts.ts'
import { returnsApi } from '../../../contract/returns.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatMonth, type LocalDate, localDate } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { dayText } from '../../parts/figures.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Period = { from: LocalDate; to: LocalDate }

/** This month up to today. */
export const thisMonth = (): Period => {
  const today = todayInLagos()
  return { from: localDate(`${today.slice(0, 7)}-01`), to: today }
}

/** The first lines of a file in a layout, with its totals, and what keeps it from being made. */
export function LayoutPreview({ layout, period }: { layout: FileLayout; period?: Period }) {
  if (layout.use === 'payout') return <PayoutPreview layout={layout} />
  if (layout.use === 'borrowers') return <LatestBorrowers layout={layout} />
  return <JournalPreview layout={layout} period={period ?? thisMonth()} />
}

function JournalPreview({ layout, period }: { layout: FileLayout; period: Period }) {
  const preview = useApi(returnsApi.journalFilePreview, { layout, ...period })
  if (preview.error) return <LoadError of={preview} />
  const found = preview.data
  if (!found) return <Skeleton className="h-40 w-full" />
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {found.withoutHouseCode.length > 0 && (
        <Notice tone="caution" title="Accounts without house code">
          Enter a house code for{' '}
          {found.withoutHouseCode.map(({ code, title }) => `${code} ${title}`).join(', ')} in the chart of
          accounts. Then the file can be made.
        </Notice>
      )}
      <FileText text={found.text} />
      <p className="flex flex-wrap items-center justify-between gap-2 text-[0.8125rem] text-muted">
        <span>
          {dayText(period.from)} to {dayText(period.to)}: {countOf(found.lines, 'line')}, debits{' '}
          {formatNaira(found.debits)}, credits {formatNaira(found.credits)}
        </span>
        <Badge tone={found.debits === found.credits ? 'positive' : 'negative'} dot>
          {found.debits === found.credits ? 'Balanced' : 'Not balanced'}
        </Badge>
      </p>
    </div>
  )
}

/** Of a batch that there is, with its account numbers masked. */
function PayoutPreview({ layout }: { layout: FileLayout }) {
  const batches = useApi(payoutApi.payoutBatchList, { limit: 10 })
  const [chosen, setChosen] = useState<string>()
  const batch = batches.data?.rows.find(each => each.id === chosen) ?? batches.data?.rows[0]
  const preview = useApi(
    payoutApi.payoutFilePreview,
    { id: batch?.id ?? '', layout },
    { enabled: batch !== undefined },
  )
  if (batches.error && !batches.data) return <LoadError of={batches} />
  if (batches.data?.rows.length === 0)
    return <p className="text-muted">No disbursement batch yet. The preview needs one.</p>
  if (preview.error) return <LoadError of={preview} />
  if (!batch || !preview.data) return <Skeleton className="h-40 w-full" />
  const { text, lines, total } = preview.data
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="sm:w-72">
        <Select
          label="Batch"
          value={batch.id}
          options={(batches.data?.rows ?? []).map(each => ({
            value: each.id,
            label: `${each.number}, ${countOf(each.lines, 'payment')}`,
          }))}
          onChange={event => setChosen(event.target.value)}
        />
      </div>
      <FileText text={text} />
      <p className="text-[0.8125rem] text-muted">
        {countOf(lines, 'payment')}, {formatNaira(total)}. Account numbers are masked here.
      </p>
    </div>
  )
}

function LatestBorrowers({ layout }: { layout: FileLayout }) {
  const stored = useApi(returnsApi.returnMonthList, {})
  if (stored.error && !stored.data) return <LoadError of={stored} />
  if (!stored.data) return <Skeleton className="h-40 w-full" />
  const [month] = stored.data.months
  if (!month) return <p className="text-muted">No month-end snapshot yet. The preview needs one.</p>
  return <BorrowersPreview layout={layout} month={month} />
}

/** Of a month-end, with personal data masked. */
export function BorrowersPreview({ layout, month }: { layout: FileLayout; month: string }) {
  const preview = useApi(returnsApi.borrowerFilePreview, { layout, month })
  if (preview.error) return <LoadError of={preview} />
  if (!preview.data) return <Skeleton className="h-40 w-full" />
  const { text, lines, outstanding } = preview.data
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <FileText text={text} />
      <p className="text-[0.8125rem] text-muted">
        {formatMonth(month)}: {countOf(lines, 'loan')}, outstanding {formatNaira(outstanding)}. Personal data
        is masked here.
      </p>
    </div>
  )
}

/** Exactly what the file has, so that it can be compared with a specification. */
const FileText = ({ text }: { text: string }) => (
  <section
    aria-label="First lines of the file"
    // a long line is read by scrolling, also with the keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    tabIndex={0}
    className="max-h-72 overflow-auto rounded-lg border border-line bg-canvas/60 p-3"
  >
    <pre className="font-mono text-xs leading-relaxed [tab-size:16]">{text}</pre>
  </section>
)
