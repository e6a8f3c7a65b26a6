import { DEDUCTION } from '../../../contract/loans.ts'
import { BLANK_CODE, codeKey, isOurCode, type SourceKind } from '../../../contract/paySources.ts'
import type { Section } from '../../../contract/settings.ts'
import { localDate, payMonthOf } from '../../../engine/dates.ts'
import { formatNaira } from '../../../engine/money.ts'
import { cutText } from '../../../engine/text.ts'
import type { Context } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import {
  FAULT_SEPARATOR,
  type IntakeWork,
  type ReadCell,
  readAccount,
  readAmount,
  readDay,
  readMonth,
  readStaffNumber,
  type Staged,
  type StagedCells,
  saveNotes,
  staffKey,
  stagedCells,
} from '../intake/intake.ts'
import { section } from '../settings/settings.ts'
import { refuseCorrected } from './batch.ts'
import * as elements from './elements.sql.ts'
import * as match from './match.sql.ts'
import { compareNames } from './names.ts'
import * as store from './repayments.sql.ts'

const FIELDS = [
  'staffNumber',
  'loanNumber',
  'fullName',
  'amount',
  'accountNumber',
  'employer',
  'element',
  'beneficiary',
  'narration',
  'reference',
  'period',
]
/** Some megabytes of text at a time, whatever the file. */
const AT_ONCE = 5_000

type Repair = { field: string; was: string; became: string }
type Verdict = { row: match.NewRow; repairs: Repair[] } | { faults: string } | { excluded: string }

type Source = Section<'payroll'>['sources'][number]
type Codes = Pick<Source, 'elements' | 'beneficiaries'>

/**
 * The codes of a row on which its match depends; null where the settings name the code as ours, or name none. A blank
 * code counts only where the other column says nothing either.
 */
function keysOf(
  { elements, beneficiaries }: Codes,
  row: { element: string; beneficiary: string },
): { elementKey: string | null; beneficiaryKey: string | null } {
  const element = elements.length === 0 ? undefined : codeKey(row.element)
  const beneficiary = beneficiaries.length === 0 ? undefined : codeKey(row.beneficiary)
  const said = [element, beneficiary].filter(key => key !== undefined && key !== BLANK_CODE)
  const unnamed = (codes: Codes['elements'], key: string | undefined): string | null => {
    if (key === undefined || isOurCode(codes, key)) return null
    return key === BLANK_CODE && said.length > 0 ? null : key
  }
  const elementKey = unnamed(elements, element)
  // asked once of a row that says nothing at all
  const isAsked = elementKey === BLANK_CODE
  return { elementKey, beneficiaryKey: isAsked ? null : unnamed(beneficiaries, beneficiary) }
}

/** What a file is read by. */
type Reading = { month: string; source: Codes; keyedByBeneficiary: boolean; isCollections: boolean }

/** One row of the file: a payment, a mistake with its faults, or a line without a person such as a total. */
function judge(ctx: Pick<Context, 'today'>, { month, ...reading }: Reading, cells: StagedCells): Verdict {
  const text = (field: string): string => cells[field] ?? ''
  const staff = text('staffNumber') === '' ? undefined : readStaffNumber(text('staffNumber'))
  const account = readAccount(text('accountNumber'), null)
  const amount = readAmount(text('amount'))
  const isNamed = [
    'staffNumber',
    'loanNumber',
    'accountNumber',
    ...(reading.isCollections ? ['reference', 'narration'] : []),
  ].some(field => text(field) !== '')
  if (
    cells.problem === '' &&
    !isNamed &&
    (text('amount') === '' || text('fullName') === '' || /total/i.test(text('fullName')))
  )
    return { excluded: whyExcluded(cells) }
  if (/total/i.test(text('staffNumber'))) return { excluded: 'total' }
  const faults: string[] = []
  if (cells.problem !== '') faults.push(`row.${cells.problem}`)
  if (staff && 'fault' in staff) faults.push(`staffNumber.${staff.fault}`)
  if (!isNamed) faults.push('staffNumber.missing')
  if ('fault' in amount) faults.push(`amount.${amount.fault}`)
  else if (amount.value === 0n) faults.push('amount.missing')
  if ('fault' in account && text('loanNumber') === '' && !staff) faults.push(`accountNumber.${account.fault}`)
  const paidOn = reading.isCollections ? readDay(text('period'), ctx.today) : undefined
  if (paidOn && 'fault' in paidOn) faults.push(`period.${paidOn.fault}`)
  if (!paidOn && isOtherMonth(ctx, text('period'), month)) faults.push('period.otherMonth')
  if (faults.length > 0 || 'fault' in amount) return { faults: faults.join(FAULT_SEPARATOR) }
  const staffNumber = staff && 'value' in staff ? staff.value : ''
  const accountNumber = 'value' in account ? account.value : null
  const person = text('loanNumber').toUpperCase() || staffKey(staffNumber) || (accountNumber ?? '')
  return {
    row: {
      rowNumber: cells.row_number,
      line: cells.line,
      key: cutText(`${person}/${codeIn(reading, cells)}/${text('reference').toUpperCase()}`, 200),
      staffNumber,
      staffKey: staffNumber === '' ? '' : staffKey(staffNumber),
      loanNumber: cutText(text('loanNumber'), 60),
      name: cutText(text('fullName'), 120),
      accountNumber,
      employer: cutText(text('employer'), 120),
      element: cutText(text('element'), 120),
      beneficiary: cutText(text('beneficiary'), 120),
      ...keysOf(reading.source, { element: text('element'), beneficiary: text('beneficiary') }),
      valueOn: paidOn && 'value' in paidOn ? paidOn.value : null,
      narration: cutText(text('narration'), 200),
      reference: cutText(text('reference'), 80),
      amount: amount.value,
    },
    repairs: [
      ...repairOf('staffNumber', text('staffNumber'), staff, value => value),
      ...repairOf('amount', text('amount'), amount, value => formatNaira(value, '').replaceAll(',', '')),
      ...repairOf('accountNumber', text('accountNumber'), account, value => value ?? ''),
    ],
  }
}

