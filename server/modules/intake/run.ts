import type { IntakeKind } from '../../../contract/intake.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import type { Context } from '../../kernel/context.ts'
import { copyInto } from '../../kernel/db.ts'
import { spool, spooled, unspool } from '../../kernel/files.ts'
import { storableJson } from '../../kernel/json.ts'
import * as store from './intake.sql.ts'
import { describeLayout, type Layout, layoutOf, widthOf } from './layout.ts'
import { noteJoinedCells } from './notes.sql.ts'
import { readForCopy, readHead, type TableHead } from './readers/readFile.ts'
import { TableProblem } from './readers/table.ts'

/** What a kind of file does with its staged rows. Each is called in a transaction of its own. */
export type IntakeWork = {
  /** Once, before the first rows are checked; called again after a crash before that. */
  prepare: (ctx: Context, staged: Staged) => Promise<void>
  /**
   * Takes the good ones of rows `from` to `to` and refuses the others; gives how many were neither, such as totals, and how
   * many values were repaired. Both are noted.
   */
  check: (ctx: Context, staged: Staged, from: number, to: number) => Promise<Checked>
  /** When all are checked: looks over the whole and compares it with what is known. */
  match: (ctx: Context, staged: Staged) => Promise<{ good: number; matched: number; skipped: number }>
  /** Throws away what the file brought. */
  drop: (ctx: Context, row: store.IntakeRow) => Promise<void>
}

export type Checked = { skipped: number; repaired: number }

/** Every kind is named: one left out would leave its rows behind. */
export type Drops = Record<IntakeKind, Pick<IntakeWork, 'drop'>>

/** A file whose rows stand in a table of plain texts, `c0` to the last column. */
export type Staged = {
  row: store.IntakeRow
  table: string
  rows: number
  columns: number
  mapping: Record<string, number>
  headers: readonly string[]
}

/** Large enough that a hundred of them are a payroll, small enough that a killed one costs a second. */
const CHECK_ROWS = 50_000
const PROGRESS_ROWS = 20_000

/**
 * Takes a file as far as it goes without a person, one step a transaction. Killed anywhere it goes on at the step, and within
 * the check at the rows, that were not yet done; run twice at once, the second finds the step done and stops.
 */
export async function runIntake(
  program: Program,
  id: string,
  works: Partial<Record<IntakeKind, IntakeWork>>,
): Promise<void> {
  for (;;) {
    const row = await store.findIntake(program.db, id)
    const work = row && works[row.kind]
    if (!row || !work) return
    if (row.status === 'received' && row.layout === null) await read(program, row)
    else if (row.status === 'mapped') await stage(program, row)
    else if (row.status === 'staged') await check(program, row, work)
    else if (row.status === 'checked') await match(program, row, work)
    else return
  }
}

/** Where the bytes are as a file: usually this machine has read them before, and they are still there. */
async function laidOut(program: Program, row: store.IntakeRow): Promise<string> {
  const { dataDirectory } = program
  const path = await spooled(dataDirectory, row.id, row.bytes)
  return path ?? (await spool(dataDirectory, row.id, store.bytesOf(program.db, row.id))).path
}

/** One step, if the file still stands where the step begins. */
async function step(
  program: Program,
  name: string,
  row: store.IntakeRow,
  run: (ctx: Context, row: store.IntakeRow) => Promise<void>,
): Promise<boolean> {
  return act(program, name, SYSTEM, async ctx => {
    const now = await store.lockIntake(ctx.tx, row.id)
    if (!now || now.status !== row.status || now.checked_through !== row.checked_through) return false
    await run(ctx, now)
    return true
  })
}

// ── Reading: what kind of file is it, and what do its columns mean? ────────────────────────────────────────────────

async function read(program: Program, row: store.IntakeRow): Promise<void> {
  await store.noteProgress(program.db, row.id, 'reading', 0, null, program.clock.now())
  const { path, sha256 } = await spool(program.dataDirectory, row.id, store.bytesOf(program.db, row.id))
  let found: TableHead | undefined
  let problem: string | undefined
  try {
    found = await readHead(path)
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error
    problem = error.message
  }
  await step(program, 'intakeRead', row, async (ctx, now) => {
    const same = await store.sameFile(ctx.tx, now, sha256)
    const first = same === undefined ? undefined : await store.findIntake(ctx.tx, same)
    const isRepeat = first && first.source === now.source && first.period === now.period
    if (isRepeat)
      problem = `This is the same file that ${first.uploaded_by_name} uploaded as “${first.file_name}”.`
    if (found?.head.length === 0) problem ??= 'There is nothing in this file.'
    const saved = await store.savedMapping(ctx.tx, now.kind, now.source)
    await store.changeIntake(ctx.tx, now.id, {
      sha256,
      same_as_id: first?.id ?? null,
      ...(problem === undefined && found
        ? { layout: storableJson(describeLayout(now.kind, found.shape, found.head, { saved })) }
        : { status: 'refused', problem: problem ?? 'This file cannot be read.' }),
    })
    await store.forgetProgress(ctx.tx, now.id)
    if (problem !== undefined) {
      await store.deletePieces(ctx.tx, now.id)
      ctx.audit({ subject: ['intake', now.id], after: { status: 'refused', problem } })
    }
  })
  if (problem !== undefined) await unspool(program.dataDirectory, row.id)
}

// ── Staging ────────────────────────────────────────────────────────────────────────────────────────────────────────

