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
import { SubmissionClient, wordsOf } from './submissionClient.ts'
import { useSubmission } from './useSubmission.ts'

type Changed = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>

/** Why it does not go on: answers with their problems, or a sentence, perhaps about something that is no answer. */
type Refusal = {
  readonly answers?: Problems
  readonly text?: string
  readonly about?: 'consent' | 'phoneCode'
  /** Where it can be mended, if not here. */
  readonly at?: StepName
}

/** The form as its steps see it. */
export type Application = ReturnType<typeof useApplication>

type Setup = {
  drafts: DraftStore
  page: PublicPage
  website: () => string
  /** What the page was told is no longer so: ask again. */
  onPageStale: () => void
}

export function useApplication({ drafts, page, website, onPageStale }: Setup) {
  const isStaff = useSession().state === 'live'
  const draft = useSyncExternalStore(drafts.subscribe, drafts.get)
  const [courier] = useState(() => new SubmissionClient(drafts, page, website))
  const bag = useSyncExternalStore(courier.subscribe, courier.get)
  const steps = stepsFor(page, isStaff)
  const missing = page.requiredDocuments.filter(title => !bag.files.some(file => file.title === title))
  const consented = draft.agreedTo === page.consent.version
  const documentsComplete = missing.length === 0 || draft.documentsLater
  const limit = firstUnfinished(steps, draft.answers, page, { consented, documentsComplete })
  const { step, go } = useStep(drafts, steps, limit)
  const { refusal, refusals, refuse, clear, mend } = useRefusal(step, go)

  const submission = useSubmission(courier, {
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
    mend(name)
  }
  const asked = (name: AnswerName) => ({
    name,
    label: LABELS[name],
    value: draft.answers[name],
    error: refusal?.answers?.[name],
  })
  const own = { page, drafts, draft, courier, bag, isStaff, steps, step, missing, consented, submission }
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
    /** Goes to the next step, or says what is wrong with this one. */
    goOn: (): void => {
      const answers = problemsOf(step, draft.answers, page)
      const next = steps[steps.findIndex(each => each.name === step) + 1]
      if (step === 'consent') begin(drafts, courier)
      clear()
      if (Object.keys(answers).length > 0) refuse({ answers })
      else if (next) go(next.name)
    },
    /** Spread on Input and Select. */
    field: (name: AnswerName) => ({
      ...asked(name),
      onChange: (event: Changed) => set(name, event.target.value),
    }),
    /** Spread on what gives its value itself. */
    typed: (name: AnswerName) => ({ ...asked(name), onChange: (value: string) => set(name, value) }),
  }
}

function useRefusal(step: StepName, go: (to: StepName) => void) {
  const [refusal, setRefusal] = useState<Refusal>()
  /** Counts them, because the same one twice must take the focus twice. */
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
    /** An answer that is being changed is no longer wrong. */
    mend: (name: AnswerName): void =>
      setRefusal(now => {
        if (!now?.answers?.[name]) return now
        const { [name]: _, ...answers } = now.answers
        return { ...now, answers }
      }),
  }
}

/** The first step taken: the officer's link counts it, and the proof is worked out while the person types. */
function begin(drafts: DraftStore, courier: SubmissionClient): void {
  courier.prepare()
  const { counted, officerCode } = drafts.get()
  if (counted || !officerCode) return
  drafts.change({ counted: true })
  call(publicRequestApi.publicLinkStarted, { accountOfficerCode: officerCode }).catch(() => undefined)
}

const isClosed = (error: unknown): boolean => error instanceof ApiError && error.code === 'link.closed'

/** The server's no, as the form can show it: on the answer it names, in the step where that can be mended. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { text: wordsOf(error) }
  if (error.code === 'request.consent_changed') return { text: error.message, at: 'consent' }
  if (error.code === 'phone_code.wrong') return { text: error.message, about: 'phoneCode' }
  const fields = Object.entries(error.fields ?? {})
  const at = fields.map(([path]) => stepOf(path)).find(Boolean)
  if (!at) return { text: error.message }
  const named = fields.map(([path, text]) => [path.replace(/^application\./, ''), text] as const)
  return { answers: Object.fromEntries(named.filter(([name]) => isAnswerName(name))), at }
}

/** The step stands in the address, so that a phone's back key goes one step back and not out of the form. */
export function useStep(drafts: DraftStore, steps: readonly Step[], limit: StepName) {
  const asked = useAddress().get('step')
  // the bare address is where this visit began, also when somebody comes back to it
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