/** Release 0.2 read a beneficiary as the element, so that a correction of its files has the same keys. */
function codeIn({ keyedByBeneficiary }: Pick<Reading, 'keyedByBeneficiary'>, cells: StagedCells): string {
  const { element = '', beneficiary = '' } = cells
  const isBoth = keyedByBeneficiary && element !== '' && beneficiary !== ''
  return (isBoth ? `${element}|${beneficiary}` : element || beneficiary).toUpperCase()
}

const repairOf = <T>(
  field: string,
  was: string,
  read: ReadCell<T> | undefined,
  say: (value: T) => string,
): Repair[] => (read && 'value' in read && read.repaired ? [{ field, was, became: say(read.value) }] : [])

function whyExcluded({ fullName = '' }: StagedCells): 'total' | 'blank' | 'note' {
  if (/total/i.test(fullName)) return 'total'
  return fullName === '' ? 'blank' : 'note'
}

/** A day beside the payment is when it was paid, which may be the month after; only a month speaks of the month. */
function isOtherMonth(ctx: Pick<Context, 'today'>, text: string, month: string): boolean {
  const read = readMonth(text, ctx.today)
  const isDay = /\d\D+\d+\D+\d|^\d{5,8}$/.test(text)
  return 'value' in read && read.value !== null && !isDay && read.value !== month
}

/** As the settings have it today. */
async function sourceOf(ctx: Pick<Context, 'tx' | 'today'>, code: string): Promise<Source> {
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  return sources.find(each => each.code === code) ?? refuse('intake.source_unknown')
}

