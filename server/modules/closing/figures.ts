import { CLOSING_KINDS, type ClosingKind } from '../../../contract/closing.ts'
import { endOfMonth, type LocalDate } from '../../../engine/dates.ts'
import type { Context } from '../../kernel/context.ts'
import { balanceOf } from '../ledger/ledger.ts'
import * as store from './closing.sql.ts'
import * as sums from './lines.sql.ts'

/** What a close posts: for each kind, product and class what must be held, and the change that gets there. */

export type Line = Omit<store.PostedLine, 'kind' | 'entry_id' | 'back_entry_id'> & { kind: ClosingKind }

type Key = `${string} ${string}`
const keyOf = (line: { product_id: string | null; class: string }): Key =>
  `${line.product_id ?? ''} ${line.class}`

export async function linesToPost(
  ctx: Pick<Context, 'tx' | 'today'>,
  closing: store.ClosingRow,
): Promise<Line[]> {
  const day = endOfMonth(closing.month)
  const earlier = await store.lastClosed(ctx.tx, closing.month)
  const posted = earlier ? await store.linesOf(ctx.tx, earlier.id) : []
  const now = await sums.sumsOf(ctx.tx, closing.id)
  const writtenOff = earlier ? await sums.suspendedAndWrittenOff(ctx.tx, earlier, closing) : []
  const lines: Line[] = []
  for (const kind of CLOSING_KINDS) {
    // an accrual is reversed on the first day of the next month
    const before = kind === 'accrual' ? [] : posted.filter(line => line.kind === kind)
    const held = (await heldOn(ctx, kind, day)) - before.reduce((sum, line) => sum + line.balance, 0n)
    lines.push(...changesOf(kind, now, before, kind === 'suspension' ? writtenOff : []))
    if (held !== 0n) lines.push({ ...NO_LINE, kind, product_id: null, class: '', change: -held })
  }
  return inOrder(lines, closing.classes)
}

const NO_LINE = { loans: 0, balance: 0n, change: 0n, written_off: 0n }

function changesOf(
  kind: ClosingKind,
  now: readonly sums.SumRow[],
  before: readonly store.PostedLine[],
  writtenOff: readonly { product_id: string; class: string; amount: bigint }[],
): Line[] {
  const lines = new Map<Key, Line>()
  for (const row of now) {
    const { product_id, class: name } = row
    const [balance, loans] = [row[kind], row[`${kind}_loans`]]
    lines.set(keyOf(row), { kind, product_id, class: name, loans, balance, change: balance, written_off: 0n })
  }
  for (const { product_id, class: name, balance } of before) {
    const line = lines.get(keyOf({ product_id, class: name })) ?? {
      ...NO_LINE,
      kind,
      product_id,
      class: name,
    }
    lines.set(keyOf(line), { ...line, change: line.change - balance })
  }
  for (const row of writtenOff) {
    const line = lines.get(keyOf(row))
    if (line) lines.set(keyOf(row), { ...line, written_off: row.amount })
  }
  return [...lines.values()].filter(
    ({ balance, change, written_off }) => balance !== 0n || change !== 0n || written_off !== 0n,
  )
}

const ACCOUNTS = {
  accrual: ['accruedInterest', 1n],
  provision: ['provision', -1n],
  suspension: ['interestInSuspense', -1n],
} as const

async function heldOn(
  ctx: Pick<Context, 'tx' | 'today'>,
  kind: ClosingKind,
  asOf: LocalDate,
): Promise<bigint> {
  const [account, sign] = ACCOUNTS[kind]
  return sign * (await balanceOf(ctx, { account, asOf }))
}

export function inOrder(lines: readonly Line[], classes: readonly store.ClassRule[]): Line[] {
  const place = new Map(classes.map(({ name }, index) => [name, index]))
  const last = classes.length
  return lines.toSorted(
    (a, b) =>
      CLOSING_KINDS.indexOf(a.kind) - CLOSING_KINDS.indexOf(b.kind) ||
      (a.product_id ?? '~').localeCompare(b.product_id ?? '~') ||
      (place.get(a.class) ?? last) - (place.get(b.class) ?? last),
  )
}

/** What the lines of a kind hold, and what is posted. */
export function totalOf(
  lines: readonly { kind: string; balance: bigint; change: bigint }[],
  kind: ClosingKind,
): { balance: bigint; change: bigint } {
  const own = lines.filter(line => line.kind === kind)
  return {
    balance: own.reduce((sum, line) => sum + line.balance, 0n),
    change: own.reduce((sum, line) => sum + line.change, 0n),
  }
}
