import { lazy, Suspense } from 'react'
import type { Json } from '../../contract/changes.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ChangesTable } from './ChangesTable.tsx'
import type { AuditEntry } from './HistoryEntries.tsx'

/** The words of all settings are many; they come when a change of settings is looked at. */
const SettingChanges = lazy(() => import('./settings/SettingChanges.tsx'))

export type Changed = { command: string; subjectId: string; before: Json | null; after: Json | null }

export const isSetting = (command: string): boolean =>
  command === 'settingChange' || command === 'productChange'

/** What an act changed or would change, in the words of the record it changed. */
export function RecordChanges({ of, caption }: { of: Changed; caption: string }) {
  if (!isSetting(of.command) || of.after === null) return <ChangesTable before={of.before} after={of.after} />
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <SettingChanges of={of} caption={caption} />
    </Suspense>
  )
}

/** What was asked for is read as what was done. */
export function EntryChanges({ entry: { action, subjectId, before, after } }: { entry: AuditEntry }) {
  const asked = action === 'approvalAsk' ? (after as { command?: string } | null)?.command : undefined
  return <RecordChanges of={{ command: asked ?? action, subjectId, before, after }} caption="What changed" />
}
