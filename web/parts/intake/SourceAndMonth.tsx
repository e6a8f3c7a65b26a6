import { Select } from '../../ui/Select.tsx'
import { useSection } from '../useSection.ts'
import { MonthSelect } from './MonthSelect.tsx'
import type { Problems } from './useUploadForm.ts'

type Props = {
  source: string
  period: string
  problems: Problems
  set: (name: 'source' | 'period', value: string) => void
  /** A correction has the source and month of the file it corrects. */
  isFixed: boolean
}

/** Payroll source and month of a file. */
export function SourceAndMonth({ source, period, problems, set, isFixed }: Props) {
  const sources = (useSection('payroll')?.sources ?? []).filter(
    each => each.status === 'active' || each.code === source,
  )
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Select
        label="Source"
        name="source"
        placeholder="Choose a source"
        disabled={isFixed}
        value={source}
        error={problems.source}
        options={sources.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={event => set('source', event.target.value)}
      />
      <MonthSelect
        name="period"
        placeholder="Choose a month"
        disabled={isFixed}
        value={period}
        error={problems.period}
        onChange={month => set('period', month)}
      />
    </div>
  )
}
