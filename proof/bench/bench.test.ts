import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GOAL_NAMES, gathered } from './goals.ts'
import { NO_PGBENCH } from './pgbench.ts'

/** The short form of `npm run proof -- bench`: a small book, what needs nothing but the database, and no word about how fast it is. */

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'iroko-bench-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Ran = { code: number | null; lines: string[]; complaints: string }

async function run(program: string, options: readonly string[], env = process.env): Promise<Ran> {
  const child = spawn(process.execPath, ['--import', 'tsx', join('proof', 'bench', program), ...options], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, complaints] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    said += piece
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaints += piece
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, lines: said.split('\n'), complaints }
}

type Stored = { goals: string[]; parts: { part: string; code: number | null; output: string[] }[] }
const stored = async (file: string): Promise<Stored> => JSON.parse(await readFile(file, 'utf8'))

/** "P14  3.4 times  at most 1.3 times  short", or "not measured here: P1, P2: lists was not asked for". */
const isFigure = (line: string, goal: string): boolean =>
  new RegExp(`^${goal} +\\d[\\d.]*(?: \\S+)? +at (?:most|least) \\d.* (?:met|short) `).test(line)
const reasonFor = (lines: readonly string[], goal: string): string | undefined =>
  lines
    .map(line => /^not measured here: ([\w, ]+): (.+)$/.exec(line))
    .find(found => found?.[1]?.split(', ').includes(goal))?.[2]

describe('nights over two thousand rows', () => {
  let ran: Ran
  let reported: Stored
  beforeAll(async () => {
    const file = join(folder, 'figures.json')
    ran = await run('run.ts', ['--only', 'daily', '--rows', '2000', '--json', file])
    reported = await stored(file).catch(() => ({ goals: [], parts: [] }))
  }, 900_000)

  const outputOf = (part: string): string[] =>
    reported.parts.find(each => each.part === part)?.output ?? [`${part} did not run: ${ran.complaints}`]

  test('the file holds what was printed', () => {
    expect(
      reported.parts.map(({ part }) => part),
      ran.complaints,
    ).toEqual(['daily'])
    const printed = new Set(ran.lines)
    expect(
      [...reported.goals, ...reported.parts.flatMap(({ output }) => output)].filter(
        line => !printed.has(line),
      ),
    ).toEqual([])
    expect(ran.code).toBe(reported.parts.every(({ code }) => code === 0) ? 0 : 1)
  })

  test('every goal has a figure, or a plain reason why it has none', () => {
    const measured = GOAL_NAMES.filter(goal => reported.goals.some(line => isFigure(line, goal)))
    expect(measured, reported.goals.join('\n')).toEqual(['P14', 'P14b', 'P14c', 'P31'])
    for (const goal of GOAL_NAMES.filter(name => !measured.includes(name)))
      expect(reasonFor(reported.goals, goal), goal).toMatch(/^[a-z]+ was not asked for$/)
  })

  test('runs three nights while repayments are posted, and the ledger check passes', () => {
    const daily = outputOf('daily')
    const said = daily.join('\n')
    expect(said).toMatch(/^pay day: \d{3,} open, \d{3,} changed, \d{3,} entries/m)
    expect(said).toMatch(/^the day after: \d{3,} open, /m)
    expect(said).toMatch(/^a quiet day: \d{3,} open, /m)
    expect(said).toMatch(/^the end of a month: 1 written down in /m)
    expect(said).toMatch(/^meanwhile, [1-9]\d* receipts: /m)
    expect(daily.filter(line => line.startsWith('BROKEN'))).toEqual([])
    expect(daily.filter(line => line.startsWith('holds ')).length).toBeGreaterThan(5)
    expect(reported.parts.find(({ part }) => part === 'daily')?.code).toBe(0)
  })
})

describe('without pgbench', () => {
  const nowhere = () => ({ ...process.env, PATH: folder })

  test('what needs it is left out before anything is built, said so, and is no success', async () => {
    const file = join(folder, 'none.json')
    const { code, lines } = await run('run.ts', ['--only', 'lists,sending', '--json', file], nowhere())
    expect(code).toBe(1)
    for (const part of ['sending', 'lists at 10,000', 'lists'])
      expect(lines).toContain(`${part} ${NO_PGBENCH}`)
    const { goals, parts } = await stored(file)
    expect(parts).toEqual([])
    expect(reasonFor(goals, 'P1')).toBe(`lists ${NO_PGBENCH}`)
    expect(reasonFor(goals, 'P22')).toBe(`sending ${NO_PGBENCH}`)
    expect(reasonFor(goals, 'P14')).toBe('daily was not asked for')
  })

  test('one of them by itself says so too, in one sentence', async () => {
    const { code, lines, complaints } = await run('sending.ts', [], nowhere())
    expect(code).not.toBe(0)
    expect(lines).toEqual([''])
    expect(complaints).toContain(`Error: sending ${NO_PGBENCH}.`)
  })
})

test('lists results in the order of the goals, and reports what ended early', () => {
  const lines = [
    'goal P14   6.8 times  at most 1.3 times     short  a night',
    'chatter',
    'goal P8    0  at most 0  met    plans',
  ]
  const [first, second, ...others] = gathered(lines, part =>
    part === 'lists' ? 'ended with 1 before it' : 'was not asked for',
  )
  expect([first, second].map(line => line?.split(' ')[0])).toEqual(['P8', 'P14'])
  expect(reasonFor(others, 'P5b')).toBe('lists ended with 1 before it')
  expect(reasonFor(others, 'P14')).toBeUndefined()
  expect(reasonFor(others, 'P14b')).toBe('daily was not asked for')
})
