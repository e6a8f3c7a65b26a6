import { loadavg } from 'node:os'

/** What is wanted of the program's speed, by number: each benchmark says what it found, and the whole run gathers it. */

/** `by` is the benchmark that measures it; P8 is measured by the lists too. */
type Wish = { by: string; wanted: number; unit: string; of: string; isMost?: true }

const GOALS = {
  P1: { by: 'lists', wanted: 0.2, unit: '%', of: 'a list’s first page, 16 callers, of pgbench' },
  P2: { by: 'lists', wanted: 8, unit: 'times', of: 'its p99, 16 callers, against pgbench’s', isMost: true },
  P3: { by: 'lists', wanted: 0.15, unit: '%', of: 'one record, 16 callers, of pgbench' },
  P4: { by: 'lists', wanted: 100, unit: 'times', of: 'a list with its total against the exact count' },
  P5: { by: 'lists', wanted: 0.18, unit: '%', of: 'a page half-way, 16 callers, of pgbench' },
  P5b: { by: 'lists', wanted: 1.2, unit: 'times', of: 'its p99 against that of page 1', isMost: true },
  P6: { by: 'lists', wanted: 0.6, unit: '%', of: 'phone contains, 16 callers, of pgbench' },
  P7: {
    by: 'lists',
    wanted: 0.9,
    unit: '%',
    of: 'name contains, 16 callers, of pgbench on the first 26 that its trigram index finds, in any order',
  },
  P8: {
    by: 'plans',
    wanted: 0,
    unit: '',
    of: 'bad plans, or lists and records slower than 50 ms',
    isMost: true,
  },
  P9: { by: 'payroll', wanted: 0.95, unit: '%', of: 'staging a payroll, of raw COPY' },
  P10: {
    by: 'payroll',
    wanted: 0.8,
    unit: '%',
    of: 'a whole payroll upload, of raw COPY and then our own statements',
  },
  P11: {
    by: 'payroll',
    wanted: 1.05,
    unit: 'times',
    of: 'memory of a payroll against a tenth of it',
    isMost: true,
  },
  P11b: {
    by: 'payroll',
    wanted: 250,
    unit: 'MB',
    of: 'memory of the worker that reads a payroll',
    isMost: true,
  },
  P12: {
    by: 'receipts',
    wanted: 0.5,
    unit: '%',
    of: 'a receipt at the counter, 16 callers, of ledger_post by Node’s driver',
  },
  P13: {
    by: 'repayments',
    wanted: 0.7,
    unit: '%',
    of: 'posting a batch, of the same rows as raw SQL by thousands',
  },
  P13b: {
    by: 'ledger',
    wanted: 0.25,
    unit: '%',
    of: 'the same file posted again, of the first time',
    isMost: true,
  },
  P14: { by: 'daily', wanted: 2, unit: 'times', of: 'a night against bare SQL', isMost: true },
  P14b: { by: 'daily', wanted: 250, unit: 'ms', of: 'receipts on loans of that night, p99', isMost: true },
  P14c: { by: 'daily', wanted: 0, unit: '', of: 'rows written for each loan in a quiet night', isMost: true },
  P15: { by: 'lists', wanted: 0.67, unit: '%', of: 'the dashboard, of a report over the loans' },
  P16: { by: 'ledger', wanted: 0.9, unit: '%', of: 'acts with their audit row, of acts without' },
  P16b: { by: 'ledger', wanted: 200_000, unit: 'rows', of: 'of the trail verified a second' },
  P17: {
    by: 'beside',
    wanted: 2,
    unit: 'times',
    of: 'a list’s p99 while a payroll comes in against calm',
    isMost: true,
  },
  P18: { by: 'reads', wanted: 160, unit: 'MB', of: 'the web node’s memory', isMost: true },
  P18b: { by: 'lists', wanted: 1000, unit: 'ms', of: 'from start to the first answer', isMost: true },
  P18c: { by: 'reads', wanted: 300, unit: 'MB', of: 'the web node’s memory', isMost: true },
  P19: { by: 'footprint', wanted: 120, unit: 'kB', of: 'JavaScript of the first load, gzip', isMost: true },
  P20: { by: 'browser', wanted: 1, unit: 'times', of: 'what may be felt on the way to a list', isMost: true },
  P21: { by: 'browser', wanted: 100, unit: 'ms', of: 'from one list to another, drawn, p95', isMost: true },
  P22: { by: 'sending', wanted: 0.5, unit: '%', of: 'claiming and recording messages, of plain audit rows' },
  P23: { by: 'exports', wanted: 0.75, unit: '%', of: 'the export of all customers, of COPY' },
  P23b: { by: 'exports', wanted: 64, unit: 'MB', of: 'by which memory grows meanwhile', isMost: true },
  P25: { by: 'reads', wanted: 0.75, unit: '%', of: 'a page of a list, 16 callers, of the JSON floor' },
  P25b: { by: 'reads', wanted: 2.5, unit: 'times', of: 'the customer page, of an older build' },
  P27: { by: 'reads', wanted: 1.5, unit: 'times', of: 'its p99, of the JSON floor’s', isMost: true },
  P28: {
    by: 'reads',
    wanted: 3,
    unit: 'times',
    of: 'p99 of a page under two filters with its exact total, of the first page’s',
    isMost: true,
  },
  P29: { by: 'reads', wanted: 0.6, unit: '%', of: 'a record’s page, of its own statement through the floor' },
  P30: {
    by: 'reads',
    wanted: 3,
    unit: 'times',
    of: 'p99 of a search by name, of the first page’s',
    isMost: true,
  },
  P31: {
    by: 'daily',
    wanted: 2,
    unit: 'times',
    of: 'the figures of a month’s end, against the same as bare SQL',
    isMost: true,
  },
  P32: {
    by: 'closing',
    wanted: 2,
    unit: 'times',
    of: 'the close of a month with its calculation, against the same as bare SQL',
    isMost: true,
  },
  P24: { by: 'footprint', wanted: 80, unit: 'MB', of: 'what a production install holds', isMost: true },
  P26: {
    by: 'instructions',
    wanted: 1.5,
    unit: 'times',
    of: 'computing an instruction list, against its statement alone',
    isMost: true,
  },
  P26b: { by: 'instructions', wanted: 32, unit: 'MB', of: 'by which memory grows meanwhile', isMost: true },
} as const satisfies Record<string, Wish>

