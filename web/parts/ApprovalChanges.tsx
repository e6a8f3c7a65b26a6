import { lazy, Suspense } from 'react'
import type { z } from 'zod'
import type { approval } from '../../contract/approvals.ts'
import { changesBetween, type Json, valueText, wordsOf } from '../../contract/changes.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { FactList } from './FactList.tsx'
import { isSetting, RecordChanges } from './RecordChanges.tsx'

export type Approval = z.output<typeof approval>

const PayoutApprovalLines = lazy(() => import('./loan/PayoutApprovalLines.tsx'))

function Change({ item }: { item: Approval }) {
  if (item.before === null && !isSetting(item.command)) return <Facts of={item.after} />
  return <RecordChanges of={item} caption="What would change" />
}

/** What a waiting command would change, as whoever decides it reads it. */
export function ApprovalChanges({ item }: { item: Approval }) {
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <Change item={item} />
      {item.command === 'payoutBatchApprove' && <PayoutApprovalLines batchId={item.subjectId} />}
    </Suspense>
  )
}

/** What is kept as JSON comes back in an order of its own; a payment is read from the sum to what follows from it. */
const ORDER = `netPayOut paidBack bank account beAware payingAccount valueDate payOutDay reference references
  amountOfTheLoan amountOfTheLoans takenOff toBeRepaid firstDeduction creditNow creditCameFrom creditAfter`.split(
  /\s+/,
)
const rank = (path: string): number => (ORDER.includes(path) ? ORDER.indexOf(path) : ORDER.length)

/** Where nothing was before, such as a payment, a column of dashes would only be in the way. */
function Facts({ of }: { of: Json }) {
  const inOrder = changesBetween(null, of).toSorted((a, b) => rank(a.path) - rank(b.path))
  const facts = inOrder.map(({ path, after }) => ({
    term: wordsOf(path),
    value: Array.isArray(after) && after.length > 0 ? <Several values={after} /> : valueText(after, path),
  }))
  if (facts.length === 0) return null
  return (
    <div className="rounded-lg border border-line px-3 py-1.5 text-[0.8125rem]">
      <FactList facts={facts} />
    </div>
  )
}

const Several = ({ values }: { values: readonly Json[] }) => (
  <ul>
    {values.map(each => (
      <li key={valueText(each)}>{valueText(each)}</li>
    ))}
  </ul>
)
