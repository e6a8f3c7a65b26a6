import type { StatementFormat } from '../../../contract/bankStatements.ts'
import { countOf } from '../../../engine/countText.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { businessDate } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { copyInto } from '../../kernel/db.ts'
import { readBlocks, spool, unspool } from '../../kernel/files.ts'
import { tables } from '../intake/intake.ts'
import { Findings, Unreadable } from './lines.ts'
import { matchAutomatically } from './matching.ts'
import { addSkipped } from './place.sql.ts'
import { naira, placeAmong } from './place.ts'
import { type ReadingFormat, readForCopy } from './reading.ts'
import * as store from './statements.sql.ts'
import { guessedLayout, type HeadLine, rememberedLayout } from './table.ts'

/**
 * The job behind an upload. The lines are staged, compared with the statements so far and imported in one transaction: all
 * of them or none. Killed anywhere it begins again; run twice at once, the second finds the statement imported.
 */
export async function readStatement(program: Program, id: string): Promise<void> {
  const row = await store.findStatement(program.db, id)
  if (!row || (row.status !== 'received' && row.status !== 'mapped')) return
  const name = `bank-${id}`
  const { path, sha256 } = await spool(program.dataDirectory, name, store.bytesOf(program.db, id))
  const account = await store.findBankAccount(program.db, row.code)
  const found = new Findings({
    title: `${row.code} ${account?.title ?? ''}`.trim(),
    number: account?.account_number ?? null,
  })
  try {
    const known = await store.sameFile(program.db, row.code, sha256)
    if (known)
      throw new Unreadable(
        `This is the same file that ${known.uploaded_by_name} uploaded as “${known.file_name}”. Nothing was added.`,
      )
    const format = await formatOf(program, row, account?.headings ?? {}, path)
    if (format === undefined) return
    const today = businessDate(program.clock.now())
    await copyInto(
      program.db,
      store.stagingStatements(id),
      readForCopy({ path, format, today, account: found.account }, found),
    )
    if (found.problemCount > 0)
      throw new Unreadable(`${countOf(found.problemCount, 'value')} cannot be read. Nothing was imported.`)
    await act(program, 'bankStatementImport', SYSTEM, ctx => importStaged(ctx, id, sha256, found))
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof tables.TableProblem)) throw error
    await act(program, 'bankStatementImport', SYSTEM, ctx => refuseFile(ctx, id, error.message, found))
  } finally {
    await unspool(program.dataDirectory, name)
  }
  const days = (await store.findBankAccount(program.db, row.code))?.match_days ?? 0
  await act(program, 'bankMatchRun', SYSTEM, ctx => matchAutomatically(ctx, row.code, days))
}

/** Undefined: a person has to confirm the columns first. */
async function formatOf(
  program: Program,
  row: store.StatementRow,
  headings: Record<string, string>,
  path: string,
): Promise<ReadingFormat | undefined> {
  const special = await specialFormat(path)
  if (special !== undefined) {
    await note(program, row.id, special)
    return special
  }
  const { shape, head } = await tables.readHead(path)
  await note(program, row.id, shape.kind)
  if (head.length === 0) throw new Unreadable('There is nothing in this file.')
  const table = { sheet: head[0]?.sheet ?? 0, isWorkbook: shape.kind === 'xlsx' }
  if (row.status === 'mapped' && row.columns && row.header_line !== null)
    return { ...table, layout: { headerLine: row.header_line, columns: row.columns } }
  const remembered = rememberedLayout(head, headings)
  if (remembered) return { ...table, layout: remembered }
  await askForColumns(program, row.id, head)
  return undefined
}

const note = (program: Program, id: string, format: StatementFormat) =>
  act(program, 'bankStatementRead', SYSTEM, async ctx => {
    await store.changeStatement(ctx.tx, id, { format })
  })

const HEAD_LINES_SHOWN = 15

const askForColumns = (program: Program, id: string, head: readonly HeadLine[]) =>
  act(program, 'bankStatementRead', SYSTEM, async ctx => {
    const now = await store.lockStatement(ctx.tx, id)
    if (now?.status !== 'received') return
    const { headerLine, columns } = guessedLayout(head)
    await store.changeStatement(ctx.tx, id, {
      status: 'columns',
      head: head.slice(0, HEAD_LINES_SHOWN),
      header_line: headerLine,
      columns,
    })
  })

const START_BYTES = 4096

/** By content, never by the name of the file. */
async function specialFormat(path: string): Promise<'mt940' | 'camt053' | undefined> {
  for await (const block of readBlocks(path, START_BYTES)) {
    const start = block
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '')
      .trimStart()
    if (/^(\{1:|:20:)/.test(start) || /(^|\n):20:/.test(start)) return 'mt940'
    return /^<(\?xml|Document|!DOCTYPE)/i.test(start) && !/<(table|html|workbook)\b/i.test(start)
      ? 'camt053'
      : undefined
  }
  return undefined
}

