import { lazy, Suspense } from 'react'
import type { z } from 'zod'
import type { approval } from '../../contract/approvals.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ChangesTable } from './ChangesTable.tsx'

export type Approval = z.output<typeof approval>

/** The words of all settings are many; they come when a change of settings is looked at. */
const SettingApprovalChanges = lazy(() => import('./settings/SettingApprovalChanges.tsx'))

/** What a waiting command would change, as whoever decides it reads it. */
export function ApprovalChanges({ item }: { item: Approval }) {
  if (item.command !== 'settingChange' && item.command !== 'productChange')
    return <ChangesTable before={item.before} after={item.after} />
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <SettingApprovalChanges item={item} />
    </Suspense>
  )
}
