import { randomUUID } from 'node:crypto'
import { ROLES } from '../../contract/roles.ts'
import { checkNuban } from '../../engine/nuban.ts'
import { accountAt, adaeze } from '../../test/applicants.ts'
import { problemsOf, refusalIn } from './answers.ts'
import { type Regular, regular } from './callers.ts'
import { BAD_BODIES, badActs, badCases, type Case } from './cases.ts'
import type { Document, Operation } from './document.ts'
import { openDraft } from './furnish.ts'
import { wrongValues } from './hostile.ts'
import { changedTables, fingerprints, readRecords } from './records.ts'
import { type Sampler, sampler, shotFor, type Values } from './sample.ts'
import type { Score } from './score.ts'
import type { Hit, Target } from './target.ts'

/** What the document itself forbids, for every field of every endpoint, and the cases of the proof by their number. */

export async function attackInputs(target: Target, document: Document, score: Score): Promise<void> {
  const records = await readRecords(target.pool)
  const honest = sampler(document, records, score.roll)
  const insider = await regular(target, ROLES)
  const draftId = await openDraft(target)
  const before = await fingerprints(target.pool)
  await wrongFields(insider, document, honest, score)
  await brokenBodies(insider, document, score)
  for (const each of [...badCases(draftId), ...(await badActs(target))])
    await tryCase(insider, document, each, score)
  score.note('nothing stored', changedTables(before, await fingerprints(target.pool)))
  await wrongCheckDigit(insider, document, draftId, score)
  await unstorable(insider, document, honest, score)
}

async function wrongFields(who: Regular, document: Document, honest: Sampler, score: Score): Promise<void> {
  for (const operation of document.operations) {
    if (operation.isRaw || operation.name === 'signOut') continue
    const values = honest.values(operation)
    for (const field of operation.fields) {
      for (const { what, value } of wrongValues(document, field)) {
        const hit = await who.fire(shotFor(operation, { ...values, [field.name]: value }))
        score.note('wrong value', named(hit, field.name), `${operation.name}.${field.name} ${what}`)
      }
      if (!field.required || field.place === 'path') continue
      const { [field.name]: _, ...rest } = values
      score.note(
        'left out',
        named(await who.fire(shotFor(operation, rest)), field.name),
        `${operation.name}.${field.name}`,
      )
    }
    const hit = await who.fire(shotFor(operation, { ...values, colour: 'red' }))
    score.note('B32 unknown field', named(hit, 'colour'), operation.name)
  }
}

/** A refusal of the input that names the field: 422, or 404 where a word in the address names no record. */
function named(hit: Hit, field: string): string[] {
  const problems = problemsOf(hit)
  const fields = Object.keys(refusalIn(hit)?.fields ?? {})
  const isNamed = fields.some(each => each === field || each.startsWith(`${field}.`))
  if (hit.status !== 422 || !isNamed) problems.push(`${hit.status} ${hit.body.slice(0, 250)}`)
  return problems
}

/** B43 for every write: anything but a JSON object is refused before anything else is checked. */
async function brokenBodies(who: Regular, document: Document, score: Score): Promise<void> {
  for (const operation of document.operations) {
    if (!operation.isWrite || operation.isRaw) continue
    const places = operation.fields.filter(({ place }) => place === 'path')
    const address = Object.fromEntries(places.map(({ name }) => [name, randomUUID()]))
    for (const [what, body] of BAD_BODIES) {
      const hit = await who.fire(shotFor(operation, address, body))
      const problems = problemsOf(hit)
      if (hit.status < 400) problems.push(`took it with ${hit.status}`)
      score.note('B43', problems, `${operation.name} ${what}`)
    }
  }
}

async function tryCase(who: Regular, document: Document, each: Case, score: Score): Promise<void> {
  const operation = document.operations.find(({ name }) => name === each.call)
  if (!operation) throw new Error(`${each.call} is not in the document`)
  const hit = await who.fire(shotFor(operation, each.values))
  const problems = problemsOf(hit)
  if (hit.status < 400 || hit.status >= 500) problems.push(`${hit.status} ${hit.body.slice(0, 250)}`)
  const fields = Object.keys(refusalIn(hit)?.fields ?? {})
  if (each.field && !fields.some(name => name.endsWith(each.field ?? '')))
    problems.push(`does not name ${each.field}: ${hit.body.slice(0, 250)}`)
  score.note(each.id, problems, each.what)
}

/**
 * B39: ten digits with a wrong check digit may be a bank that counts otherwise. They are accepted and flagged to the
 * reviewer.
 */
async function wrongCheckDigit(
  who: Regular,
  document: Document,
  draftId: string,
  score: Score,
): Promise<void> {
  const call = async (name: string, values: Values): Promise<Hit> => {
    const operation = document.operations.find(each => each.name === name)
    if (!operation) throw new Error(`${name} is not in the document`)
    return who.fire(shotFor(operation, values))
  }
  const right = accountAt('058')
  const accountNumber = `${right.slice(0, 9)}${(Number(right[9]) + 1) % 10}`
  if (checkNuban('058', accountNumber) !== 'wrong check digit') throw new Error('The account is in order.')
  const { consent } = JSON.parse((await call('publicPage', {})).body) as { consent: { version: number } }
  const application = adaeze({ accountNumber, consentVersion: consent.version })
  const id = randomUUID()
  const hit = await call('requestSubmit', { id, draftId, application })
  const seen = await call('requestGet', { id })
  const problems = [...problemsOf(hit), ...problemsOf(seen)]
  if (hit.status !== 200) problems.push(`${hit.status} ${hit.body.slice(0, 250)}`)
  else if (!seen.body.includes('"nubanWarning"')) problems.push(`nobody is told: ${seen.body.slice(0, 250)}`)
  score.note('B39', problems, 'a wrong check digit')
}

const UNSTORABLE: readonly [string, string][] = [['NUL', 'a\0b'], ['half a letter', 'a\ud83cb']] // biome-ignore format: two

/** A sign the database cannot hold, in every text of every request, however deep: never a fault. */
async function unstorable(who: Regular, document: Document, honest: Sampler, score: Score): Promise<void> {
  for (const operation of document.operations) {
    if (operation.isRaw) continue
    const values = { ...honest.values(operation), ...everyText(operation, honest) }
    for (const path of textsIn(values))
      for (const [what, sign] of UNSTORABLE) {
        const hit = await who.fire(shotFor(operation, replaced(values, path, sign) as Values))
        score.note(`B34 ${what}`, problemsOf(hit), `${operation.name}.${path.join('.')}`)
      }
  }
}

const everyText = (operation: Operation, honest: Sampler): Values =>
  Object.fromEntries(
    operation.fields
      // a made-up cursor is refused before anything else is checked
      .filter(({ name }) => name !== 'cursor')
      .map(({ name, schema }) => [name, honest.value(schema, name, operation.path)]),
  )

function textsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path]
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...path, key]))
}

function replaced(value: unknown, [key, ...deeper]: readonly string[], by: string): unknown {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.with(Number(key), replaced(value[Number(key)], deeper, by))
  const inner = (value as Values)[key]
  return { ...(value as Values), [key]: replaced(inner, deeper, by) }
}
