import { randomUUID } from 'node:crypto'
import type { EndpointName } from '../../contract/api.ts'
import { insertDraft } from '../../server/modules/requests/drafts.sql.ts'
import { adaeze } from '../../test/applicants.ts'
import type { Wire } from '../../test/faultProxy.ts'
import { checkAll } from './checks.ts'
import { adminOf, authorizerOf, today } from './lender.ts'
import { type Person, person, Refused, type Sent, stranger } from './people.ts'
import type { Stage } from './stage.ts'
import { type Scene, waitUntilIdle } from './strikes.ts'
import type { Tally } from './tally.ts'

/** What people want once and send more than once: each wish has one effect. */

const PEOPLE = 4
const LANES = 4

/** Two clicks at one moment; sent again by itself three times; lost half-way and sent again; back, and the button again. */
const WAYS = ['double click', 'three retries', 'cut mid-submit', 'back and again'] as const
type Way = (typeof WAYS)[number]
const CUTS = ['before', 'within', 'after'] as const

type Desk = {
  scene: Scene
  wire: Wire
  loans: string[]
  admins: Person[]
  authorizers: Person[]
  anybody: Person
  /** What must be found exactly once in the end. */
  booked: string[]
  asked: string[]
  phones: string[]
}

type Intent = (desk: Desk, way: Way, round: number) => Promise<void>
const INTENTS: readonly Intent[] = [receipt, approval, publicRequest, staffRequest]

export async function checkIdempotency(stage: Stage, tally: Tally, intents: number): Promise<void> {
  const scene = { stage, site: await stage.site(), tally }
  const desk = await openDesk(scene)
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < intents) {
      const round = next++
      const way = WAYS[Math.floor(round / INTENTS.length) % WAYS.length] ?? 'double click'
      tally.fault(`F28 ${way}`)
      await INTENTS[round % INTENTS.length]?.(desk, way, round).catch(error =>
        tally.check('F28 a wish is granted', [`${way}: ${String(error)}`]),
      )
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  tally.check('F28 every cut fell', desk.wire.isTrapSet() ? ['a line was never cut'] : [])
  await waitUntilIdle(scene)
  await checkAll(scene.site, tally)
  await checkEffects(desk)
  await scene.site.close()
}

async function openDesk(scene: Scene): Promise<Desk> {
  const { site, tally } = scene
  await site.start('all')
  const { wire, url } = await site.wireToWeb()
  const staff = (of: (round: number) => string): Person[] =>
    Array.from({ length: PEOPLE }, (_, round) => person(site, of(round), tally, () => url))
  const { rows } = await site.pool.query<{ id: string }>('select id from loan order by number')
  return {
    scene,
    wire,
    loans: rows.map(row => row.id),
    admins: staff(adminOf),
    authorizers: staff(authorizerOf),
    anybody: stranger(site, tally, () => url),
    booked: [],
    asked: [],
    phones: [],
  }
}

async function press<N extends EndpointName>(
  { scene: { tally }, wire }: Desk,
  who: Person | undefined,
  way: Way,
  name: N,
  input: Sent<N>,
): Promise<void> {
  const key = randomUUID()
  const send = async (under = key): Promise<void> => {
    await who?.(name, input, { key: under })
  }
  if (way === 'three retries') wire.cutAt(key, CUTS[tally.roll(CUTS.length)] ?? 'after', 3)
  if (way === 'cut mid-submit') wire.cutAt(key, 'within')
  await Promise.all(way === 'double click' ? [send(), send()] : [send()])
  if (way === 'back and again')
    await send(randomUUID()).catch(error => {
      // the answer may be that this was done already
      if (!(error instanceof Refused)) throw error
    })
}

// ── What they want ─────────────────────────────────────────────────────────────────────────────────────────────────

const of = <T>(list: readonly T[], round: number): T | undefined => list[round % list.length]

