import { may, ROLES } from '../../contract/roles.ts'
import { problemsOf, refusalIn } from './answers.ts'
import { headersOf, hire, intruders, type Pass, regular, signIn } from './callers.ts'
import { type Document, isWebhook, type Operation } from './document.ts'
import { changedTables, fingerprints, readRecords } from './records.ts'
import { type Sampler, sampler, shotFor } from './sample.ts'
import { inParallel, type Score } from './score.ts'
import type { Target } from './target.ts'

/** Every endpoint of the document against every kind of caller. A cell is one caller trying one endpoint. */

const CALLERS = 4
const UNKNOWN_ID = '7d444840-9dc0-41d1-b245-5ffdce74fad2'

export async function attackAccess(target: Target, document: Document, score: Score): Promise<void> {
  const honest = sampler(document, await readRecords(target.pool), score.roll)
  await everyRole(target, document, honest, score)
  await auditorWrites(target, document, honest, score)
  await smuggledFields(target, document, honest, score)
}

/** Denied: with real records and a body that would be accepted. Allowed: so that nothing is done by it. */
async function everyRole(target: Target, document: Document, honest: Sampler, score: Score): Promise<void> {
  for (const role of ROLES) {
    const { email } = await hire(target, [role])
    const pass = await signIn(target, email)
    await inParallel(document.operations, CALLERS, async operation => {
      const isAllowed = operation.isPublic || operation.roles.includes(role)
      // a session of its own: signing out is one of the endpoints
      const own = operation.name === 'signOut' ? await signIn(target, email) : pass
      const hit = await target.fire({ ...shotOf(operation, honest, isAllowed), ...withPass(operation, own) })
      const isRefused = [401, 403].includes(hit.status)
      const problems = problemsOf(hit)
      // who only looks writes nothing on the public page either
      const isReadOnly = role === 'Auditor' && operation.isPublic && operation.isWrite
      // the kind of the document decides, not the role alone
      const isPersonal = hit.body.includes('"document.reveal"') && !may([role], 'personal.reveal')
      if (isAllowed && isRefused && !isReadOnly && !isPersonal && !isWebhook(operation))
        problems.push(`kept out: ${hit.body}`)
      if (!isAllowed && !isRefused) problems.push(`let in with ${hit.status}`)
      score.note('roles', problems, `${role} ${operation.name}`)
    })
  }
}

function shotOf(operation: Operation, honest: Sampler, isAllowed: boolean) {
  if (!isAllowed || !operation.isWrite) return shotFor(operation, honest.values(operation))
  const places = operation.fields.filter(({ place }) => place === 'path')
  return shotFor(operation, Object.fromEntries(places.map(({ name }) => [name, UNKNOWN_ID])))
}

const withPass = (operation: Operation, pass: Pass) => ({
  headers: {
    ...(operation.isWrite
      ? { 'content-type': operation.isRaw ? 'application/octet-stream' : 'application/json' }
      : {}),
    ...headersOf(pass),
  },
})

/** `share`: each forged token at every so many endpoints, in turn; every endpoint still meets some of them. */
export async function attackWithTokens(
  target: Target,
  document: Document,
  score: Score,
  share = 1,
): Promise<void> {
  const honest = sampler(document, await readRecords(target.pool), score.roll)
  const before = await fingerprints(target.pool)
  const closed = document.operations.filter(({ isPublic }) => !isPublic)
  for (const [round, { name, pass, status, isForged }] of (await intruders(target)).entries()) {
    // the longest of them at a few endpoints only, since each is a megabyte
    const step = (pass.token?.length ?? 0) > 100_000 ? 20 * share : isForged ? share : 1
    const doors = closed.filter((_, at) => (at + round) % step === 0)
    await inParallel(doors, CALLERS, async operation => {
      const shot = { ...shotFor(operation, honest.values(operation)), ...withPass(operation, pass) }
      const hit = await target.fire(shot)
      const problems = status.includes(hit.status)
        ? []
        : [`answered ${hit.status}: ${hit.body.slice(0, 200)}`]
      score.note(name, [...problems, ...problemsOf(hit)], operation.name)
    })
  }
  const changed = changedTables(before, await fingerprints(target.pool)).filter(table => table !== 'staff')
  score.note('nothing changed by intruders', changed)
}

/** What a person may do to their own account, whatever their role. */
const OWN = /^\/api\/(me|auth)(\/|$)/

/** An Auditor looks. Whatever is sent in their name with real records and an honest body, no record moves. */
async function auditorWrites(
  target: Target,
  document: Document,
  honest: Sampler,
  score: Score,
): Promise<void> {
  const auditor = await regular(target, ['Auditor'])
  const writes = document.operations.filter(
    ({ isWrite, isPublic, path }) => isWrite && !isPublic && !OWN.test(path),
  )
  const before = await fingerprints(target.pool)
  for (const operation of writes)
    for (let round = 0; round < 3; round++) {
      const hit = await auditor.fire(shotFor(operation, honest.values(operation)))
      score.note('Auditor writes', problemsOf(hit), operation.name)
    }
  const changed = changedTables(before, await fingerprints(target.pool))
  score.note(
    'Auditor changed nothing',
    changed.map(table => `${table} was changed`),
  )
}

const SMUGGLED = {
  role: 'superAdmin',
  roles: ['superAdmin'],
  status: 'approved',
  approvedBy: UNKNOWN_ID,
  createdBy: UNKNOWN_ID,
  balance: '0',
  isAdmin: true,
  stage: 'approved',
} as const

/** A09: no write takes a field that the document does not name. */
async function smuggledFields(
  target: Target,
  document: Document,
  honest: Sampler,
  score: Score,
): Promise<void> {
  const insider = await regular(target, ROLES)
  const before = await fingerprints(target.pool)
  const writes = document.operations.filter(({ isWrite, isRaw }) => isWrite && !isRaw)
  for (const operation of writes) {
    const known = new Set(operation.fields.map(({ name }) => name))
    const smuggled = Object.entries(SMUGGLED).filter(([name]) => !known.has(name))
    const values = { ...honest.values(operation), ...Object.fromEntries(smuggled) }
    const hit = await insider.fire(shotFor(operation, values))
    const named = Object.keys(refusalIn(hit)?.fields ?? {})
    const taken = smuggled.map(([name]) => name).filter(name => !named.includes(name))
    const problems =
      hit.status === 422 && taken.length === 0 ? [] : [`${hit.status}, took ${taken.join(', ')}`]
    score.note('A09', [...problems, ...problemsOf(hit)], operation.name)
  }
  score.note('A09 nothing changed', changedTables(before, await fingerprints(target.pool)))
}
