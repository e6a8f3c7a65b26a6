import { checkAll } from './checks.ts'
import { adminOf, bring, handOver, monthsBack, payroll } from './lender.ts'
import { person } from './people.ts'
import type { Site, Stage } from './stage.ts'
import { type Scene, type Strike, waitUntilIdle, withStrikes } from './strikes.ts'
import type { Tally } from './tally.ts'

/** A payroll upload from its first byte to its acceptance, killed on the way, ends like an undisturbed one. */

const ROWS = 2_000
/** Each upload is struck so many times, and once more at most for each of these. */
const STRIKES_MIN = 2
const STRIKES_MORE = 4
/** A calm upload measured in a bad moment must not make the strikes fall after the work. */
const GAP_MAX_MS = 3_000
const STRIKES: readonly Strike[] = ['server', 'server', 'server', 'server', 'database', 'absence', 'commit']

export type Calm = { state: string[]; ms: number }

export async function calmUpload(stage: Stage, tally: Tally): Promise<Calm> {
  const site = await stage.site()
  await site.start('all')
  const start = performance.now()
  await wholeUpload({ stage, site, tally })
  const ms = performance.now() - start
  await waitUntilIdle({ stage, site, tally })
  const state = await endState(site)
  await site.close()
  return { state, ms }
}

async function wholeUpload({ site, tally }: Scene, whenSent = () => {}): Promise<void> {
  const admin = person(site, adminOf(0), tally)
  const id = await bring(admin, payroll(ROWS, 1), {
    kind: 'payroll',
    period: monthsBack(1),
    fileName: 'payroll.csv',
    pieceBytes: 40_000,
    whenSent,
  })
  await handOver(site, tally, admin, id)
}

/** One upload under fire; gives how many strikes fell. */
export async function uploadRound(stage: Stage, tally: Tally, calm: Calm, most: number): Promise<number> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.start('all')
  const strikes = Array.from(
    { length: Math.min(most, STRIKES_MIN + tally.roll(STRIKES_MORE)) },
    (): Strike => STRIKES[tally.roll(STRIKES.length)] ?? 'server',
  )
  let isSent = false
  // while its bytes come in, or while they are worked on
  const id = () => (isSent ? 'F02' : 'F01')
  const salvo = { id, strikes, withinMs: Math.min(calm.ms, GAP_MAX_MS) }
  const fallen = await withStrikes(scene, salvo, () =>
    wholeUpload(scene, () => {
      isSent = true
    }),
  )
  await waitUntilIdle(scene)
  const state = await endState(site)
  tally.check(
    'an upload ends as if undisturbed',
    state.length === calm.state.length
      ? state.flatMap((row, index) => (row === calm.state[index] ? [] : [`${row} was ${calm.state[index]}`]))
      : [`${state.length} rows, undisturbed ${calm.state.length}`],
  )
  await checkAll(site, tally)
  await site.close()
  return fallen
}

const OWN = `- 'intake_id' - 'id' - 'uploaded_at' - 'approval_id' - 'accepted_at' - 'raised_at'`
const STATE = `
  select * from (
    select 'row ' || row_number || ' ' || (to_jsonb(r) ${OWN})::text as state from payroll_row r
    union all select 'refused ' || row_number || ' ' || (to_jsonb(r) ${OWN})::text from intake_refusal r
    union all select 'match ' || (to_jsonb(m) ${OWN})::text from payroll_match m
    union all select 'signal ' || (to_jsonb(s) ${OWN})::text from loan_signal s
    union all select 'file ' || (to_jsonb(f) ${OWN})::text from payroll_file f
    union all select 'intake ' || (to_jsonb(i) ${OWN})::text from intake i where kind = 'payroll'
    union all select 'piece ' || p.at_byte || ' ' || length(p.bytes) from intake_piece p join intake i on i.id = p.intake_id where i.kind = 'payroll'
  ) everything order by state collate "C"`

/** Every row the upload left anywhere, without ids and moments of its own. */
async function endState(site: Site): Promise<string[]> {
  const { rows } = await site.pool.query<{ state: string }>(STATE)
  return rows.map(row => row.state)
}
