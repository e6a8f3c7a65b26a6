import type { z } from 'zod/mini'
import type { auditEntry } from '../../contract/staff.ts'
import type { Identifiers, Json } from '../../contract/trail.ts'

export type Changed = { command: string; subjectId: string; before: Json | null; after: Json | null }

export type RecordProps = { of: Changed; caption: string; identifiers?: Identifiers | undefined }

export type AuditEntry = z.output<typeof auditEntry>
