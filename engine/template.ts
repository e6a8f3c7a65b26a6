/**
 * Message templates: plain text with `{{variables}}`, nothing else. Values are put in as they are and
 * never read again as a template, so a customer called `{{balance}}` stays one.
 */

import { cutText } from './text.ts'

export type TemplateProblem =
  | { readonly problem: 'too long'; readonly length: number; readonly limit: number }
  | { readonly problem: 'nested variable' | 'not a variable'; readonly found: string }
  | { readonly problem: 'unclosed variable' | 'unopened variable'; readonly found: string }
  | { readonly problem: 'unknown variable' | 'empty variable'; readonly variable: string }

export type TemplateValues = Readonly<Record<string, string | null | undefined>>

/** Ten joined GSM-7 parts of 153: a longer text is a letter, and costs like ten. */
export const MESSAGE_MAX_LENGTH = 1530

/** camelCase or snake_case; no dots, so nothing can be reached through a value. */
const VARIABLE = /^[A-Za-z][A-Za-z0-9_]{0,39}$/

type Part = { readonly text: string } | { readonly variable: string }
type Reading = { readonly parts: readonly Part[] } | { readonly problems: readonly TemplateProblem[] }

/** The variables of a template, each once, in order of appearance. */
export function templateVariables(
  body: string,
): { readonly variables: readonly string[] } | { readonly problems: readonly TemplateProblem[] } {
  const reading = read(body)
  if ('problems' in reading) return reading
  const variables = reading.parts.flatMap(part => ('variable' in part ? [part.variable] : []))
  return { variables: [...new Set(variables)] }
}

/** Refuses, naming every variable that has no value, rather than send "Dear , you owe". */
export function renderTemplate(
  body: string,
  values: TemplateValues,
): { readonly text: string } | { readonly problems: readonly TemplateProblem[] } {
  const reading = read(body)
  if ('problems' in reading) return reading
  const problems = new Map<string, TemplateProblem>()
  let text = ''
  for (const part of reading.parts) {
    if ('text' in part) text += part.text
    else {
      const { variable } = part
      // Own properties only: {{constructor}} and {{toString}} are as unknown as any other slip.
      const value = Object.hasOwn(values, variable) ? (values[variable] ?? '') : undefined
      if (value === undefined) problems.set(variable, { problem: 'unknown variable', variable })
      else if (typeof value !== 'string' || value.trim() === '') {
        problems.set(variable, { problem: 'empty variable', variable })
      } else text += value
    }
  }
  if (problems.size > 0) return { problems: [...problems.values()] }
  return text.length > MESSAGE_MAX_LENGTH ? { problems: [tooLong(text)] } : { text }
}

/** A problem as a sentence for the editor and the error catalogue. */
export function describeTemplateProblem(problem: TemplateProblem): string {
  switch (problem.problem) {
    case 'too long':
      return `The message has ${problem.length} characters; at most ${problem.limit} can be sent.`
    case 'nested variable':
      return `A variable cannot be inside another: ${problem.found}`
    case 'not a variable':
      return `This is not the name of a variable: ${problem.found}`
    case 'unclosed variable':
      return `A variable is opened and never closed with }}: ${problem.found}`
    case 'unopened variable':
      return `A variable is closed and was never opened with {{: ${problem.found}`
    case 'unknown variable':
      return `There is no variable called ${problem.variable}.`
    case 'empty variable':
      return `The variable ${problem.variable} has no value here.`
  }
}

const tooLong = (text: string): TemplateProblem => ({
  problem: 'too long',
  length: text.length,
  limit: MESSAGE_MAX_LENGTH,
})

const excerpt = (text: string): string => (text.length > 40 ? `${cutText(text, 40)}…` : text)

function read(body: string): Reading {
  if (body.length > MESSAGE_MAX_LENGTH) return { problems: [tooLong(body)] }
  const parts: Part[] = []
  const problems: TemplateProblem[] = []
  let position = 0
  while (position < body.length) {
    const open = body.indexOf('{{', position)
    const text = body.slice(position, open === -1 ? undefined : open)
    const stray = text.indexOf('}}')
    if (stray !== -1)
      problems.push({ problem: 'unopened variable', found: excerpt(text.slice(0, stray + 2)) })
    if (text !== '') parts.push({ text })
    if (open === -1) break
    const close = body.indexOf('}}', open + 2)
    if (close === -1) {
      problems.push({ problem: 'unclosed variable', found: excerpt(body.slice(open)) })
      break
    }
    const inside = body.slice(open + 2, close)
    const variable = inside.trim()
    if (VARIABLE.test(variable)) parts.push({ variable })
    else {
      const problem = inside.includes('{') ? 'nested variable' : 'not a variable'
      problems.push({ problem, found: excerpt(body.slice(open, close + 2)) })
    }
    position = close + 2
  }
  return problems.length > 0 ? { problems } : { parts }
}
