import { z } from 'zod/mini'
import {
  EVENTS,
  type EventName,
  TEMPLATE_PURPOSES,
  type TemplatePurpose,
  VARIABLES,
  variablesFor,
} from '../../../contract/messaging.ts'
import { measureSms, type SmsLength, toGsm7 } from '../../../engine/segments.ts'
import { describeTemplateProblem, renderTemplate, type TemplateValues } from '../../../engine/template.ts'

/** A template while it is being written. */
export type TemplateDraft = {
  name: string
  /** What it tells about by itself; null for campaigns. */
  event: EventName | null
  /** Of a campaign's template; an event has its own. */
  purpose: TemplatePurpose
  body: string
}

export const BLANK: TemplateDraft = { name: '', event: null, purpose: 'reminder', body: '' }

/** The purpose in force: an event's own, whatever was chosen before it. */
export const purposeOf = ({ event, purpose }: Pick<TemplateDraft, 'event' | 'purpose'>) =>
  event ? EVENTS[event].purpose : purpose

export type Looked = {
  /** Null while something is wrong. */
  text: string | null
  problems: readonly string[]
  length: SmsLength
  /** The body in the cheap alphabet and how long that would be; undefined when nothing can be gained. */
  cheaper: { body: string; segments: number } | undefined
}

/** How a body reads with example values, what is wrong with it, and how long it is: at every key, without asking anybody. */
export function lookAt(body: string, event: EventName | null, company: string): Looked {
  const values = examplesFor(event, company)
  const read = renderTemplate(body, values)
  const text = 'text' in read ? read.text : null
  const plain = toGsm7(body)
  return {
    text,
    problems: 'problems' in read ? read.problems.map(describeTemplateProblem) : [],
    length: measureSms(text ?? body),
    cheaper: plain === body ? undefined : { body: plain, segments: segmentsOf(plain, values) },
  }
}

function segmentsOf(body: string, values: TemplateValues): number {
  const read = renderTemplate(body, values)
  return measureSms('text' in read ? read.text : body).segments
}

const examplesFor = (event: EventName | null, company: string): TemplateValues => ({
  ...Object.fromEntries(variablesFor(event).map(name => [name, VARIABLES[name].example])),
  company,
})

/** A body with a variable put in where the cursor stands, and where the cursor goes then. */
export function withVariable(body: string, variable: string, from: number, to: number) {
  const inserted = `{{${variable}}}`
  return { body: body.slice(0, from) + inserted + body.slice(to), cursor: from + inserted.length }
}

/** A currency in front of an amount, which brings its own: "NGN{{amount}}" is read as NGNNGN50,000.00. */
const CURRENCY_BEFORE = /(?:\bNGN|₦|\bN)\s*(?=\{\{\s*(\w+)\s*\}\})/g
const bringsCurrency = (name: string): boolean =>
  Object.hasOwn(VARIABLES, name) && VARIABLES[name as keyof typeof VARIABLES].example.startsWith('NGN')

/** The body without the second currency; undefined where each amount has one. */
export function withoutDoubleCurrency(body: string): string | undefined {
  const plain = body.replace(CURRENCY_BEFORE, (found, name: string) => (bringsCurrency(name) ? '' : found))
  return plain === body ? undefined : plain
}

/** "₦ with NGN" where that is all there is; otherwise what kind of signs. */
export function replacementText(outside: readonly string[]): string {
  if (outside.length === 1 && outside[0] === '₦') return 'Replace ₦ with NGN'
  return outside.includes('₦') ? 'Use NGN and plain characters' : 'Use plain characters'
}

/** A template draft as it is saved in the browser. */
export const templateDraftSchema: z.ZodMiniType<TemplateDraft> = z.object({
  name: z.string(),
  event: z.nullable(z.enum(Object.keys(EVENTS) as EventName[])),
  purpose: z.enum(TEMPLATE_PURPOSES),
  body: z.string(),
})
