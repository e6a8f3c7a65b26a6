import type { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { INTAKE_MAX_BYTES, type IntakeStatus, type intake, type intakeApi } from '../../../contract/intake.ts'
import { rolesNamed } from '../../../contract/roles.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import type { PayMonth } from '../../../engine/dates.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { sizeText } from '../../ui/sizeText.ts'
import { monthText } from '../figures.ts'

/** Labels of upload states and texts shared by all uploads. */

export type Intake = z.output<typeof intake>
export type ReadIntake = Reply<typeof intakeApi.intakeGet>
export type Layout = NonNullable<ReadIntake['layout']>

const STATUSES: Record<IntakeStatus, { title: string; tone: Tone }> = {
  receiving: { title: 'Uploading', tone: 'notice' },
  received: { title: 'Confirm columns', tone: 'caution' },
  mapped: { title: 'Reading', tone: 'notice' },
  staged: { title: 'Checking', tone: 'notice' },
  checked: { title: 'Matching', tone: 'notice' },
  matched: { title: 'Draft', tone: 'caution' },
  waiting: { title: 'Pending approval', tone: 'caution' },
  accepted: { title: 'Approved', tone: 'positive' },
  superseded: { title: 'Replaced', tone: 'neutral' },
  refused: { title: 'Rejected', tone: 'negative' },
  cancelled: { title: 'Cancelled', tone: 'neutral' },
}

/** List rows have no layout; an upload with progress is still being read. */
export const statusOf = ({ status, progress }: Pick<Intake, 'status' | 'progress'>) =>
  STATUSES[status === 'received' && progress ? 'mapped' : status]

const RUNNING: readonly IntakeStatus[] = ['mapped', 'staged', 'checked']
const READY: readonly IntakeStatus[] = ['matched', 'waiting', 'accepted', 'superseded']
const OVER: readonly IntakeStatus[] = ['accepted', 'superseded', 'refused', 'cancelled']

/** A job is working on the upload, so its state changes without user action. */
export const isRunning = ({ status, layout }: Pick<Intake, 'status'> & { layout?: Layout | null }): boolean =>
  RUNNING.includes(status) || (status === 'received' && layout === null)

/** All rows are checked and matched. */
export const isReady = ({ status }: Pick<Intake, 'status'>): boolean => READY.includes(status)
export const isOver = ({ status }: Pick<Intake, 'status'>): boolean => OVER.includes(status)

export const STEPS = ['File', 'Columns', 'Check', 'Approval'] as const

/** Number of completed steps. */
export function stepOf({ status, layout }: Pick<ReadIntake, 'status' | 'layout'>): number {
  if (status === 'receiving' || (status === 'received' && layout === null)) return 0
  if (status === 'received') return 1
  if (RUNNING.includes(status)) return 2
  return status === 'accepted' || status === 'superseded' ? STEPS.length : 3
}

export const UPLOADERS = rolesNamed('money.ask', 'and')
/** Shown where personal data of a file is masked. */
export const WHY_MASKED = `Pay, accounts, phones, BVN and NIN are masked. Only ${rolesNamed('personal.reveal', 'and')} can see them.`

export const WHY_NO_UPLOAD = `Only ${UPLOADERS} can upload files.`

export const periodText = (period: string): string => monthText(period as PayMonth)

export const speedText = (bytesPerSecond: number): string => `${sizeText(bytesPerSecond)} per second`

/** "about 2 minutes left". */
export function timeLeftText(seconds: number): string {
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 60) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `about ${countOf(minutes, 'minute')} left`
  const hours = Math.floor(minutes / 60)
  return `about ${hours} h ${minutes % 60} min left`
}

type Progress = NonNullable<Intake['progress']>

/** Rows per second since the step began, and the remaining time at that rate. */
export function paceOf({ done, total, startedAt, at }: Progress): { rate: string; left: string | undefined } {
  const seconds = (Date.parse(at) - Date.parse(startedAt)) / 1000
  if (seconds < 1 || done === 0) return { rate: '', left: undefined }
  const perSecond = done / seconds
  return {
    rate: `${countText(Math.round(perSecond))} rows per second`,
    left: total === null ? undefined : timeLeftText((total - done) / perSecond),
  }
}

/** For the file picker only; the server detects the format from the content. */
export const FILE_ACCEPT = '.csv,.txt,.tsv,.xlsx'

export const FILE_HINT = `CSV or Excel (.xlsx), up to ${INTAKE_MAX_BYTES / 1024 / 1024} MB and 1,100,000 rows.`

/** Validates a chosen file before the upload. */
export function chosenFileProblem(file: File): string | undefined {
  if (file.size === 0) return 'The file is empty.'
  if (file.size > INTAKE_MAX_BYTES)
    return `The file is ${sizeText(file.size)}. The limit is ${sizeText(INTAKE_MAX_BYTES)}. Remove unused columns or save it as CSV.`
  return undefined
}
