import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { EVENTS, type EventName } from '../../../contract/messaging.ts'
import type { Handler } from '../../kernel/context.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetOfList, sheetWords } from '../../kernel/sheet.ts'
import { list } from './log.ts'
import { optOutList } from './optOuts.ts'
import { listTemplates } from './templates.ts'

/** The lists of messaging, for a spreadsheet. */

type Row<E> = Reply<E> extends { rows: readonly (infer R)[] } ? R : never

const isEvent = (name: string): name is EventName => Object.hasOwn(EVENTS, name)
const toldAbout = (event: string | null): string | null =>
  event !== null && isEvent(event) ? EVENTS[event].title : event

const MESSAGE_COLUMNS: SheetColumns<Row<Api['messageList']>> = [
  ['Written (Lagos)', row => sheetMoment(row.at)],
  ['Customer', row => row.customerName],
  ['Phone (last four digits)', row => row.phone],
  ['Purpose', row => sheetWords(row.purpose)],
  ['Told about', row => toldAbout(row.event)],
  ['Text', row => row.text],
  ['Status', row => sheetWords(row.status)],
  ['Since (Lagos)', row => sheetMoment(row.statusAt)],
  ['Reason', row => row.statusReason],
  ['Not before (Lagos)', row => sheetMoment(row.notBefore)],
  ['Parts', row => row.segments],
  ['Price (NGN)', row => sheetNaira(row.cost)],
  ['Gateway', row => row.gateway && sheetWords(row.gateway)],
  ['Attempts', row => row.attempt],
  ['Message id', row => row.id],
]

export const exportMessages: Handler<Api['messageExport']> = (ctx, input) =>
  sheetOfList(ctx, list, input, { what: 'messages', name: 'messages', columns: MESSAGE_COLUMNS })

const TEMPLATE_COLUMNS: SheetColumns<Row<Api['templateList']>> = [
  ['Template', row => row.name],
  ['Purpose', row => sheetWords(row.purpose)],
  ['Told about', row => toldAbout(row.event) ?? 'Campaigns'],
  ['Status', row => sheetWords(row.status)],
  ['Version in force', row => row.inForce && String(row.inForce.version)],
  ['Text in force', row => row.inForce?.body ?? null],
  ['Approved by', row => row.inForce?.approvedBy ?? null],
  ['Approved (Lagos)', row => sheetMoment(row.inForce?.approvedAt ?? null)],
  ['Draft version', row => row.draft && String(row.draft.version)],
  ['Draft', row => row.draft?.body ?? null],
  ['Draft by', row => row.draft?.madeBy ?? null],
  ['Parts', row => (row.inForce ?? row.draft)?.segments ?? null],
  ['Last used (Lagos)', row => sheetMoment(row.lastUsedAt)],
]

export const exportTemplates: Handler<Api['templateExport']> = (ctx, input) =>
  sheetOfList(ctx, listTemplates, input, {
    what: 'message templates',
    name: 'templates',
    columns: TEMPLATE_COLUMNS,
  })

const OPT_OUT_COLUMNS: SheetColumns<Row<Api['optOutList']>> = [
  ['Phone (last four digits)', row => row.phone],
  ['Customer', row => row.customerName],
  ['Since (Lagos)', row => sheetMoment(row.since)],
  ['How', row => row.source],
  ['Reason', row => row.reason],
]

export const exportOptOuts: Handler<Api['optOutExport']> = (ctx, input) =>
  sheetOfList(ctx, optOutList, input, { what: 'opt-outs', name: 'opt-outs', columns: OPT_OUT_COLUMNS })
