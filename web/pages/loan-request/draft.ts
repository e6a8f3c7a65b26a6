import { readRequestDraft, saveRequestDraft } from '../../session.ts'
import { ANSWER_NAMES, type AnswerName, type Answers, EMPTY_ANSWERS } from './answers.ts'
import { isStepName, type StepName } from './steps.ts'

/** A file that is on the server; its content is not stored here. */
export type StoredFile = {
  readonly id: string
  readonly title: string
  readonly fileName: string
  readonly bytes: number
}

export type Sent = {
  readonly reference: string
  readonly at: string
  readonly alreadyPending: boolean
  /** Set for staff only. */
  readonly requestId: string | null
}

/** One request as this browser stores it, from the first answer to the reference. */
export type Draft = {
  /** The request id. Submitting it again is idempotent. */
  readonly requestId: string
  readonly keptAt: string
  readonly step: StepName
  readonly answers: Answers
  /** The accepted version of the consent text, or null. */
  readonly agreedTo: number | null
  readonly officerCode: string
  /** Whether the officer's link has counted this request as started. */
  readonly counted: boolean
  /** The server draft that holds the files, or null before it is opened. */
  readonly draftId: string | null
  readonly files: readonly StoredFile[]
  /** True if missing required documents will be sent later. */
  readonly documentsLater: boolean
  readonly sent: Sent | null
}

/** A draft older than this is discarded, so that personal data does not stay on the device. */
const STORED_MAX_MS = 30 * 24 * 3_600_000

/** Held in session storage only, and entered again after the tab is closed. */
const NUMBERS = ['bvn', 'nin'] as const satisfies readonly AnswerName[]

export const newDraft = (officerCode = ''): Draft => ({
  requestId: crypto.randomUUID(),
  keptAt: new Date().toISOString(),
  step: 'consent',
  answers: EMPTY_ANSWERS,
  agreedTo: null,
  officerCode,
  counted: false,
  draftId: null,
  files: [],
  documentsLater: false,
  sent: null,
})

/** True if the draft holds any answer. */
export const isBegun = (draft: Draft): boolean =>
  draft.agreedTo !== null || ANSWER_NAMES.some(name => draft.answers[name] !== '')

export const isMissingIdNumbers = (draft: Draft): boolean => NUMBERS.some(name => draft.answers[name] === '')

/** False if this browser cannot store anything. */
export function store(draft: Draft): boolean {
  if (!isBegun(draft) && draft.sent === null) return saveRequestDraft({ draft: null, numbers: null })
  const numbers = Object.fromEntries(NUMBERS.map(name => [name, draft.answers[name]]))
  const answers = { ...draft.answers, ...Object.fromEntries(NUMBERS.map(name => [name, ''])) }
  return saveRequestDraft({ draft: JSON.stringify({ ...draft, answers }), numbers: JSON.stringify(numbers) })
}

/** Returns the stored draft. Damaged, foreign or outdated parts are ignored. */
export function recall(): Draft | undefined {
  const stored = readRequestDraft()
  const draft = readObject(stored.draft)
  if (typeof draft.requestId !== 'string' || typeof draft.keptAt !== 'string') return undefined
  if (Date.now() - Date.parse(draft.keptAt) > STORED_MAX_MS) return undefined
  const answers = { ...readAnswers(draft.answers), ...numbersOnly(readObject(stored.numbers)) }
  return {
    requestId: draft.requestId,
    keptAt: draft.keptAt,
    step: isStepName(draft.step) ? draft.step : 'consent',
    answers,
    agreedTo: typeof draft.agreedTo === 'number' ? draft.agreedTo : null,
    officerCode: typeof draft.officerCode === 'string' ? draft.officerCode : '',
    counted: draft.counted === true,
    draftId: typeof draft.draftId === 'string' ? draft.draftId : null,
    files: Array.isArray(draft.files) ? draft.files.filter(isStoredFile) : [],
    documentsLater: draft.documentsLater === true,
    sent: isSent(draft.sent) ? draft.sent : null,
  }
}

type Unknown = Readonly<Record<string, unknown>>

function readObject(text: string | null): Unknown {
  try {
    return asObject(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}

const asObject = (value: unknown): Unknown =>
  typeof value === 'object' && value !== null ? (value as Unknown) : {}

function readAnswers(value: unknown): Answers {
  const stored = asObject(value)
  const texts = ANSWER_NAMES.filter(name => typeof stored[name] === 'string').map(name => [
    name,
    stored[name],
  ])
  return { ...EMPTY_ANSWERS, ...Object.fromEntries(texts) }
}

const numbersOnly = (stored: Unknown): Partial<Answers> =>
  Object.fromEntries(
    NUMBERS.filter(name => typeof stored[name] === 'string').map(name => [name, stored[name]]),
  )

const isStoredFile = (value: unknown): value is StoredFile => {
  const { id, title, fileName, bytes } = asObject(value)
  return [id, title, fileName].every(each => typeof each === 'string') && typeof bytes === 'number'
}

const isSent = (value: unknown): value is Sent => typeof asObject(value).reference === 'string'
