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

/** A template while it is edited. */
export type TemplateDraft = {
  name: string
  /** Event that sends it; null for campaigns. */
  event: EventName | null
  /** Purpose of a campaign template; an event has its own. */
  purpose: TemplatePurpose
  body: string
}

export const BLANK: TemplateDraft = { name: '', event: null, purpose: 'reminder', body: '' }

/** Purpose of the event, or the chosen one for campaigns. */
export const purposeOf = ({ event, purpose }: Pick<TemplateDraft, 'event' | 'purpose'>) =>
  event ? EVENTS[event].purpose : purpose

export type Checked = {
  /** Null if the text has errors. */
  text: string | null
  problems: readonly string[]
  length: SmsLength
  /** The text with plain characters and its length; undefined if nothing changes. */
  cheaper: { body: string; segments: number } | undefined
}

/** Renders a text with example values and measures it, without a request. */
export function checkBody(body: string, event: EventName | null, company: string): Checked {
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

/** Inserts a variable at the cursor and returns the new cursor position. */
export function withVariable(body: string, variable: string, from: number, to: number) {
  const inserted = `{{${variable}}}`
  return { body: body.slice(0, from) + inserted + body.slice(to), cursor: from + inserted.length }
}

/** A currency before an amount variable, which already includes NGN. */
const CURRENCY_BEFORE = /(?:\bNGN|₦|\bN)\s*(?=\{\{\s*(\w+)\s*\}\})/g
const includesCurrency = (name: string): boolean =>
  Object.hasOwn(VARIABLES, name) && VARIABLES[name as keyof typeof VARIABLES].example.startsWith('NGN')

/** The text without the second currency; undefined if there is none. */
export function withoutDoubleCurrency(body: string): string | undefined {
  const plain = body.replace(CURRENCY_BEFORE, (found, name: string) => (includesCurrency(name) ? '' : found))
  return plain === body ? undefined : plain
}

/** Label of the replace button. */
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
