import { lazy, Suspense } from 'react'
import { loanStatusLabel } from '../../contract/labels.ts'
import { type Json, labelledChanges, valueText } from '../../contract/trail.ts'
import { capitalised } from '../../contract/vocabulary.ts'
import { countText } from '../../engine/countText.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { Approval } from './approvalWords.ts'
import { ChangesTable } from './ChangesTable.tsx'
import { FactList } from './FactList.tsx'
import { isSetting, RecordChanges } from './RecordChanges.tsx'

const PayoutApprovalLines = lazy(() => import('./loan/PayoutApprovalLines.tsx'))

/** Whether there is more to show than the effect. */
export const hasChanges = (item: Approval): boolean =>
  isSetting(item.command) || item.command === 'payoutBatchApprove' || labelledChanges(item).length > 0

/** What a pending command would change, as the approver reads it. */
export function ApprovalChanges({ item }: { item: Approval }) {
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      {isSetting(item.command) ? (
        <RecordChanges of={item} caption="What would change" />
      ) : (
        <Changes item={item} />
      )}
      {item.command === 'payoutBatchApprove' && <PayoutApprovalLines batchId={item.subjectId} />}
    </Suspense>
  )
}

function Changes({ item }: { item: Approval }) {
  const changes = labelledChanges(item)
  if (changes.length === 0) return null
  if (item.before === null) return <Facts changes={changes} />
  const labels = new Map(changes.map(({ path, label }) => [path, label]))
  const inOrder = [
    ...changes.filter(change => change.kind !== 'same'),
    ...changes.filter(change => change.kind === 'same'),
  ]
  return (
    <ChangesTable
      before={item.before}
      after={item.after}
      changes={inOrder.map(change => ({
        ...change,
        before: asWords(change.path, change.before),
        after: asWords(change.path, change.after),
      }))}
      wordsFor={path => labels.get(path) ?? ''}
    />
  )
}

function asWords(path: string, value: Json | undefined): Json | undefined {
  if (typeof value === 'number') return countText(value)
  return path === 'status' && typeof value === 'string' ? capitalised(loanStatusLabel(value)) : value
}

/** Without a state before, such as a payment, there is one column. */
function Facts({ changes }: { changes: ReturnType<typeof labelledChanges> }) {
  const facts = changes.map(({ path, label, after }) => ({
    term: label,
    value:
      Array.isArray(after) && after.length > 0 ? (
        <Several values={after} />
      ) : (
        valueText(asWords(path, after), path)
      ),
  }))
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
