import { type ChangeEvent, useEffect, useState, useSyncExternalStore } from 'react'
import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { ApiError, call } from '../../call.ts'
import { useSession } from '../../session.ts'
import { goTo, useAddress } from './address.ts'
import { type AnswerName, isAnswerName, LABELS } from './answers.ts'
import type { DraftStore } from './draftStore.ts'
import {
  firstUnfinished,
  isStepName,
  type Problems,
  type PublicPage,
  problemsOf,
  type Step,
  type StepName,
  stepOf,
  stepsFor,
} from './steps.ts'
import { errorText, SubmissionClient } from './submissionClient.ts'
import { useSubmission } from './useSubmission.ts'

type Changed = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>

/** Why a step cannot be left: errors by answer, or a message, possibly about the consent or the phone code. */
type Refusal = {
  readonly answers?: Problems
  readonly text?: string
  readonly about?: 'consent' | 'phoneCode'
  /** The step where it can be corrected, if not the current one. */
  readonly at?: StepName
}

/** State and actions of the form, as its steps use them. */
export type Application = ReturnType<typeof useApplication>

type Setup = {
  drafts: DraftStore
  page: PublicPage
  website: () => string
  /** Called when the loaded settings are out of date and must be fetched again. */
  onPageStale: () => void
}

export function useApplication({ drafts, page, website, onPageStale }: Setup) {
  const isStaff = useSession().state === 'live'
  const draft = useSyncExternalStore(drafts.subscribe, drafts.get)
  const [client] = useState(() => new SubmissionClient(drafts, page, website))
  const uploads = useSyncExternalStore(client.subscribe, client.get)
  const steps = stepsFor(page, isStaff)
  const missing = page.requiredDocuments.filter(title => !uploads.files.some(file => file.title === title))
  const consented = draft.agreedTo === page.consent.version
  const documentsComplete = missing.length === 0 || draft.documentsLater
  const limit = firstUnfinished(steps, draft.answers, page, { consented, documentsComplete })
  const { step, go } = useStep(drafts, steps, limit)
  const { refusal, refusals, refuse, clear, clearError } = useRefusal(step, go)

  const submission = useSubmission(client, {
    onSent: reply => {
      drafts.restart()
      drafts.change({ sent: { ...reply, at: new Date().toISOString() } })
    },
    onRefused: error => {
      const found = refusalOf(error)
      if (found.at === 'consent' || found.answers?.productId || isClosed(error)) onPageStale()
      refuse(found)
    },
  })
  const set = (name: AnswerName, value: string): void => {
    drafts.change({ answers: { ...drafts.get().answers, [name]: value } })
    clearError(name)
  }
  const asked = (name: AnswerName) => ({
    name,
    label: LABELS[name],
    value: draft.answers[name],
    error: refusal?.answers?.[name],
  })
  const own = { page, drafts, draft, client, uploads, isStaff, steps, step, missing, consented, submission }
  return {
    ...own,
    errors: refusal?.answers ?? {},
    message:
      refusal?.text && (refusal.at ?? step) === step
        ? { text: refusal.text, about: refusal.about }
        : undefined,
    refusals,
    refuse,
    set,
    go: (to: StepName): void => {
      clear()
      submission.stop()
      go(to)
    },
    /** Goes to the next step, or shows the errors of this one. */
    continueForm: (): void => {
      const answers = problemsOf(step, draft.answers, page)
      const next = steps[steps.findIndex(each => each.name === step) + 1]
      if (step === 'consent') begin(drafts, client)
      clear()
      if (Object.keys(answers).length > 0) refuse({ answers })
      else if (next) go(next.name)
    },
    /** Props for Input and Select. */
    field: (name: AnswerName) => ({
      ...asked(name),
      onChange: (event: Changed) => set(name, event.target.value),
    }),
    /** Props for fields whose `onChange` passes the value. */
    typed: (name: AnswerName) => ({ ...asked(name), onChange: (value: string) => set(name, value) }),
  }
}

function useRefusal(step: StepName, go: (to: StepName) => void) {
  const [refusal, setRefusal] = useState<Refusal>()
  /** Counted, because the same error twice must move the focus twice. */
  const [refusals, setRefusals] = useState(0)
  return {
    refusal,
    refusals,
    refuse: (next: Refusal): void => {
      setRefusal({ at: step, ...next })
      setRefusals(now => now + 1)
      if (next.at && next.at !== step) go(next.at)
    },
    clear: (): void => setRefusal(undefined),
    /** Clears the error of an answer that is being changed. */
    clearError: (name: AnswerName): void =>
      setRefusal(now => {
        if (!now?.answers?.[name]) return now
        const { [name]: _, ...answers } = now.answers
        return { ...now, answers }
      }),
  }
}

/** Runs after the first step: counts the officer's link and starts the proof of work. */
function begin(drafts: DraftStore, client: SubmissionClient): void {
  client.prepare()
  const { counted, officerCode } = drafts.get()
  if (counted || !officerCode) return
  drafts.change({ counted: true })
  call(publicRequestApi.publicLinkStarted, { accountOfficerCode: officerCode }).catch(() => undefined)
}

const isClosed = (error: unknown): boolean => error instanceof ApiError && error.code === 'link.closed'

/** Maps a server error to the answer it names and to the step of that answer. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { text: errorText(error) }
  if (error.code === 'request.consent_changed') return { text: error.message, at: 'consent' }
  if (error.code === 'phone_code.wrong') return { text: error.message, about: 'phoneCode' }
  const fields = Object.entries(error.fields ?? {})
  const at = fields.map(([path]) => stepOf(path)).find(Boolean)
  if (!at) return { text: error.message }
  const named = fields.map(([path, text]) => [path.replace(/^application\./, ''), text] as const)
  return { answers: Object.fromEntries(named.filter(([name]) => isAnswerName(name))), at }
}

/** The step is part of the address, so that Back on a phone goes one step back and does not leave the form. */
export function useStep(drafts: DraftStore, steps: readonly Step[], limit: StepName) {
  const asked = useAddress().get('step')
  // the address without a step is the step at which this visit began
  const [begunAt] = useState(drafts.get().step)
  const wished = isStepName(asked) ? asked : begunAt
  const place = (name: StepName): number => steps.findIndex(each => each.name === name)
  const step = place(wished) >= 0 && place(wished) <= place(limit) ? wished : limit

  useEffect(() => {
    if (asked !== null && asked !== step) goTo({ step }, 'replace')
  }, [asked, step])
  const go = (to: StepName): void => {
    drafts.change({ step: to })
    goTo({ step: to })
  }
  return { step, go }
}
