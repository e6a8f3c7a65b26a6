import type { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { INTAKE_MAX_BYTES, type IntakeStatus, type intake, type intakeApi } from '../../../contract/intake.ts'
import { rolesNamed } from '../../../contract/roles.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import type { PayMonth } from '../../../engine/dates.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { sizeText } from '../../ui/sizeText.ts'
import { monthText } from '../figures.ts'

/** What the words of the contract are called on screen, whatever an upload is for. */

export type Intake = z.output<typeof intake>
export type ReadIntake = Reply<typeof intakeApi.intakeGet>
export type Layout = NonNullable<ReadIntake['layout']>

const STATUSES: Record<IntakeStatus, { title: string; tone: Tone }> = {
  receiving: { title: 'Being uploaded', tone: 'notice' },
  received: { title: 'Columns to confirm', tone: 'caution' },
  mapped: { title: 'Being read', tone: 'notice' },
  staged: { title: 'Being checked', tone: 'notice' },
  checked: { title: 'Being matched', tone: 'notice' },
  matched: { title: 'To hand over', tone: 'caution' },
  waiting: { title: 'Waiting for a second person', tone: 'caution' },
  accepted: { title: 'Accepted', tone: 'positive' },
  superseded: { title: 'Replaced', tone: 'neutral' },
  refused: { title: 'Refused', tone: 'negative' },
  cancelled: { title: 'Given up', tone: 'neutral' },
}

/** A list does not carry the layout: what still has progress to tell is not waiting for a person yet. */
export const statusOf = ({ status, progress }: Pick<Intake, 'status' | 'progress'>) =>
  STATUSES[status === 'received' && progress ? 'mapped' : status]

const RUNNING: readonly IntakeStatus[] = ['mapped', 'staged', 'checked']
const READY: readonly IntakeStatus[] = ['matched', 'waiting', 'accepted', 'superseded']
const OVER: readonly IntakeStatus[] = ['accepted', 'superseded', 'refused', 'cancelled']

/** The machine is at it: what is shown changes by itself. */
export const isRunning = ({ status, layout }: Pick<Intake, 'status'> & { layout?: Layout | null }): boolean =>
  RUNNING.includes(status) || (status === 'received' && layout === null)

/** Every row was looked at; what there is can be judged. */
export const isReady = ({ status }: Pick<Intake, 'status'>): boolean => READY.includes(status)
export const isOver = ({ status }: Pick<Intake, 'status'>): boolean => OVER.includes(status)

export const STEPS = ['File', 'Columns', 'Check', 'Acceptance'] as const

/** How many of the steps are behind it, and which is under way. */
export function stepOf({ status, layout }: Pick<ReadIntake, 'status' | 'layout'>): number {
  if (status === 'receiving' || (status === 'received' && layout === null)) return 0
  if (status === 'received') return 1
  if (RUNNING.includes(status)) return 2
  return status === 'accepted' || status === 'superseded' ? STEPS.length : 3
}

export const UPLOADERS = rolesNamed('money.ask', 'or')
/** Said where numbers of a file are covered. */
export const WHY_COVERED = `Pay, accounts, phones, BVN and NIN are covered. They show to ${rolesNamed('personal.reveal', 'and')}.`

export const WHY_NO_UPLOAD = `Files are uploaded by ${UPLOADERS}.`

export const periodText = (period: string): string => monthText(period as PayMonth)

export const speedText = (bytesPerSecond: number): string => `${sizeText(bytesPerSecond)} a second`

/** "about 2 minutes left"; nobody wants the seconds of an hour. */
export function timeLeftText(seconds: number): string {
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 60) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return `about ${countOf(minutes, 'minute')} left`
  const hours = Math.floor(minutes / 60)
  return `about ${hours} h ${minutes % 60} min left`
}

type Progress = NonNullable<Intake['progress']>

/** Rows a second since the step began, and how long the rest will take at that pace. */
export function paceOf({ done, total, startedAt, at }: Progress): { rate: string; left: string | undefined } {
  const seconds = (Date.parse(at) - Date.parse(startedAt)) / 1000
  if (seconds < 1 || done === 0) return { rate: '', left: undefined }
  const perSecond = done / seconds
  return {
    rate: `${countText(Math.round(perSecond))} rows a second`,
    left: total === null ? undefined : timeLeftText((total - done) / perSecond),
  }
}

/** For the picker only: what a file is, its content says. */
export const FILE_ACCEPT = '.csv,.txt,.tsv,.xlsx'

export const FILE_HINT = `CSV or Excel (.xlsx), up to ${INTAKE_MAX_BYTES / 1024 / 1024} MB and 1,100,000 rows.`

/** What can be said about a file before a byte of it is sent. */
export function chosenFileProblem(file: File): string | undefined {
  if (file.size === 0) return 'The file is empty.'
  if (file.size > INTAKE_MAX_BYTES)
    return `The file has ${sizeText(file.size)}; at most ${sizeText(INTAKE_MAX_BYTES)} are taken. Leave out columns nobody needs, or save it as CSV.`
  return undefined
}
