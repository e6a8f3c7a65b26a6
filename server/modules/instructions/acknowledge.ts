import { cutText } from '../../../engine/text.ts'
import type { IntakeWork, StagedCells } from '../intake/intake.ts'
import {
  FAULT_SEPARATOR,
  readAmount,
  readStaffNumber,
  saveNotes,
  staffKey,
  stagedCells,
} from '../intake/intake.ts'
import * as store from './acknowledge.sql.ts'

/** An acknowledgement file: one row a person, accepted or rejected. It is read here and recorded by a user. */

const FIELDS = ['staffNumber', 'outcome', 'amount', 'reason']
const AT_ONCE = 5_000

/** Letters alone are compared. */
const ACCEPTED = [
  'accepted',
  'accept',
  'ok',
  'success',
  'successful',
  'applied',
  'approved',
  'loaded',
  'yes',
  'done',
  'a',
]
const REJECTED = [
  'rejected', 'reject', 'failed', 'fail', 'error', 'declined', 'refused', 'notfound', 'notapplied', 'no', 'invalid', 'r', 'insufficientpay',
] // biome-ignore format: a list

type Verdict = { row: store.NewAnswerRow } | { faults: string } | { excluded: string }

function judge(cells: StagedCells): Verdict {
  const text = (field: string): string => cells[field] ?? ''
  if (cells.problem === '' && text('staffNumber') === '' && text('outcome') === '')
    return { excluded: 'blank' }
  if (/total/i.test(text('staffNumber'))) return { excluded: 'total' }
  const staff = readStaffNumber(text('staffNumber'))
  const amount = text('amount') === '' ? { value: null } : readAmount(text('amount'))
  const word = text('outcome')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  const outcome = ACCEPTED.includes(word) ? 'accepted' : REJECTED.includes(word) ? 'rejected' : undefined
  const faults = [
    ...(cells.problem === '' ? [] : [`row.${cells.problem}`]),
    ...('fault' in staff ? [`staffNumber.${staff.fault}`] : []),
    ...('fault' in amount ? [`amount.${amount.fault}`] : []),
    ...(outcome ? [] : [`outcome.${word === '' ? 'missing' : 'notAnswer'}`]),
  ]
  if (faults.length > 0 || 'fault' in staff || 'fault' in amount || !outcome)
    return { faults: faults.join(FAULT_SEPARATOR) }
  return {
    row: {
      rowNumber: cells.row_number,
      line: cells.line,
      staffNumber: staff.value,
      staffKey: staffKey(staff.value),
      outcome,
      amount: amount.value,
      reason: cutText(text('reason') || (outcome === 'rejected' ? 'No reason given' : ''), 300),
    },
  }
}

export const acknowledgementWork: IntakeWork = {
  async prepare(ctx, { row }) {
    await store.deleteRows(ctx.tx, row.id)
  },

  async check(ctx, staged, from, to) {
    let skipped = 0
    for (let first = from; first <= to; first += AT_ONCE) {
      const cells = await stagedCells(ctx.tx, staged, FIELDS, [first, Math.min(first + AT_ONCE - 1, to)])
      const verdicts = cells.map(each => ({ rowNumber: each.row_number, verdict: judge(each) }))
      await store.insertRows(
        ctx.tx,
        staged.row.id,
        verdicts.flatMap(({ verdict }) => ('row' in verdict ? [verdict.row] : [])),
      )
      const faulty = verdicts.flatMap(({ rowNumber, verdict }) =>
        'faults' in verdict ? [{ rowNumber, faults: verdict.faults }] : [],
      )
      await store.refuseRows(ctx.tx, staged, faulty)
      const excluded = verdicts.flatMap(({ rowNumber, verdict }) =>
        'excluded' in verdict ? [{ rowNumber, field: '', was: null, became: verdict.excluded }] : [],
      )
      if (excluded.length > 0) await saveNotes(staged, 'excluded', excluded).execute(ctx.tx)
      skipped += excluded.length
    }
    return { skipped, repaired: 0 }
  },

  async match(ctx, { row }) {
    return { ...(await store.countMatched(ctx.tx, row.id, row.source, row.period)), skipped: 0 }
  },

  async drop(ctx, row) {
    await store.deleteRows(ctx.tx, row.id)
  },
}
