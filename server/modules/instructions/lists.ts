import type { Api } from '../../../contract/api.ts'
import { addMonths, formatMonth, localDate, payMonthOf } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import type { Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { waitingOn } from '../approvals/approvals.ts'
import { sourceNames } from '../settings/settings.ts'
import { whyNotNow } from './compute.ts'
import { talliesIn } from './decide.ts'
import * as files from './files.sql.ts'
import * as store from './instructions.sql.ts'
import { describeFile } from './send.ts'
import { describeList, knownList, monthOf, offersOf, sourcesOf, statusOf } from './state.ts'

/** Lists and their lines as screens show them. */

/** After the pay day of a month the next list is the next month's. */
export const dueInstructions: Handler<Api['instructionDue']> = async (ctx, input) => {
  const sources = await sourcesOf(ctx)
  const here = localDate(`${payMonthOf(ctx.today)}-01`)
  const months = await Promise.all(sources.map(source => monthOf(ctx, source, here)))
  const isOver = months.length > 0 && months.every(({ payDay }) => payDay < ctx.today)
  const month = input.month ? localDate(`${input.month}-01`) : isOver ? addMonths(here, 1) : here
  const lists = await store.listsOfMonth(ctx.tx, month)
  const waiting = await waitingOn(
    ctx.tx,
    'instruction',
    lists.map(list => list.id),
  )
  const rows = []
  for (const source of sources) {
    const list = lists.findLast(each => each.source === source.code)
    const { cutOffOn, payDay } = await monthOf(ctx, source, month)
    rows.push({
      source: source.code,
      sourceName: source.name,
      month: payMonthOf(month),
      cutOffOn,
      payDay,
      listId: list?.id ?? null,
      status: list ? statusOf(list, waiting) : null,
      lines: list?.lines ?? 0,
      total: kobo(list?.total ?? 0n),
      whyNot: (await whyNotNow(ctx, source, month)) ?? null,
    })
  }
  return { month: payMonthOf(month), rows }
}

export const listInstructions: Handler<Api['instructionList']> = async (
  ctx,
  { cursor, limit, ...filter },
) => {
  const after = placeOf(readCursor(ctx.keys, 'instructions', filter, cursor), 'month', 'number')
  const { rows, last } = cutPage(await store.listLists(ctx.tx, filter, after, limit + 1), limit)
  const waiting = await waitingOn(
    ctx.tx,
    'instruction',
    rows.map(row => row.id),
  )
  const names = await sourceNames(ctx)
  const { total, exact } = await store.countLists(ctx.tx, filter)
  return {
    rows: rows.map(row => describeList(row, waiting, names)),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'instructions', filter, [last.month, last.number]) : null,
  }
}

export const getInstructions: Handler<Api['instructionGet']> = async (ctx, { id }) => {
  const list = await knownList(ctx, id)
  const waiting = await waitingOn(ctx.tx, 'instruction', [id])
  const described = describeList(list, waiting, await sourceNames(ctx))
  const exceptions = await store.exceptionsOf(ctx.tx, id)
  const open = await store.countOpen(ctx.tx, id)
  const { payrollMonth = null } = list.rules as { payrollMonth?: string | null }
  return {
    ...described,
    element: list.element,
    tallies: talliesIn(list),
    exceptions,
    sha256: list.sha256,
    payrollMonth: payrollMonth?.slice(0, 7) ?? null,
    approvedBy: list.approved_by_name,
    sentBy: list.sent_by_name,
    acknowledgement: list.acknowledgement,
    acknowledgedBy: list.acknowledged_by_name,
    endedReason: list.ended_reason,
    warnings: [
      ...(described.isLate && list.computed_at
        ? ['This list was computed after the cut-off. Ask the payroll office whether it still accepts it.']
        : []),
      ...(list.computed_at && !payrollMonth
        ? ['No payroll file is accepted for this source. Employment and pay limits were not checked.']
        : []),
      ...(list.computed_at && payrollMonth && payrollMonth < addMonths(localDate(list.month), -2)
        ? [`The newest payroll file is of ${formatMonth(payrollMonth.slice(0, 7))}.`]
        : []),
    ],
    files: (await files.filesOf(ctx.tx, id)).map(row => describeFile(list, row)),
    offers: offersOf(ctx, described.status, open),
  }
}

