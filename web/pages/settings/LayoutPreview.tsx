import type { FileLayout } from '../../../contract/layouts.ts'
import { returnsApi } from '../../../contract/returns.ts'
import { countOf } from '../../../engine/countText.ts'
import { type LocalDate, localDate } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { dayText } from '../../parts/figures.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Period = { from: LocalDate; to: LocalDate }

/** This month up to today. */
export const thisMonth = (): Period => {
  const today = todayInLagos()
  return { from: localDate(`${today.slice(0, 7)}-01`), to: today }
}

/** The first lines of a file in a layout, with its totals, and what keeps it from being made. */
export function LayoutPreview({ layout, period = thisMonth() }: { layout: FileLayout; period?: Period }) {
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
