import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EndpointName } from '../../contract/api.ts'
import { checkAll } from './checks.ts'
import { adminOf, authorizerOf, PAIRS, today } from './lender.ts'
import { ask, type Pass, signIn } from './people.ts'
import type { Node, Stage } from './stage.ts'
import { type Scene, waitUntilIdle, withOthers } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * Fifty users click through two web nodes, of which one is killed: its open requests are lost, and no user is signed
 * out.
 */

const PEOPLE = 50
/** Between two clicks of one person, at most. */
const PAUSE_MS = 1_000
/** People click on for so long before a kill and after the node is back. */
const CALM_MS = 700

/** A node that only ever says to come back later is no use. */
const TRIES_MAX = 20

type Click = { node: string; isStruck: boolean }
type Floor = {
  scene: Scene
  loans: string[]
  /** Where the load balancer still sends requests. */
  nodes: string[]
  underway: Set<Click>
  counts: { clicks: number; lost: number; later: number }
  /** Receipts that were granted, by their references. */
  granted: Set<string>
  wrong: { lost: string[]; refused: string[] }
}

export async function oneNodeGone(stage: Stage, tally: Tally, kills: number): Promise<void> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.startAll('web', 'web', 'worker')
  // signing in is slow by design, so that some share one session
  const staff = Array.from({ length: PAIRS }, (_, round) => [adminOf(round), authorizerOf(round)]).flat()
  const passes = await Promise.all(staff.map(email => signIn(site, email, tally)))
  const { rows } = await site.pool.query<{ id: string }>('select id from loan order by number')
  const floor: Floor = {
    scene,
    loans: rows.map(row => row.id),
    nodes: site.nodes.filter(node => node.role === 'web').map(node => node.url),
    underway: new Set(),
    counts: { clicks: 0, lost: 0, later: 0 },
    granted: new Set(),
    wrong: { lost: [], refused: [] },
  }
  const clickOn = async (round: number, isOver: () => boolean): Promise<void> => {
    const pass = passes[round % passes.length]
    while (pass && !isOver()) await clickOnce(floor, pass, round % 2 === 0)
  }
  await withOthers(
    isOver => Promise.all(Array.from({ length: PEOPLE }, (_, round) => clickOn(round, isOver))),
    async () => {
      for (let round = 0; round < kills; round++) await killOne(floor, passes, round)
    },
  )
  const { clicks, lost, later } = floor.counts
  tally.say(
    `${kills} nodes killed under ${clicks} clicks: ${lost} lost, ${later} told to come back later, ${floor.granted.size} receipts granted`,
  )
  tally.check('F26 only what was in hand is lost', floor.wrong.lost)
  tally.check('F26 nobody is signed out or refused', floor.wrong.refused)
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.check('I14 what was granted is there, and once', await notThereOnce(floor))
  await site.close()
}

async function killOne(
  { scene, nodes, underway }: Floor,
  passes: readonly Pass[],
  round: number,
): Promise<void> {
  const { site, tally } = scene
  await sleep(CALM_MS + tally.roll(CALM_MS))
  const node = site.nodes.filter(({ role }) => role === 'web')[round % 2] as Node
  nodes.splice(nodes.indexOf(node.url), 1)
  for (const click of underway) if (click.node === node.url) click.isStruck = true
  await site.killAndRestart(node)
  tally.fault('F26 web node gone')
  const answers = await Promise.all(passes.map(pass => ask(node.url, 'approvalList', { limit: 1 }, { pass })))
  tally.check(
    'F26 it comes back and knows everybody',
    answers.flatMap(answer =>
      answer?.status === 200 ? [] : [`a session got ${answer?.status ?? 'no answer'}`],
    ),
  )
  nodes.push(node.url)
}

type Read = readonly [EndpointName, object]
const READS: readonly Read[] = [
  ['approvalList', { limit: 5 }],
  ['intakeList', { limit: 5 }],
  ['requestCounts', {}],
  ['dailyRunList', {}],
]

async function clickOnce(floor: Floor, pass: Pass, mayTakeMoney: boolean): Promise<void> {
  const { roll } = floor.scene.tally
  await sleep(roll(PAUSE_MS))
  if (mayTakeMoney && roll(10) === 0) return takeReceipt(floor, pass)
  const id = floor.loans[roll(floor.loans.length)] ?? ''
  const reads: readonly Read[] = [...READS, ['loanGet', { id }]]
  const [name, input] = reads[roll(reads.length)] ?? ['requestCounts', {}]
  await send(floor, pass, name, input, randomUUID())
}

/** Sent again under the same key wherever the answer was lost or was to come back later. */
async function takeReceipt(floor: Floor, pass: Pass): Promise<void> {
  const { loans, granted, scene } = floor
  const [id, key] = [randomUUID(), randomUUID()]
  const reference = `N-${id.slice(0, 13)}`
  const input = { act: 'receipt', amount: '75000', on: today(), channel: 'bank transfer', reference }
  const wish = { loanId: loans[scene.tally.roll(loans.length)], id, reason: 'At the counter', input }
  let status: number | undefined
  for (let tries = 0; tries < TRIES_MAX && (status === undefined || status === 503); tries++)
    status = await send(floor, pass, 'loanActDo', wish, key)
  if (status === 200) granted.add(reference)
  else floor.wrong.refused.push(`a receipt got ${status ?? 'no answer'} after all`)
}

/** Its answer, if there was one. Only open requests of a killed node may have none; no user is ever signed out. */
async function send(
  { scene, nodes, underway, counts, wrong }: Floor,
  pass: Pass,
  name: EndpointName,
  input: object,
  key: string,
): Promise<number | undefined> {
  const click: Click = { node: nodes[scene.tally.roll(nodes.length)] ?? '', isStruck: false }
  underway.add(click)
  const answer = await ask(click.node, name, input, { pass, key })
  underway.delete(click)
  counts.clicks += 1
  if (!answer) counts.lost += 1
  if (!answer && !click.isStruck) wrong.lost.push(`${name} got no answer`)
  if (answer?.status === 503) counts.later += 1
  else if (answer && answer.status !== 200)
    wrong.refused.push(`${name} got ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer?.status
}

async function notThereOnce({ scene: { site }, granted }: Floor): Promise<string[]> {
  const { rows } = await site.pool.query<{ reference: string }>(
    `select reference from loan_event where reference like 'N-%'`,
  )
  const there = new Set(rows.map(row => row.reference))
  return [
    ...[...granted].filter(each => !there.has(each)).map(each => `${each} was granted and is not there`),
    ...(rows.length === granted.size ? [] : [`${rows.length} receipts for ${granted.size} granted`]),
  ]
}
