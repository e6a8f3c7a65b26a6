import { setTimeout as sleep } from 'node:timers/promises'
import { SECTIONS } from '../../contract/settings.ts'
import { act, SYSTEM } from '../../server/kernel/act.ts'
import { notify } from '../../server/modules/messaging/notify.ts'
import type { Mood } from '../../test/gateways.ts'
import { checkAll } from './checks.ts'
import { until } from './lender.ts'
import { type Reports, reportBack } from './reports.ts'
import type { Stage } from './stage.ts'
import type { Scene } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * Thousands of messages through a provider at its limit, of which one in twenty meets an error and one in fifty no answer,
 * and which reports back in disorder. At the end each message must stand as the provider's own log says.
 */

const RATE = 50
/** The provider refuses what comes faster than this within any second. */
const MESSAGES_MAX = 60
const AT_ONCE = 250

const ERRORS: readonly Mood[] = [
  'refuses',
  '500',
  'accepts then 500',
  'accepts then wrong JSON',
  'accepts then cuts',
]
const TIMEOUTS: readonly Mood[] = ['hangs', 'accepts then hangs']

/** By phone, how each call about its one message was met. */
type Calls = Map<string, Mood[]>

export async function manyMessages(
  stage: Stage,
  tally: Tally,
  messages: number,
  alwaysAnswers = false,
): Promise<void> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  const { provider } = stage
  const calls: Calls = new Map()
  provider.mood = strictProvider(tally, calls, alwaysAnswers)
  provider.answersAfter = () => sleep(50 + tally.roll(800))
  await setPace(scene)
  await site.startAll('all', 'worker')
  const reports = reportBack(scene)
  const start = performance.now()
  await writeAll(scene, messages)
  await allSaid(scene, reports)
  const seconds = (performance.now() - start) / 1_000
  await reports.stop()
  tally.say(
    `${messages} messages in ${seconds.toFixed(0)} s: ${await counted(scene)}; ${provider.accepted.length} taken`,
  )
  tally.check('I8 each message stands as the provider says', await wrongStates(scene, calls, reports))
  const { twice, wrong } = await wrongReports(scene, reports)
  tally.check('F15 each report is kept once', twice)
  tally.check('F16 what was said is kept, and nothing else', wrong)
  await checkAll(site, tally)
  await site.close()
}

/** Draws how each call is met, keeps it, and refuses what comes too fast. */
function strictProvider(tally: Tally, calls: Calls, alwaysAnswers: boolean): (to: string) => Mood {
  const lately: number[] = []
  const mood = (): Mood => {
    const now = performance.now()
    while ((lately[0] ?? now) < now - 1_000) lately.shift()
    if (lately.length >= MESSAGES_MAX) {
      tally.fault('F08 too fast')
      return 'busy for a second'
    }
    lately.push(now)
    const drawn = tally.roll(1_000)
    if (drawn < 50) {
      tally.fault('F08 error')
      return ERRORS[drawn % ERRORS.length] ?? '500'
    }
    if (drawn < 70 && !alwaysAnswers) {
      tally.fault('F08 timeout')
      return TIMEOUTS[drawn % TIMEOUTS.length] ?? 'hangs'
    }
    // so slow that a report may be here before the answer
    return drawn % 4 === 0 ? 'accepts slowly' : 'fine'
  }
  return to => {
    const met = mood()
    calls.set(to, [...(calls.get(to) ?? []), met])
    return met
  }
}

async function setPace({ site }: Scene): Promise<void> {
  await site.pool.query(
    `insert into setting_version (section, version, value, effective_on, changed_by, changed_at, reason)
     values ('sms', 2, $1, '2026-01-01', null, now(), 'As fast as the provider allows')`,
    [JSON.stringify({ ...SECTIONS.sms.initial, gateway: 'termii', senderId: 'Iroko', ratePerSecond: RATE })],
  )
}

/** A number of its own for each, so that the provider's log can be laid beside ours. */
async function writeAll({ site }: Scene, messages: number): Promise<void> {
  for (let from = 0; from < messages; from += AT_ONCE)
    await act(site.program, 'tell', SYSTEM, async ctx => {
      for (let line = from; line < Math.min(from + AT_ONCE, messages); line++)
        await notify(ctx, {
          phone: `+23480${String(30_000_000 + line)}`,
          purpose: 'receipt',
          text: `Receipt ${line} of this morning`,
          event: `many ${line}`,
        })
    })
}