async function stage(program: Program, row: store.IntakeRow): Promise<void> {
  const layout = layoutOf(row)
  let rows = 0
  let reported = 0
  let telling: Promise<void> | undefined
  let problem: string | undefined
  /** The rows do not wait for it; one that could not be written is followed by the next. */
  const report = (): void => {
    if (telling || rows - reported < PROGRESS_ROWS) return
    reported = rows
    telling = store
      .noteProgress(program.db, row.id, 'staging', rows, null, program.clock.now())
      .catch(() => {})
      .finally(() => {
        telling = undefined
      })
  }
  const copied = async function* (path: string): AsyncGenerator<Uint8Array> {
    const { shape, sheet, headerLine, columns } = layout
    const headers = columns.map(column => column.header)
    const staging = { path, kind: row.kind, shape, sheet, headerLine: headerLine ?? 0, headers }
    for await (const block of readForCopy({ ...staging, mapping: row.mapping ?? {} })) {
      yield block.bytes
      rows = block.rows
      report()
    }
  }
  try {
    await copyInto(
      program.db,
      {
        before: store.makeStagingTable(row.id, widthOf(layout)),
        copy: store.fillStagingTable(row.id),
        after: store.indexStagingTable(row.id),
      },
      copied(await laidOut(program, row)),
    )
  } catch (error) {
    if (!(error instanceof TableProblem)) throw error
    problem = error.message
  } finally {
    await telling
    await unspool(program.dataDirectory, row.id)
  }
  if (rows === 0) problem ??= 'There are no rows below the header.'
  await step(program, 'intakeStage', row, async (ctx, now) => {
    if (problem !== undefined) {
      await store.dropStaging(ctx.tx, now.id)
      await store.letGoOfFile(ctx.tx, now.id)
      await store.forgetProgress(ctx.tx, now.id)
      await store.changeIntake(ctx.tx, now.id, { status: 'refused', problem })
      ctx.audit({ subject: ['intake', now.id], after: { status: 'refused', problem } })
      return
    }
    await store.changeIntake(ctx.tx, now.id, {
      status: 'staged',
      rows,
      skipped_rows: 0,
      repaired_values: 0,
      checked_through: 0,
    })
  })
}

// ── Checking and matching ──────────────────────────────────────────────────────────────────────────────────────────

const stagedOf = (row: store.IntakeRow, layout: Layout): Staged => ({
  row,
  table: store.stagingTable(row.id),
  rows: row.rows ?? 0,
  columns: widthOf(layout),
  mapping: row.mapping ?? {},
  headers: layout.columns.map(column => column.header),
})

async function check(program: Program, row: store.IntakeRow, work: IntakeWork): Promise<void> {
  const rows = row.rows ?? 0
  const from = row.checked_through + 1
  const to = Math.min(row.checked_through + CHECK_ROWS, rows)
  if (!(await store.isStaged(program.db, row.id, rows))) return stageAgain(program, row)
  await store.noteProgress(program.db, row.id, 'checking', row.checked_through, rows, program.clock.now())
  await step(program, 'intakeCheck', row, async (ctx, now) => {
    const staged = stagedOf(now, layoutOf(now))
    if (now.checked_through === 0) {
      await store.deleteRefusals(ctx.tx, now.id)
      await work.prepare(ctx, staged)
    }
    const { skipped, repaired } = await work.check(ctx, staged, from, to)
    const joined = await noteJoinedCells(ctx.tx, staged, from, to)
    await store.changeIntake(ctx.tx, now.id, {
      checked_through: to,
      skipped_rows: (now.skipped_rows ?? 0) + skipped,
      repaired_values: (now.repaired_values ?? 0) + repaired + joined,
      ...(to === rows ? { status: 'checked' } : {}),
    })
  })
}

/** A crash of the database empties unlogged tables: the file is read once more. */
async function stageAgain(program: Program, row: store.IntakeRow): Promise<void> {
  await step(program, 'intakeStageAgain', row, (ctx, now) =>
    store.changeIntake(ctx.tx, now.id, {
      status: 'mapped',
      checked_through: 0,
      skipped_rows: 0,
      repaired_values: 0,
    }),
  )
}

async function match(program: Program, row: store.IntakeRow, work: IntakeWork): Promise<void> {
  if (!(await store.isStaged(program.db, row.id, row.rows ?? 0))) return stageAgain(program, row)
  await store.noteProgress(program.db, row.id, 'matching', 0, null, program.clock.now())
  await step(program, 'intakeMatch', row, async (ctx, now) => {
    const { good, matched, skipped } = await work.match(ctx, stagedOf(now, layoutOf(now)))
    const refused = await store.countRefusals(ctx.tx, now.id)
    const skippedInAll = (now.skipped_rows ?? 0) + skipped
    // no row is ever lost: each was taken, refused with its reason, or is no row at all
    if (now.corrects_id === null && good + refused + skippedInAll !== now.rows)
      throw new Error(`intake ${now.id}: ${good} + ${refused} + ${skippedInAll} rows are not ${now.rows}`)
    await store.changeIntake(ctx.tx, now.id, {
      status: 'matched',
      good_rows: good,
      refused_rows: refused,
      skipped_rows: skippedInAll,
      matched_rows: matched,
    })
    await store.dropStaging(ctx.tx, now.id)
    await store.forgetProgress(ctx.tx, now.id)
    ctx.audit({
      subject: ['intake', now.id],
      after: {
        status: 'matched',
        rows: now.rows,
        good,
        refused,
        skipped: skippedInAll,
        repaired: now.repaired_values ?? 0,
        matched,
      },
    })
  })
}
