import type { LocalDate } from '../../../engine/dates.ts'
import type { Context } from '../../kernel/context.ts'
import {
  type IntakeWork,
  type ReadCell,
  readAccount,
  readAmount,
  readBank,
  readDay,
  readMonth,
  readStaffNumber,
  readStatus,
  type Staged,
} from '../intake/intake.ts'
import * as store from './payroll.sql.ts'
import * as staging from './staged.sql.ts'

/** Distinct values a round: read in some milliseconds, between which the console is answered. */
const WORDS = 1_000
/** Rows of a file that is asked for all its fields at once: a cursor each would cost more than the rows. */
const SHORT = 2_500

type Reader = (raw: string, today: LocalDate) => ReadCell<bigint | string | null>

const READERS: Partial<Record<staging.PayrollField, Reader>> = {
  staffNumber: raw => readStaffNumber(raw),
  netPay: raw => readAmount(raw),
  grossPay: raw => readAmount(raw),
  deductions: raw => readAmount(raw),
  birthDate: readDay,
  hireDate: readDay,
  period: readMonth,
  bank: raw => ({ value: readBank(raw) }),
  employmentStatus: raw => ({ value: readStatus(raw) }),
  assignmentStatus: raw => ({ value: readStatus(raw) }),
  accountNumber(raw) {
    const [account = '', bank = ''] = raw.split('\u001f')
    return readAccount(account, readBank(bank))
  },
}

function wordOf(field: staging.PayrollField, read: Reader, raw: string, today: LocalDate): staging.Word {
  const cell = read(raw, today)
  return 'fault' in cell
    ? { field, raw, value: null, fault: cell.fault, repaired: false }
    : {
        field,
        raw,
        value: cell.value === null ? null : String(cell.value),
        fault: null,
        repaired: cell.value !== null && cell.repaired === true,
      }
}

async function fillDictionary(ctx: Context, staged: Staged): Promise<void> {
  const { id } = staged.row
  const odds = Object.entries(READERS).flatMap(([name, read]) => {
    const field = name as staging.PayrollField
    const odd = staging.oddValues(staged, field)
    return odd ? [{ field, read, odd }] : []
  })
  if (staged.rows <= SHORT) {
    const readers = new Map(odds.map(({ field, read }) => [field, read]))
    const words = (await staging.allOddValues(ctx.tx, odds)).flatMap(({ field, raw }) => {
      const read = readers.get(field)
      return read ? [wordOf(field, read, raw, ctx.today)] : []
    })
    await staging.addWords(ctx.tx, id, words)
  } else
    for (const { field, read, odd } of odds) {
      await staging.openOddValues(ctx.tx, odd)
      for (;;) {
        const raws = await staging.nextOddValues(ctx.tx, WORDS)
        if (raws.length === 0) break
        const words = raws.map(raw => wordOf(field, read, raw, ctx.today))
        await staging.addWords(ctx.tx, id, words)
      }
      await staging.closeOddValues(ctx.tx)
    }
  await staging.finishDictionary(ctx.tx, id)
}

/** What a payroll file does with its rows. */
export const payrollWork: IntakeWork = {
  async prepare(ctx, staged) {
    await staging.disableStatementTimeout(ctx.tx)
    await store.deleteFile(ctx.tx, staged.row.id)
    await staging.makePart(ctx.tx, staged.row.id)
    await fillDictionary(ctx, staged)
  },

  async check(ctx, staged, from, to) {
    await staging.disableStatementTimeout(ctx.tx)
    return staging.checkRows(ctx.tx, staged, from, to)
  },

  async match(ctx, staged) {
    const { row } = staged
    await staging.disableStatementTimeout(ctx.tx)
    await staging.dropDictionary(ctx.tx, row.id)
    const { passedOver } = await store.settleDuplicates(ctx.tx, staged)
    if (row.corrects_id !== null) await store.takeOverUncorrected(ctx.tx, row.id, row.corrects_id)
    const good = await store.finishPart(ctx.tx, row.id)
    const before = await store.acceptedFile(ctx.tx, row.source, row.period, 'before')
    const replaced = await store.acceptedFile(ctx.tx, row.source, row.period, 'in')
    await store.insertFile(ctx.tx, {
      intakeId: row.id,
      source: row.source,
      month: row.period,
      rows: good,
      againstId: before?.intake_id ?? null,
      replacesId: replaced?.intake_id ?? null,
    })
    const matched = await store.insertMatches(ctx.tx, row.id, row.source)
    await store.setFound(ctx.tx, row.id, matched)
    await store.saveChanges(
      ctx.tx,
      row.id,
      before ? await store.countChanges(ctx.tx, row.id, before.intake_id) : ({} as store.FileRow['changes']),
      replaced ? await store.countChanges(ctx.tx, row.id, replaced.intake_id) : null,
    )
    return { good, matched, skipped: passedOver }
  },

  async drop(ctx, row) {
    await store.deleteFile(ctx.tx, row.id)
    await staging.dropPart(ctx.tx, row.id)
  },
}