const OPEN = `
  select count(*) filter (where status in ('queued', 'sending'))::int as waiting,
    count(*) filter (where status = 'unknown' and asked_at is null)::int as unasked from message`
const PATIENCE_SECONDS = 120

/** Sent, reported on, and every unknown status polled; two minutes without progress is a finding. */
async function allSaid({ site, tally }: Scene, reports: Reports): Promise<void> {
  let [last, movedAt] = ['', performance.now()]
  await until(
    'every message is told about',
    async () => {
      const { rows } = await site.pool.query<{ waiting: number; unasked: number }>(OPEN)
      const { waiting = 0, unasked = 0 } = rows[0] ?? {}
      if (waiting + unasked === 0 && reports.areReported()) return true
      const now = `${waiting} ${unasked} ${reports.said.size}`
      if (now !== last) [last, movedAt] = [now, performance.now()]
      if (performance.now() - movedAt > PATIENCE_SECONDS * 1_000) throw new Error(`It stood still at ${now}.`)
      await sleep(500)
      return false
    },
    Number.POSITIVE_INFINITY,
  ).catch(error => tally.check('I9 no message left in the air', [String(error)]))
}

async function counted({ site }: Scene): Promise<string> {
  const { rows } = await site.pool.query<{ status: string; count: number }>(
    'select status, count(*)::int as count from message group by status order by count desc',
  )
  return rows.map(row => `${row.status} ${row.count}`).join(', ')
}

const RANK = ['sent', 'failed', 'delivered']
const statusOf = (word: string): string =>
  word === 'Delivered' ? 'delivered' : word === 'Message Sent' ? 'sent' : 'failed'
const best = (words: Iterable<string>): string =>
  [...words]
    .map(statusOf)
    .reduce((one, other) => (RANK.indexOf(other) > RANK.indexOf(one) ? other : one), 'sent')

type Row = { phone: string; status: string; provider_id: string | null }

async function wrongStates({ site }: Scene, calls: Calls, { said }: Reports): Promise<string[]> {
  const { rows } = await site.pool.query<Row>('select phone, status, provider_id from message')
  const taken = new Map(site.provider.accepted.map(message => [message.to, message]))
  const problems: string[] = []
  if (taken.size !== site.provider.accepted.length) problems.push('somebody was told twice')
  for (const { phone, status, provider_id } of rows) {
    const to = phone.slice(1)
    const met = (calls.get(to) ?? []).filter(mood => mood !== 'busy for a second')
    const message = taken.get(to)
    const [mood] = met
    if (met.length !== 1 || !mood) problems.push(`${to} was handed over ${met.length} times`)
    const heard = best(said.get(message?.id ?? '') ?? [])
    const isAnswered = mood === 'fine' || mood === 'accepts slowly'
    const allowed =
      mood === 'refuses'
        ? 'failed'
        : isAnswered
          ? heard
          : provider_id === null
            ? 'unknown'
            : best([message?.status ?? '', ...(said.get(message?.id ?? '') ?? [])])
    if (status !== allowed) problems.push(`${to} met “${mood}” and is ${status} instead of ${allowed}`)
    if ((provider_id ?? message?.id) !== message?.id) problems.push(`${to} has the id of another message`)
  }
  return problems
}

async function wrongReports(
  { site }: Scene,
  { said }: Reports,
): Promise<{ twice: string[]; wrong: string[] }> {
  const { rows } = await site.pool.query<{ provider_id: string; said: string; message_id: string | null }>(
    'select provider_id, said, message_id from message_report',
  )
  const stored = new Set(rows.map(row => `${row.provider_id} ${row.said}`))
  const statuses = new Map(site.provider.accepted.map(({ id, status }) => [id, status]))
  const spoken = [...said].flatMap(([id, words]) => [...words].map(word => `${id} ${word}`))
  const wrong = [
    ...spoken.filter(each => !stored.has(each)).map(each => `${each} was thanked for and is not there`),
    ...rows
      .filter(row => !row.provider_id.startsWith('nobody-'))
      .filter(row => !said.get(row.provider_id)?.has(row.said) && statuses.get(row.provider_id) !== row.said)
      .map(row => `nobody said ${row.said} of ${row.provider_id}`),
    ...rows
      .filter(row => row.provider_id.startsWith('nobody-') && row.message_id !== null)
      .map(row => `${row.provider_id} moved a message`),
  ]
  return {
    twice: stored.size === rows.length ? [] : [`${rows.length - stored.size} reports are kept twice`],
    wrong,
  }
}
