import { EVENTS, type EventName } from '../../../contract/messaging.ts'
import { exportOf } from '../../kernel/export.ts'
import { sheetMoment, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { list } from './log.ts'
import { optOutList } from './optOuts.ts'
import { listTemplates } from './templates.ts'

/** The lists of messaging, for a spreadsheet. */

const isEvent = (name: string): name is EventName => Object.hasOwn(EVENTS, name)
const eventText = (event: string | null): string | null =>
  event !== null && isEvent(event) ? EVENTS[event].title : event

export const exportMessages = exportOf(list, {
  what: 'messages',
  name: 'messages',
  columns: [
    ['Written (Lagos)', row => sheetMoment(row.at)],
    ['Customer', row => row.customerName],
    ['Phone (last four digits)', row => row.phone],
    ['Purpose', row => sheetWords(row.purpose)],
    ['Event', row => eventText(row.event)],
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
  ],
})

export const exportTemplates = exportOf(listTemplates, {
  what: 'message templates',
  name: 'templates',
  columns: [
    ['Template', row => row.name],
    ['Purpose', row => sheetWords(row.purpose)],
    ['Event', row => eventText(row.event) ?? 'Campaigns'],
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
  ],
})

export const exportOptOuts = exportOf(optOutList, {
  what: 'opt-outs',
  name: 'opt-outs',
  columns: [
    ['Phone (last four digits)', row => row.phone],
    ['Customer', row => row.customerName],
    ['Since (Lagos)', row => sheetMoment(row.since)],
    ['How', row => row.source],
    ['Reason', row => row.reason],
  ],
})
