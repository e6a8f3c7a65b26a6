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
  /** Shown if no approved month has the number. */
  empty?: ReactNode
}

/** Never refetched automatically, because each lookup is logged. */
const NO_REFETCH = { staleMs: Number.POSITIVE_INFINITY }

/** Approved payroll months of one number. */
export function PersonMonths({ staffNumber, source, monthsFirst, empty }: Props) {
  const months = useApi(payrollApi.payrollLookup, { staffNumber, ...(source ? { source } : {}) }, NO_REFETCH)
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
  <EmptyState compact icon={<FileSpreadsheet />} title="No payroll data yet">
    Net pay and status by month appear here after a payroll upload with this number is approved.
  </EmptyState>
)
