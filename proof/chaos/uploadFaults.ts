import { randomUUID } from 'node:crypto'
import type { EndpointName } from '../../contract/api.ts'
import { enqueue } from '../../server/kernel/jobs.ts'
import { partOf } from '../../server/modules/payroll/staged.sql.ts'
import type { Wire } from '../../test/faultProxy.ts'
import { checkAll } from './checks.ts'
import { adminOf, confirm, monthsBack, payroll, until } from './lender.ts'
import { ask, type Pass, type Person, person, type Sent, signIn } from './people.ts'
import type { Stage } from './stage.ts'
import { type Scene, waitUntilIdle } from './strikes.ts'
import type { Tally } from './tally.ts'

/** File uploads: sent twice, from two windows at once or under another name, interrupted, with lost answers. */

const ROWS = 40
const PIECES = 4
const PEOPLE = 4
const LANES = 4
/** An abandoned upload is discarded after two days. */
const GIVEN_UP_MS = 49 * 3_600_000

type Bytes = Uint8Array<ArrayBuffer>
/** One person at two browsers: one that asks until it is answered, and one whose line breaks. */
type Clerk = { person: Person; pass: Pass }
type Setup = { scene: Scene; wire: Wire; url: string; clerks: Clerk[] }
type Trial = (setup: Setup, clerks: [Clerk, Clerk], bytes: Bytes) => Promise<string[]>

const TRIALS: readonly [name: string, trial: Trial][] = [
  ['F03 the same file twice', sentAgain('payroll.csv')],
  ['F03 the same file renamed', sentAgain('payroll (1).csv')],
  ['F03 two windows at once', twoWindows],
  ['F04 dropped and resumed', resumed],
  ['F04 dropped and begun afresh', begunAfresh],
  ['F05 answers lost', answersLost],
]

export async function uploadUnderFaults(stage: Stage, tally: Tally, trials: number): Promise<void> {
  const site = await stage.site({ hasClock: true })
  const scene = { stage, site, tally }
  await site.startAll('all', 'worker')
  const { wire, url } = await site.wireToWeb()
  const clerks = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, round) => ({
      person: person(site, adminOf(round), tally, () => url),
      pass: await signIn(site, adminOf(round), tally),
    })),
  )
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < trials) await oneTrial({ scene, wire, url, clerks }, next++)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.check('F03 one set of rows a file', await wrongUploads(scene))
  tally.check('F04 nothing stays on its way for ever', await leftForEver(scene))
  await site.close()
}

async function oneTrial(setup: Setup, round: number): Promise<void> {
  const { scene, clerks } = setup
  const [trial, one, other] = [
    TRIALS[round % TRIALS.length],
    clerks[round % PEOPLE],
    clerks[(round + 1) % PEOPLE],
  ]
  if (!trial || !one || !other) throw new Error('nobody is at the door')
  const bytes = new Uint8Array(Buffer.from(payroll(ROWS, scene.tally.seed * 10_000 + round)))
  const [name, run] = trial
  scene.tally.fault(name)
  scene.tally.check(name, await run(setup, [one, other], bytes).catch(error => [String(error)]))
}

const WRONG_UPLOADS = `
  select 'a file stands ' || count(*) || ' times, as ' || string_agg(file_name, ', ') as problem from intake
  where kind = 'payroll' and status not in ('receiving', 'refused', 'cancelled') group by sha256 having count(*) > 1
  union all select 'upload ' || i.id || ' has ' || kept.bytes || ' bytes of ' || i.bytes
  from intake i, lateral (select coalesce(sum(length(p.bytes)), 0) as bytes from intake_piece p where p.intake_id = i.id) kept
  where i.kind = 'payroll' and i.status = 'matched' and (kept.bytes <> i.bytes or i.rows <> ${ROWS})
  union all select 'upload ' || id || ' was refused: ' || problem from intake
  where kind = 'payroll' and status = 'refused' and same_as_id is null`

/** Until it is approved, each file has its rows in a separate table. */
async function wrongUploads({ site: { pool } }: Scene): Promise<string[]> {
  const problems = (await pool.query<{ problem: string }>(WRONG_UPLOADS)).rows.map(row => row.problem)
  const { rows: uploads } = await pool.query<{ id: string; good: number }>(
    `select id, coalesce(good_rows, 0) as good from intake where kind = 'payroll'`,
  )
  const { rows: parts } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname like 'payroll_part_%'`,
  )
  const stored = new Map<string, number>()
  for (const { name } of parts) {
    const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${name}`)
    stored.set(name, rows[0]?.count ?? 0)
  }
  for (const { id, good } of uploads) {
    const rows = stored.get(partOf(id)) ?? 0
    if (rows !== good) problems.push(`upload ${id} has ${rows} rows of ${good}`)
  }
  return problems
}

/** Abandoned uploads are deleted by the nightly housekeeping, once they are two days old. */
async function leftForEver({ site }: Scene): Promise<string[]> {
  const onTheirWay = async (): Promise<number> => {
    const { rows } = await site.pool.query(`select 1 from intake where status = 'receiving'`)
    return rows.length
  }
  site.turnClock(GIVEN_UP_MS)
  await enqueue(site.program.db, 'housekeeping', {})
  return until('what was left lying is thrown away', async () => (await onTheirWay()) === 0, 30_000).then(
    () => [],
    error => [String(error)],
  )
}

// ── What people do ─────────────────────────────────────────────────────────────────────────────────────────────────

const form = (id: string, bytes: Bytes, fileName = 'payroll.csv') =>
  ({ id, kind: 'payroll', source: 'IPPIS', period: monthsBack(1), fileName, bytes: bytes.length }) as const
