import { FileSpreadsheet } from 'lucide-react'
import type { ReactNode } from 'react'
import { payrollApi } from '../../../contract/payroll.ts'
import { useApi } from '../../api.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { PayHistory } from './PayHistory.tsx'

type Props = {
  staffNumber: string
  source?: string | undefined
  monthsFirst?: number
  /** What stands there when no accepted month knows the number. */
  empty?: ReactNode
}

/** Every look is kept in the trail, so it is not repeated merely because the window was shown again. */
const ONE_LOOK = { staleMs: Number.POSITIVE_INFINITY }

/** The accepted months of one staff number. */
export function PersonMonths({ staffNumber, source, monthsFirst, empty }: Props) {
  const months = useApi(payrollApi.payrollLookup, { staffNumber, ...(source ? { source } : {}) }, ONE_LOOK)
  if (months.data && !months.isPlaceholderData)
    return months.data.rows.length > 0 ? (
      <PayHistory records={months.data.rows} monthsFirst={monthsFirst} />
    ) : (
      (empty ?? NOTHING)
    )
  if (months.error)
    return (
      <ErrorState
        message={Object.values(months.error.fields ?? {})[0] ?? months.error.message}
        requestId={months.error.requestId}
        onRetry={() => void months.refetch()}
      />
    )
  return (
    <div data-first-load className="p-5">
      <Skeleton className="mb-4 h-48 w-full" />
      <Skeleton className="h-24 w-full" />
    </div>
  )
}

const NOTHING = (
  <EmptyState compact icon={<FileSpreadsheet />} title="No accepted payroll data yet.">
    Month by month, net pay and status stand here once a payroll upload with this number is accepted.
  </EmptyState>
)
