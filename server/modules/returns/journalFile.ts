import assert from 'node:assert/strict'
import type { Api } from '../../../contract/api.ts'
import { StreamedFile } from '../../../contract/endpoint.ts'
import { ENTRY_LABELS } from '../../../contract/labels.ts'
import { type FileLayout, oneLayoutProblems } from '../../../contract/layouts.ts'
import { formatNaira, kobo, sum } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import {
  checkWidths,
  type LayoutValues,
  layoutExtension,
  layoutPieces,
  layoutText,
  layoutType,
} from '../../kernel/layoutFile.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { section } from '../settings/settings.ts'
import * as store from './journalFile.sql.ts'

/** The journal of a period for the accountant's system, by house codes. The same period in the same layout gives the same bytes. */

const PREVIEW_LINES = 20

const side = (amount: bigint, debit: string, credit: string): string => (amount > 0n ? debit : credit)
const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

function valuesOf(row: store.JournalRow): LayoutValues {
  const { amount, reason, note } = row
  return {
    journalNo: row.no,
    date: row.on,
    houseCode: row.house_code,
    accountCode: row.code,
    account: row.title,
    debit: amount > 0n ? amount : null,
    credit: amount < 0n ? -amount : null,
    signedAmount: amount,
    amount: size(amount),
    journalSide: side(amount, 'JD', 'JC'),
    shortSide: side(amount, 'Dr', 'Cr'),
    sideLetter: side(amount, 'D', 'C'),
    reference: row.ref ?? `IROKO-${row.no}`,
    // of a day there is no more to say than what was moved
    details: reason === null ? row.title : [ENTRY_LABELS[reason], note].filter(Boolean).join(': '),
  }
}

type Totals = { lines: number; debits: bigint; credits: bigint }
const totalsOf = ({ from, to }: store.Period, { lines, debits, credits }: Totals): LayoutValues => ({
  from,
  to,
  lines: `${lines}`,
  debits,
  credits,
})

function movedTotals(moved: readonly store.MovedAccount[], grouping: store.Grouping): Totals {
  const count = moved.map(row => (grouping === 'day' ? row.day_sides : row.lines))
  return {
    lines: count.reduce((total, each) => total + each, 0),
    debits: sum(moved.map(row => kobo(row.debits))),
    credits: sum(moved.map(row => kobo(row.credits))),
  }
}

const withoutHouseCode = (layout: FileLayout, moved: readonly store.MovedAccount[]): store.MovedAccount[] =>
  layout.columns.some(({ content }) => content === 'houseCode')
    ? moved.filter(({ house_code }) => house_code === '')
    : []

function checkPeriod({ from, to }: store.Period): void {
  if (to < from) refuseFields({ to: 'Not before the first day' })
}

export const previewJournal: Handler<Api['journalFilePreview']> = async (ctx, { layout, ...period }) => {
  checkPeriod(period)
  const problems = oneLayoutProblems(layout)
  if (Object.keys(problems).length > 0) refuseFields(problems)
  if (layout.use !== 'journal') refuseFields({ 'layout.use': 'Not a journal' })
  const moved = await store.movedAccounts(ctx.tx, period)
  const rows = await store.firstJournalRows(ctx.tx, period, layout.grouping, PREVIEW_LINES)
  const totals = movedTotals(moved, layout.grouping)
  return {
    text: await layoutText(layout, {
      lines: () => rows.map(valuesOf),
      before: totalsOf(period, totals),
      after: () => totalsOf(period, totals),
    }),
    lines: totals.lines,
    debits: kobo(totals.debits),
    credits: kobo(totals.credits),
    withoutHouseCode: withoutHouseCode(layout, moved).map(({ code, title }) => ({ code, title })),
  }
}

/** The layout of this name that is in use today. */
export async function layoutNamed(ctx: Context, name: string, use: FileLayout['use']): Promise<FileLayout> {
  const { layouts } = await section(ctx.tx, 'layouts', ctx.today)
  return (
    layouts.find(each => each.name === name && each.use === use && each.status === 'active') ??
    refuse('layout.unknown')
  )
}

export const journalFile: Handler<Api['journalFile']> = async (ctx, { layout: name, ...period }) => {
  checkPeriod(period)
  const layout = await layoutNamed(ctx, name, 'journal')
  const moved = await store.movedAccounts(ctx.tx, period)
  const missing = withoutHouseCode(layout, moved)
  if (missing.length > 0)
    refuse('layout.house_codes', {
      accounts: missing.map(({ code, title }) => `${code} ${title}`).join(', '),
    })
  const expected = movedTotals(moved, layout.grouping)
  await checkWidths(layout, journalSource(ctx, layout, period, expected))
  ctx.audit({
    subject: ['export', 'journal'],
    after: { ...period, layout: name, lines: expected.lines, debits: formatNaira(kobo(expected.debits)) },
  })
  return new StreamedFile(
    layoutPieces(layout, journalSource(ctx, layout, period, expected)),
    layoutType(layout),
    `journal-${period.from}-${period.to}.${layoutExtension(layout)}`,
  )
}

/** What is below the lines is counted while they are written. What is above them was counted before, and must be the same. */
function journalSource(ctx: Context, layout: FileLayout, period: store.Period, expected: Totals) {
  const seen: Totals = { lines: 0, debits: 0n, credits: 0n }
  return {
    async *lines() {
      for await (const row of store.journalRows(ctx.tx, period, layout.grouping)) {
        seen.lines++
        if (row.amount > 0n) seen.debits += row.amount
        else seen.credits -= row.amount
        yield valuesOf(row)
      }
      assert.equal(seen.debits, seen.credits, 'the journal of whole entries balances')
      if (layout.header.length > 0)
        assert.deepEqual(seen, expected, 'nothing was posted while the file was read')
    },
    before: totalsOf(period, expected),
    after: () => totalsOf(period, seen),
  }
}