const pieceBytes = (bytes: Bytes): number => Math.ceil(bytes.length / PIECES)
const pieceAt = (bytes: Bytes, offset: number): Bytes => bytes.slice(offset, offset + pieceBytes(bytes))

async function sendFrom(who: Person, id: string, bytes: Bytes, from = 0): Promise<void> {
  for (let offset = from; offset < bytes.length; offset += pieceBytes(bytes))
    await who('intakePiece', { id, offset }, { bytes: pieceAt(bytes, offset) })
}

async function send({ person: who }: Clerk, bytes: Bytes, fileName?: string): Promise<string> {
  const id = randomUUID()
  await who('intakeOpen', form(id, bytes, fileName))
  await sendFrom(who, id, bytes)
  return id
}

/** Waits until it was checked; returns the upload that it repeats, or null where it is the first. */
async function lookedAt({ person: who }: Clerk, id: string): Promise<string | null> {
  const look = () => who('intakeGet', { id })
  await until('the file is looked at', async () => {
    const { status, layout } = await look()
    return status === 'refused' || layout !== null
  })
  const { status, sameAsId } = await look()
  return status === 'refused' ? sameAsId : null
}

function sentAgain(fileName: string): Trial {
  return async (_, [one, other], bytes) => {
    const first = await send(one, bytes)
    await confirm(one.person, first)
    const same = await lookedAt(other, await send(other, bytes, fileName))
    return same === first ? [] : [`it came again and was taken for ${same ?? 'a new file'}`]
  }
}

async function twoWindows(_: Setup, [one, other]: [Clerk, Clerk], bytes: Bytes): Promise<string[]> {
  const [mine, theirs] = await Promise.all([send(one, bytes), send(other, bytes)])
  const [ofMine, ofTheirs] = await Promise.all([lookedAt(one, mine), lookedAt(other, theirs)])
  if (ofMine === theirs && ofTheirs === null) await confirm(other.person, theirs)
  else if (ofTheirs === mine && ofMine === null) await confirm(one.person, mine)
  else return [`both were taken for ${[ofMine, ofTheirs].map(each => each ?? 'a new file').join(' and ')}`]
  return []
}

/** The connection breaks in the middle of a chunk, and the sender is gone; returns where the whole chunks end. */
async function dropped({ scene, wire, url }: Setup, clerk: Clerk, id: string, bytes: Bytes): Promise<number> {
  const offset = scene.tally.roll(PIECES) * pieceBytes(bytes)
  await clerk.person('intakeOpen', form(id, bytes))
  for (let at = 0; at < offset; at += pieceBytes(bytes))
    await clerk.person('intakePiece', { id, offset: at }, { bytes: pieceAt(bytes, at) })
  const key = randomUUID()
  wire.cutAt(key, 'within')
  const manner = { key, pass: clerk.pass, bytes: pieceAt(bytes, offset) }
  const answer = await ask(url, 'intakePiece', { id, offset }, manner)
  if (answer) throw new Error(`half of a piece was answered with ${answer.status}`)
  return offset
}

async function resumed(setup: Setup, [one]: [Clerk, Clerk], bytes: Bytes): Promise<string[]> {
  const id = randomUUID()
  const offset = await dropped(setup, one, id, bytes)
  const { receivedBytes, status } = await one.person('intakeGet', { id })
  await sendFrom(one.person, id, bytes, receivedBytes)
  await confirm(one.person, id)
  const isTrue = receivedBytes === offset && status === 'receiving'
  return isTrue ? [] : [`${offset} bytes were there and the status said ${receivedBytes}, ${status}`]
}

async function begunAfresh(setup: Setup, [one]: [Clerk, Clerk], bytes: Bytes): Promise<string[]> {
  await dropped(setup, one, randomUUID(), bytes)
  await confirm(one.person, await send(one, bytes))
  return []
}

/** The answer to each act is lost once; the status must show what was done, and a repeat must have no effect. */
async function answersLost(setup: Setup, [one]: [Clerk, Clerk], bytes: Bytes): Promise<string[]> {
  const id = randomUUID()
  const look = () => one.person('intakeGet', { id })
  const received = (end: number) => async (): Promise<boolean> => {
    const { receivedBytes, status } = await look()
    return receivedBytes === end && (status === 'receiving') === end < bytes.length
  }
  await answerLost(setup, one, 'intakeOpen', form(id, bytes), received(0))
  for (let offset = 0; offset < bytes.length; offset += pieceBytes(bytes)) {
    const piece = pieceAt(bytes, offset)
    await answerLost(setup, one, 'intakePiece', { id, offset }, received(offset + piece.length), piece)
  }
  await lookedAt(one, id)
  const mapping = (await look()).layout?.mapping ?? {}
  await answerLost(setup, one, 'intakeMap', { id, mapping }, async () => (await look()).status !== 'received')
  await until('the file is checked', async () => (await look()).status === 'matched')
  return []
}

async function answerLost<N extends EndpointName>(
  { scene, wire, url }: Setup,
  clerk: Clerk,
  name: N,
  input: Sent<N>,
  isAnnounced: () => Promise<boolean>,
  bytes?: Bytes,
): Promise<void> {
  const key = randomUUID()
  wire.cutAt(key, 'after')
  const answer = await ask(url, name, input, { key, pass: clerk.pass, bytes })
  const reported = await isAnnounced()
  await clerk.person(name, input, { key, bytes })
  scene.tally.check('F05 the status tells the truth', [
    ...(answer ? [`${name} was answered with ${answer.status}`] : []),
    ...(reported && (await isAnnounced()) ? [] : [`${name} was done and the status does not say so`]),
  ])
}
