import { createHash } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { FileReply, StreamedFile } from '../../../contract/endpoint.ts'
import { may } from '../../../contract/roles.ts'
import { countText } from '../../../engine/countText.ts'
import { formatDate, formatMonth, localDate } from '../../../engine/dates.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import { businessDate, sayMoment } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { openPaper } from '../../kernel/letterPdf.ts'
import { refuse } from '../../kernel/refusal.ts'
import { section } from '../settings/settings.ts'
import { refuseOutdated, talliesIn } from './decide.ts'
import * as files from './files.sql.ts'
import * as store from './instructions.sql.ts'
import { instructionFile, layoutOf } from './layout.ts'
import { holdLines } from './standing.sql.ts'
import { knownList, lockFor, sourcesOf } from './state.ts'

/** The file for the payroll office: the first one marks the list as sent, and the office holds what it says from then on. */

export const sendInstructions: Handler<Api['instructionSend']> = async (ctx, { id, fileId, ...asked }) => {
  if (!may(ctx.actor.roles, 'personal.reveal')) refuse('permission.missing')
  const list = await lockFor(ctx, id, 'send')
  const repeated = await files.findFile(ctx.tx, fileId)
  if (repeated) {
    if (repeated.list_id !== id) refuse('idempotency.other_body')
    ctx.audit({ subject: ['instruction', id], after: { repeated: true, copy: repeated.copy } })
    return describeFile(list, repeated)
  }
  const taken = await files.filesOf(ctx.tx, id)
  const first = taken[0]
  if (first && asked.reason === undefined)
    refuse('instruction.taken', {
      number: list.number,
      who: first.taken_by_name,
      when: sayMoment(first.taken_at),
    })
  const layout = layoutOf(list)
  const scope = asked.scope ?? layout.scope
  const format = asked.format ?? layout.format
  if (!first) await send(ctx, list)
  const row: files.FileRow = {
    id: fileId,
    list_id: id,
    copy: taken.length + 1,
    scope,
    format,
    ...(await files.sumOfScope(ctx.tx, id, scope)),
    sha256: await hashOf(instructionFile(ctx.tx, list, { scope, format })),
    taken_at: ctx.now,
    taken_by: ctx.actor.id,
    taken_by_name: ctx.actor.name,
    reason: first ? (asked.reason ?? null) : null,
  }
  if (!(await files.insertFile(ctx.tx, row))) refuse('idempotency.other_body')
  ctx.audit({
    subject: ['instruction', id],
    before: { status: list.status },
    after: {
      status: first ? list.status : 'sent',
      copy: row.copy,
      scope,
      lines: row.lines,
      sha256: row.sha256,
    },
    reason: row.reason,
  })
  return describeFile(list, row)
}

/** From now on nothing about the list changes, and it replaces the one before. */
async function send(ctx: Context, list: store.ListRow): Promise<void> {
  await refuseOutdated(ctx, list)
  await store.changeList(ctx.tx, list.id, {
    status: 'sent',
    sent_at: ctx.now,
    sent_by_name: ctx.actor.name,
  })
  await holdLines(ctx.tx, list.id)
  await store.supersede(ctx.tx, list, ctx.now)
}

async function hashOf(file: FileReply): Promise<string> {
  const hash = createHash('sha256')
  if (file instanceof StreamedFile) for await (const piece of file.pieces) hash.update(piece)
  else hash.update(file.bytes)
  return hash.digest('hex')
}

export const describeFile = (list: store.ListRow, row: files.FileRow) => ({
  id: row.id,
  copy: row.copy,
  scope: row.scope,
  fileName: `${list.number}-${row.scope}-${list.month.slice(0, 7)}.${row.format}`,
  lines: row.lines,
  total: kobo(row.total),
  sha256: row.sha256,
  takenAt: row.taken_at.toISOString(),
  takenBy: row.taken_by_name,
  reason: row.reason,
})

export const downloadFile: Handler<Api['instructionFile']> = async (ctx, { id, fileId }) => {
  if (!may(ctx.actor.roles, 'personal.reveal')) refuse('permission.missing')
  const list = await knownList(ctx, id)
  const row = await files.findFile(ctx.tx, fileId)
  if (row?.list_id !== id) return refuse('record.unknown', { what: 'file' })
  ctx.audit({
    subject: ['instruction', id],
    after: {
      export: 'instruction file',
      copy: row.copy,
      scope: row.scope,
      format: row.format,
      rows: row.lines,
    },
  })
  return instructionFile(ctx.tx, list, row)
}

const KINDS = [
  ['new', 'New deductions'],
  ['change', 'Changed amounts'],
  ['stop', 'Deductions to stop'],
  ['resume', 'Deductions to resume'],
  ['continue', 'Unchanged deductions'],
] as const

/** Count, total and hash are those of the file that was sent. */
export const printLetter: Handler<Api['instructionLetter']> = async (ctx, { id }) => {
  const list = await knownList(ctx, id)
  const file = (await files.filesOf(ctx.tx, id))[0]
  if (!file || !list.sent_at)
    return refuse('instruction.state', { number: list.number, status: 'not sent yet' })
  const lender = await section(ctx.tx, 'organisation', ctx.today)
  const source = (await sourcesOf(ctx)).find(each => each.code === list.source)
  const month = formatMonth(list.month.slice(0, 7))
  const paper = await openPaper(lender, {
    title: `Deduction instructions ${list.number}`,
    on: businessDate(list.sent_at),
  })
  const { person = '', title = '', address = '' } = source?.contact ?? {}
  paper.paragraph([person, title, source?.name ?? list.source, address].filter(Boolean).join('\n'))
  paper.heading(`Deduction instructions for ${month}`, `List ${list.number}`)
  paper.paragraph(person ? `Dear ${person},` : 'Dear Sir or Madam,')
  paper.paragraph(
    `Please apply the deductions in the enclosed file to the payroll of ${month} and remit them to ${lender.operatingCompany}.`,
  )
  const tallies = talliesIn(list)
  paper.table(
    [
      { label: 'Instruction', width: 5 },
      { label: 'Persons', width: 2, right: true },
      { label: 'Amount', width: 3, right: true },
    ],
    KINDS.map(([kind, label]) => {
      const found = tallies.find(each => each.kind === kind)
      return [
        label,
        countText(found?.lines ?? 0),
        formatNaira(kind === 'stop' ? (found?.previous ?? kobo(0n)) : (found?.amount ?? kobo(0n))),
      ]
    }),
  )
  paper.facts([
    ['File', describeFile(list, file).fileName],
    ['Content', file.scope === 'delta' ? 'Changes only' : 'All deductions'],
    ['Lines in the file', countText(file.lines)],
    ['Total of the file', formatNaira(kobo(file.total))],
    ['Total monthly deduction after these instructions', formatNaira(kobo(list.total))],
    ...(list.element ? ([['Deduction element', list.element]] as const) : []),
    ['Needed by', formatDate(localDate(list.cut_off_on))],
    ['SHA-256 of the file', file.sha256],
  ])
  paper.paragraph(
    'Please confirm receipt, and send us the staff numbers that you cannot apply, with the reason for each.',
  )
  paper.paragraph(`Yours faithfully,\n\n\n${file.taken_by_name}\n${lender.operatingCompany}`)
  ctx.audit({ subject: ['instruction', id], after: { export: 'covering letter' } })
  return new FileReply(await paper.finish(), 'application/pdf', `${list.number}.pdf`)
}