export type Goal = keyof typeof GOALS
export const GOAL_NAMES = Object.keys(GOALS) as Goal[]

const MARK = 'goal '
/** 13%, 3.4 times, 129 kB. */
const inWords = (value: number, unit: string): string =>
  unit === '%'
    ? `${(value * 100).toFixed(0)}%`
    : `${unit === '' ? value : value.toFixed(value < 100 ? 1 : 0)} ${unit}`.trim()

/** Prints what was found, with the load of the machine; `about` distinguishes several ways of measuring. */
export function found(goal: Goal, value: number, about = ''): void {
  const wish: Wish = GOALS[goal]
  const isMet = wish.isMost ? value <= wish.wanted : value >= wish.wanted
  const cells = [
    goal.padEnd(4),
    inWords(value, wish.unit).padStart(11),
    `${wish.isMost ? 'at most' : 'at least'} ${inWords(wish.wanted, wish.unit)}`.padEnd(20),
    isMet ? 'met  ' : 'short',
    [wish.of, about].filter(Boolean).join(': '),
    `load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ]
  console.log(MARK + cells.join('  '))
}

/** The lines of a whole run, by number, and the goals that nothing in it measures, with what `whyNot` says of their benchmark. */
export function gathered(output: readonly string[], whyNot: (benchmark: string) => string): string[] {
  const lines = output.filter(line => line.startsWith(MARK)).map(line => line.slice(MARK.length))
  const goalOf = (line: string): string => line.split(' ')[0] ?? ''
  const numberOf = (line: string): number => Number(/^P(\d+)/.exec(line)?.[1] ?? 0)
  const measured = new Set(lines.map(goalOf))
  const missing = new Map<string, string[]>()
  for (const [goal, { by }] of Object.entries<Wish>(GOALS)) {
    if (measured.has(goal)) continue
    const why = `${by} ${whyNot(by)}`
    missing.set(why, [...(missing.get(why) ?? []), goal])
  }
  return [
    ...lines.toSorted((a, b) => numberOf(a) - numberOf(b)),
    ...[...missing].map(([why, goals]) => `not measured here: ${goals.join(', ')}: ${why}`),
  ]
}
