import type { AuditEntry } from '../../parts/HistoryList.tsx'
import { paths } from '../../paths.ts'

const PATHS: Record<string, (id: string) => string> = {
  user: id => `${paths.users}?person=${encodeURIComponent(id)}`,
  customer: paths.customer,
  loan: paths.loan,
  // wherever it stands by now, its page says so and leads on
  request: id => paths.request('reviewer', id),
}

/** Where the record of an entry is looked at; undefined where it has no page of its own. */
export const pathOf = ({ subjectType, subjectId }: Pick<AuditEntry, 'subjectType' | 'subjectId'>) =>
  PATHS[subjectType]?.(subjectId)