async function refuseFile(ctx: Context, id: string, problem: string, found: Findings): Promise<void> {
  const now = await store.lockStatement(ctx.tx, id)
  await store.dropStaging(ctx.tx, id)
  if (!now || (now.status !== 'received' && now.status !== 'mapped')) return
  await store.deletePieces(ctx.tx, id)
  await store.changeStatement(ctx.tx, id, {
    status: 'refused',
    problem,
    problems: found.problems,
    problem_count: found.problemCount,
    head: null,
  })
  ctx.audit({
    subject: ['bankStatement', id],
    after: { account: now.code, file: now.file_name, status: 'refused', problem },
  })
}

async function importStaged(ctx: Context, id: string, sha256: Buffer, found: Findings): Promise<void> {
  const peek = await store.findStatement(ctx.tx, id)
  if (!peek) return
  await store.allowLong(ctx.tx)
  await store.lockBankAccount(ctx.tx, peek.code)
  const row = await store.lockStatement(ctx.tx, id)
  if (!row || (row.status !== 'received' && row.status !== 'mapped')) return
  // a crash of the database empties unlogged tables
  const figures = (await store.isStaged(ctx.tx, id)) ? await store.stagedFigures(ctx.tx, id) : undefined
  if (!figures) throw new Unreadable('There are no lines in this file.')
  const isUp = readsUp(figures)
  if (figures.balances > 0) await checkBalances(ctx, id, figures, isUp, found)
  const { opening, closing } = edges(row, figures, isUp, found)
  if (opening + figures.total !== closing)
    throw new Unreadable(
      `Opening balance ${naira(opening)} and lines of ${naira(figures.total)} come to ${naira(opening + figures.total)}, but the closing balance is ${naira(closing)}. Export the statement again.`,
    )
  const { uncovered, isBefore } = await placeAmong(ctx, row, figures, { opening, closing })
  const added = await store.insertLines(ctx.tx, { code: row.code, id, readingUp: isUp }, uncovered)
  if (isBefore) await addSkipped(ctx.tx, row.code, id, figures.to_on)
  await store.dropStaging(ctx.tx, id)
  await store.deletePieces(ctx.tx, id)
  await store.changeStatement(ctx.tx, id, {
    status: 'imported',
    sha256,
    head: null,
    from_on: figures.from_on,
    to_on: figures.to_on,
    opening,
    closing,
    skipped: isBefore ? 0n : (uncovered?.total ?? 0n),
    lines: figures.lines,
    new_lines: added,
  })
  ctx.audit({
    subject: ['bankStatement', id],
    after: {
      account: row.code,
      file: row.file_name,
      from: figures.from_on,
      to: figures.to_on,
      lines: figures.lines,
      added,
    },
  })
}

/** Whether the newest line is first, as many banks export. */
const readsUp = ({ balances, breaks_down, breaks_up, rising, falling }: store.StagedFigures): boolean =>
  balances > 0 && breaks_down !== breaks_up ? breaks_up < breaks_down : falling > rising

async function checkBalances(
  ctx: Context,
  id: string,
  figures: store.StagedFigures,
  isUp: boolean,
  found: Findings,
): Promise<void> {
  if ((isUp ? figures.breaks_up : figures.breaks_down) === 0) return
  for (const { line, balance, expected } of await store.brokenBalances(ctx.tx, id, isUp))
    found.refuse(line, 'Balance', naira(balance), `The line before and the amount come to ${naira(expected)}`)
  throw new Unreadable(
    'The balance column does not follow the amounts: lines are missing or changed. Export it again.',
  )
}

/** Of the file itself, of its balance column, or as they were typed. */
function edges(
  row: store.StatementRow,
  figures: store.StagedFigures,
  isUp: boolean,
  found: Findings,
): { opening: bigint; closing: bigint } {
  const [first, last] = [
    { amount: figures.first_amount, balance: figures.first_balance },
    { amount: figures.last_amount, balance: figures.last_balance },
  ]
  const [oldest, newest] = isUp ? [last, first] : [first, last]
  const stated = { opening: row.stated_opening, closing: row.stated_closing }
  const opening = found.opening ?? (oldest.balance === null ? stated.opening : oldest.balance - oldest.amount)
  const closing = found.closing ?? newest.balance ?? stated.closing
  if (opening === null || closing === null)
    throw new Unreadable(
      'This file has no balance column. Upload it again and enter the opening and closing balance.',
    )
  for (const [what, typed, read] of [
    ['opening', stated.opening, opening],
    ['closing', stated.closing, closing],
  ] as const)
    if (typed !== null && typed !== read)
      throw new Unreadable(
        `The ${what} balance entered is ${naira(typed)}, in the file it is ${naira(read)}.`,
      )
  return { opening, closing }
}