/** What a repayment file does with its rows. */
export const repaymentWork: IntakeWork = {
  async prepare(ctx, { row }) {
    await store.deleteBatch(ctx.tx, row.id)
    // locked, so that it is neither cancelled nor reversed without seeing this one
    const corrected = row.corrects_id === null ? undefined : await store.lockBatch(ctx.tx, row.corrects_id)
    const source = await sourceOf(ctx, row.source)
    const { kind } = source
    await store.insertBatch(ctx.tx, {
      id: row.id,
      kind,
      cashAccount: kind === 'payroll' ? 'payrollOfficeReceivable' : source.cashAccount,
      channel: kind === 'payroll' ? DEDUCTION : source.channel,
      keyedByBeneficiary: corrected ? corrected.keyed_by_beneficiary : source.beneficiaries.length > 0,
      source: row.source,
      period: row.period,
      correctsId: corrected?.intake_id ?? null,
      turn: corrected ? corrected.turn + 1 : 0,
      declaredRows: row.declared_rows,
      declaredTotal: row.declared_total,
      at: ctx.now,
    })
  },

  async check(ctx, staged, from, to) {
    const batch = await store.findBatch(ctx.tx, staged.row.id)
    const reading = {
      month: payMonthOf(localDate(staged.row.period)),
      source: await sourceOf(ctx, staged.row.source),
      keyedByBeneficiary: batch?.keyed_by_beneficiary === true,
      isCollections: batch?.kind === 'collections',
    }
    const counts = { skipped: 0, repaired: 0 }
    for (let first = from; first <= to; first += AT_ONCE) {
      const cells = await stagedCells(ctx.tx, staged, FIELDS, [first, Math.min(first + AT_ONCE - 1, to)])
      const verdicts = cells.map(each => ({ rowNumber: each.row_number, verdict: judge(ctx, reading, each) }))
      await match.insertRows(
        ctx.tx,
        staged,
        verdicts.flatMap(({ verdict }) => ('row' in verdict ? [verdict.row] : [])),
        batch?.kind === 'collections' ? batch.channel : null,
      )
      await match.refuseAll(
        ctx.tx,
        staged,
        verdicts.flatMap(({ rowNumber, verdict }) =>
          'faults' in verdict ? [{ rowNumber, faults: verdict.faults }] : [],
        ),
      )
      const excluded = verdicts.flatMap(({ rowNumber, verdict }) =>
        'excluded' in verdict ? [{ rowNumber, field: '', was: null, became: verdict.excluded }] : [],
      )
      const repaired = verdicts.flatMap(({ rowNumber, verdict }) =>
        'row' in verdict ? verdict.repairs.map(each => ({ rowNumber, ...each })) : [],
      )
      if (excluded.length > 0) await saveNotes(staged, 'excluded', excluded).execute(ctx.tx)
      if (repaired.length > 0) await saveNotes(staged, 'repaired', repaired).execute(ctx.tx)
      counts.skipped += excluded.length
      counts.repaired += repaired.length
    }
    return counts
  },

  async match(ctx, staged) {
    const { row } = staged
    await placeRows(ctx, staged)
    const { rows, matched } = await store.finishMatch(ctx.tx, row.id)
    return { good: rows, matched, skipped: 0 }
  },

  /** Only rows without a decision yet; a posted batch is reversed, not deleted. */
  async drop(ctx, row) {
    const batch = await store.lockBatch(ctx.tx, row.id)
    if (batch && batch.status !== 'open' && batch.status !== 'waiting')
      refuse('repayment.status', { number: batch.number, status: batch.status })
    await refuseCorrected(ctx.tx, row.id)
    await store.deleteBatch(ctx.tx, row.id)
  },
}

/** Finds for every row whose it is, and puts it into its bin. */
async function placeRows(ctx: Context, { row }: Staged): Promise<void> {
  const batch = await store.findBatch(ctx.tx, row.id)
  const corrected = batch?.corrects_id ? await store.correctedBy(ctx.tx, row.id) : []
  await store.disableStatementTimeout(ctx.tx)
  // what they have posted must not change while this file is measured by it
  for (const id of corrected) await store.lockBatch(ctx.tx, id)
  await match.gatherStatistics(ctx.tx)
  await match.keyRepeats(ctx.tx, row.id, corrected)
  await match.markDuplicates(ctx.tx, row.id, corrected)
  if (batch && corrected.length > 0) await match.setEarlier(ctx.tx, row.id, corrected, batch.turn)
  if (batch?.kind === 'collections') await match.markPaymentsKnown(ctx.tx, row.id)
  await elements.lockCodes(ctx.tx, row.source)
  await elements.excludeRows(ctx.tx, row.id)
  await findOwners(ctx, row.id, batch?.kind ?? 'payroll')
}

async function findOwners(
  ctx: Context,
  id: string,
  kind: SourceKind,
  among?: typeof elements.BY_ANSWER,
): Promise<void> {
  await match.matchLoanNumbers(ctx.tx, id, among)
  await match.matchStaffNumbers(ctx.tx, id, kind, among)
  await match.matchAccounts(ctx.tx, id, among)
  if (kind === 'collections') await match.matchReferences(ctx.tx, id, among)
  await match.chooseLoans(ctx.tx, id, ctx.today, among)
  await compareNames(ctx, id)
  await match.binRows(ctx.tx, id, ctx.today, among ? { among } : {})
}

/** After an answer: rows that are not ours leave their loans, and rows that are ours are matched like any other. */
export async function placeAnswered(ctx: Context, id: string): Promise<void> {
  const batch = await store.lockBatch(ctx.tx, id)
  if (batch?.status !== 'open' && batch?.status !== 'waiting') return
  const corrected = batch.corrects_id === null ? [] : await store.correctedBy(ctx.tx, id)
  await store.disableStatementTimeout(ctx.tx)
  for (const each of corrected) await store.lockBatch(ctx.tx, each)
  await elements.excludeRows(ctx.tx, id)
  const rows = await elements.takeBackRows(ctx.tx, id, corrected.length > 0)
  if (rows > 0) await match.markDuplicates(ctx.tx, id, corrected, elements.BY_ANSWER)
  if (corrected.length > 0) await match.leaveOutMeasured(ctx.tx, id, elements.BY_ANSWER)
  await findOwners(ctx, id, batch.kind, elements.BY_ANSWER)
}