function money(desk: Desk, round: number, amount: string): Sent<'loanActDo'> {
  const id = randomUUID()
  const reference = `W-${id.slice(0, 13)}`
  desk.booked.push(reference)
  const input = { act: 'receipt', amount, on: today(), channel: 'bank transfer', reference } as const
  return { loanId: of(desk.loans, round) ?? '', id, reason: 'At the counter', input }
}

async function receipt(desk: Desk, way: Way, round: number): Promise<void> {
  await press(desk, of(desk.admins, round), way, 'loanActDo', money(desk, round, '1250000'))
}

/** Above ₦50,000 approval is needed: submitted and approved, each in that way. */
async function approval(desk: Desk, way: Way, round: number): Promise<void> {
  const wish = money(desk, round, '6000000')
  desk.asked.push(wish.id)
  await press(desk, of(desk.admins, round), way, 'loanActDo', wish)
  const { rows } = await desk.scene.site.pool.query<{ id: string }>(
    `select id from approval where input ->> 'id' = $1`,
    [wish.id],
  )
  await press(desk, of(desk.authorizers, round), way, 'approvalApprove', { id: rows[0]?.id ?? '' })
}

async function publicRequest(desk: Desk, way: Way, round: number): Promise<void> {
  await request(desk, desk.anybody, way, round)
}
async function staffRequest(desk: Desk, way: Way, round: number): Promise<void> {
  await request(desk, of(desk.admins, round), way, round)
}

async function request(desk: Desk, who: Person | undefined, way: Way, round: number): Promise<void> {
  const { program } = desk.scene.site
  const draftId = randomUUID()
  // the proof of work before a draft is another test's business
  await insertDraft(program.db, { id: draftId, at: program.clock.now(), address: `10.0.${round % 250}.1` })
  const number = String(5_000_000 + round)
  desk.phones.push(`+234803${number}`)
  const application = adaeze({
    phone: `0803${number}`,
    bvn: String(22_400_000_000 + round),
    nin: String(52_400_000_000 + round),
  })
  // a public applicant first proves that the phone is theirs
  const phoneCode = who === desk.anybody ? await codeOf(desk, draftId, application.phone) : ''
  await press(desk, who, way, 'requestSubmit', { id: randomUUID(), draftId, application, phoneCode })
}

async function codeOf({ scene, anybody }: Desk, draftId: string, phone: string): Promise<string> {
  await anybody('phoneCodeSend', { draftId, phone })
  const { rows } = await scene.site.pool.query<{ body: string }>(
    `select body from message where subject_type = 'draft' and subject_id = $1`,
    [draftId],
  )
  return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? ''
}

// ── What came of it ────────────────────────────────────────────────────────────────────────────────────────────────

const EFFECTS = {
  booked: `
    select wish || ' was booked ' || count(e.id) || ' times' as problem
    from unnest($1::text[]) wish left join loan_event e on e.reference = wish group by wish having count(e.id) <> 1`,
  asked: `
    select wish || ' was asked for ' || count(a.id) || ' times' as problem
    from unnest($1::text[]) wish left join approval a on a.input ->> 'id' = wish group by wish having count(a.id) <> 1`,
  phones: `
    select wish || ' has ' || count(distinct r.id) || ' requests, submitted ' || count(distinct e.id) || ' times, told '
      || count(distinct m.id) || ' times' as problem
    from unnest($1::text[]) wish left join loan_request r on r.phone = wish
      left join request_event e on e.request_id = r.id and e.kind = 'submitted'
      left join message m on m.subject_type = 'request' and m.subject_id = r.id::text
    group by wish having (count(distinct r.id), count(distinct e.id), count(distinct m.id)) <> (1, 1, 1)`,
}

async function checkEffects({ scene: { site, tally }, ...wishes }: Desk): Promise<void> {
  for (const kind of ['booked', 'asked', 'phones'] as const) {
    const { rows } = await site.pool.query<{ problem: string }>(EFFECTS[kind], [wishes[kind]])
    tally.check(
      'F28 one effect an intent',
      rows.map(row => row.problem),
    )
  }
  tally.say(
    `${wishes.booked.length} receipts, ${wishes.asked.length} of them approved, ${wishes.phones.length} requests, each once`,
  )
}
