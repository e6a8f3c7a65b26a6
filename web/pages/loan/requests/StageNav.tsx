import clsx from 'clsx'
import { Link } from 'react-router'
import { requestApi } from '../../../../contract/requests.ts'
import { useApi } from '../../../api.ts'
import { QUEUES } from '../../../parts/requestWords.ts'
import { paths, STAGES, type Stage } from '../../../paths.ts'
import { TabCount } from '../../../ui/Tabs.tsx'
import { useCentredTab, useOverflowEdges } from '../../../ui/tabScrolling.ts'

/** Tabs of the stages with their counts. */
export function StageNav({ current }: { current: Stage }) {
  const counts: Partial<Record<Stage, number>> = useApi(requestApi.requestCounts, {}).data ?? {}
  const row = useCentredTab<HTMLElement>('[aria-current]', current)
  useOverflowEdges(row)
  return (
    <nav
      ref={row}
      aria-label="Stages"
      className="relative mb-4 flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none] print:border-0 print:mask-none!
        data-[more~=left]:mask-l-from-[calc(100%-2.5rem)] data-[more~=right]:mask-r-from-[calc(100%-2.5rem)]"
    >
      {STAGES.map(stage => (
        <Link
          key={stage}
          to={paths.requests(stage)}
          aria-current={stage === current ? 'page' : undefined}
          className={clsx(
            '-mb-px flex items-center gap-2 border-b-2 px-0.5 pt-2 pb-2.5 font-medium whitespace-nowrap transition-colors',
            'focus-visible:-outline-offset-2',
            stage === current
              ? 'border-brand text-brand-ink print:border-0'
              : 'border-transparent text-muted hover:text-ink print:hidden',
          )}
        >
          {QUEUES[stage].short}
          {counts[stage] !== undefined && <TabCount of={counts[stage]} />}
        </Link>
      ))}
    </nav>
  )
}