export const listLines: Handler<Api['instructionLineList']> = async (ctx, { cursor, limit, ...filter }) => {
  const list = await knownList(ctx, filter.id)
  const after = placeOf(readCursor(ctx.keys, 'instructionLines', filter, cursor), 'rank', 'no')
  const { rows, last } = cutPage(await store.listLines(ctx.tx, filter, after, limit + 1), limit)
  const { total, exact } = await store.countLines(ctx.tx, filter)
  return {
    rows: rows.map(row => describeLine(row, list.status === 'computed')),
    total,
    totalIsExact: exact,
    next: last
      ? makeCursor(ctx.keys, 'instructionLines', filter, [String(last.rank), String(last.no)])
      : null,
  }
}

const describeLine = (row: store.LineRow, isOpenList: boolean) => ({
  no: row.no,
  staffNumber: row.staff_number,
  customerId: row.customer_id,
  customerName: row.name,
  employer: row.employer,
  kind: row.kind,
  previous: kobo(row.previous),
  due: kobo(row.due),
  payLimit: row.pay_limit === null ? null : kobo(row.pay_limit),
  amount: kobo(row.amount),
  loans: row.loan_ids.map((loanId, at) => ({
    loanId,
    number: row.loan_numbers[at] ?? '',
    due: kobo(BigInt(row.loan_due[at] ?? 0n)),
    amount: kobo(BigInt(row.loan_amounts[at] ?? 0n)),
  })),
  owed: kobo(row.owed),
  inFlight: kobo(row.in_flight),
  untilMonth: row.until_month?.slice(0, 7) ?? null,
  reasons: reasonsOf(row),
  exceptions: row.exceptions,
  signals: row.signals,
  decision: row.decision,
  decisionReason: row.decision_reason,
  decidedBy: row.decided_by_name,
  isOpen: row.is_open && isOpenList,
  answer: row.answer,
  answerReason: row.answer_reason,
  answerAmount: row.answer_amount === null ? null : kobo(row.answer_amount),
})

/** Those of the computation, and those that follow from the kind of line and the decision. */
function reasonsOf(row: store.LineRow): store.LineRow['reasons'] {
  const isCut = row.pay_limit !== null && row.amount === row.pay_limit && row.amount < row.due
  const more: store.LineRow['reasons'] = [
    ...(row.kind === 'new' ? (['firstDeduction'] as const) : []),
    ...(row.kind === 'resume' ? (['resumed'] as const) : []),
    ...(isCut ? (['limit'] as const) : []),
    ...(row.decision === 'exclude' ? (['excluded'] as const) : []),
  ]
  const all = [...row.reasons, ...more]
  return all.length === 0 && row.kind === 'change' ? ['instalment'] : all
}

export const exportLists = exportOf(listInstructions, {
  what: 'instruction lists',
  name: 'instructions',
  columns: [
    ['List', row => row.number],
    ['Source', row => row.sourceName],
    ['Month', row => row.month],
    ['Status', row => sheetWords(row.status)],
    ['Cut-off', row => row.cutOffOn],
    ['Lines', row => row.lines],
    ['Total (NGN)', row => sheetNaira(row.total)],
    ['Total before (NGN)', row => sheetNaira(row.previousTotal)],
    ['Computed by', row => row.computedBy],
    ['Computed (Lagos)', row => sheetMoment(row.computedAt)],
    ['Sent (Lagos)', row => sheetMoment(row.sentAt)],
    ['Acknowledged (Lagos)', row => sheetMoment(row.acknowledgedAt)],
    ['Rejected lines', row => row.rejected],
  ],
})

export const exportLines = exportOf(listLines, {
  what: 'instruction lines',
  name: 'instruction-lines',
  columns: [
    ['No.', row => row.no],
    ['IPPIS / staff number', row => row.staffNumber],
    ['Customer', row => row.customerName],
    ['Employer', row => row.employer],
    ['Loans', row => row.loans.map(each => each.number).join('; ')],
    ['Instruction', row => sheetWords(row.kind)],
    ['Last month (NGN)', row => sheetNaira(row.previous)],
    ['Due (NGN)', row => sheetNaira(row.due)],
    ['Amount (NGN)', row => sheetNaira(row.amount)],
    ['Still in flight (NGN)', row => sheetNaira(row.inFlight)],
    ['Why', row => row.reasons.map(sheetWords).join('; ')],
    ['Exceptions', row => row.exceptions.map(sheetWords).join('; ')],
    ['Signals', row => row.signals.map(sheetWords).join('; ')],
    ['Decision', row => (row.decision ? sheetWords(row.decision) : null)],
    ['Reason for decision', row => row.decisionReason],
    ['Answer', row => (row.answer ? sheetWords(row.answer) : null)],
    ['Reason of the office', row => row.answerReason],
  ],
})
