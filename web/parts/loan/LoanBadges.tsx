import { Snowflake } from 'lucide-react'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useSection } from '../useSection.ts'
import { classTone, type LoanRow, STATUSES } from './loanWords.ts'

export function StatusBadge({ row }: { row: Pick<LoanRow, 'status' | 'frozen'> }) {
  const { title, tone } = STATUSES[row.status]
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={tone} dot>
        {title}
      </Badge>
      {row.frozen && <FrozenBadge />}
    </span>
  )
}

export function FrozenBadge() {
  return (
    <Badge tone="notice">
      <Snowflake aria-hidden size={12} />
      Frozen
    </Badge>
  )
}

/** The class by days past due; only active loans have one. */
export function ClassBadge({ className }: { className: string }) {
  const classes = useSection('classes')?.classes
  if (!className) return null
  return <Badge tone={classes ? classTone(className, classes) : 'neutral'}>{className}</Badge>
}

/** Zero amounts are muted. */
export const Amount = ({ value }: { value: Kobo }) =>
  value === 0n ? <span className="text-faint">{formatNaira(value)}</span> : formatNaira(value)
