import { lazy, Suspense } from 'react'
import type { Identifiers } from '../../contract/trail.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import type { AuditEntry, RecordProps } from './changed.ts'

/** The words of all settings are many; they come when a change of settings is looked at. */
const SettingChanges = lazy(() => import('./settings/SettingChanges.tsx'))

export const isSetting = (command: string): boolean =>
  command === 'settingChange' || command === 'productChange'

/** What an act changed or would change, in the words of the record it changed. */
export function RecordChanges({ of, caption, identifiers }: RecordProps) {
  if (!isSetting(of.command) || of.after === null)
    return <ChangesTable before={of.before} after={of.after} identifiers={identifiers} />
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <SettingChanges {...{ of, caption, identifiers }} />
    </Suspense>
  )
}

/** What was asked for is read as what was done. */
export function EntryChanges({ entry, identifiers }: { entry: AuditEntry; identifiers?: Identifiers }) {
  const { action, subjectId, before, after } = entry
  const asked = action === 'approvalAsk' ? (after as { command?: string } | null)?.command : undefined
  const of = { command: asked ?? action, subjectId, before, after }
  return <RecordChanges of={of} caption="What changed" identifiers={identifiers} />
}
