import { type RawBuilder, sql } from 'kysely'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { nairaText, type SheetCells } from '../../kernel/copiedSheet.sql.ts'
import { asColumns, maskedPhone, momentText } from '../../kernel/page.sql.ts'
import type { CustomerRow } from './customers.sql.ts'

/** What a list shows of a customer: whole records would be three times as wide. */
const LISTED = [
  'id',
  'number',
  'surname',
  'first_name',
  'other_names',
  'ippis_number',
  'mda',
  'state',
  'payroll_source',
  'phone',
  'officer_code',
  'status',
  'status_until',
  'opened_at',
  'name_key',
] as const
export type ListedCustomer = Pick<CustomerRow, (typeof LISTED)[number] | 'officer_name'>

export const COLUMNS = sql.join(LISTED.map(name => sql.ref(`c.${name}`)))
export const NAMED = sql`
  select ${COLUMNS}, o.first_name || ' ' || o.last_name as officer_name`
export const WITH_OFFICER = sql`left join staff o on o.account_officer_code = c.officer_code and c.officer_code <> ''`

/** What the list shows of customer `c`, with their loans `f`; the export gives the same columns. */
const WRITTEN = {
  id: 'c.id',
  number: 'c.number',
  name: `concat_ws(' ', nullif(c.surname, ''), nullif(c.first_name, ''), nullif(c.other_names, ''))`,
  ippisNumber: 'c.ippis_number',
  mda: 'c.mda',
  state: 'c.state',
  payrollSource: 'c.payroll_source',
  phone: `case when c.status = 'erased' then '' else ${maskedPhone('c.phone')} end`,
  officerCode: 'c.officer_code',
  officerName: `o.first_name || ' ' || o.last_name`,
  status: `case when c.status = 'blacklisted' and c.status_until < d.today then 'active' else c.status end`,
  openedAt: momentText('c.opened_at'),
  outstanding: 'f.outstanding::text',
  arrears: 'f.arrears::text',
  className: 'f.class_name',
}
const WRITTEN_COLUMNS = asColumns(WRITTEN)
export const LISTED_COLUMNS = sql.raw(LISTED.map(name => `c.${name}`).join(', '))
export const KEYS = { name: sql.raw('c.name_key'), opened: sql.raw(momentText('c.opened_at')) }

/** What is owed is looked up for the page alone: sorting reads more rows than are shown. */
export const rowOf = (today: string, loans: RawBuilder<LoanFigures>): RawBuilder<unknown> =>
  sql`select ${WRITTEN_COLUMNS} from (select ${today}::date as today) d cross join lateral (${loans}) f ${WITH_OFFICER}`

/** What customer `c` owes, read from the figures stored with the loans. */
export type LoanFigures = { outstanding: bigint; arrears: bigint; class_name: string }

/** The columns of the list as the export has them. A customer without a loan has no figures. */
export const CELLS: SheetCells = [
  ['Customer number', WRITTEN.number],
  ['Name', WRITTEN.name],
  [IPPIS_NUMBER, WRITTEN.ippisNumber],
  ['Payroll source', WRITTEN.payrollSource],
  [EMPLOYER, WRITTEN.mda],
  ['State', WRITTEN.state],
  ['Phone (last four digits)', WRITTEN.phone],
  ['Status', WRITTEN.status],
  ['Account officer code', WRITTEN.officerCode],
  ['Officer', WRITTEN.officerName],
  ['Customer since', WRITTEN.openedAt],
  ['Outstanding balance (NGN)', nairaText('f.outstanding')],
  ['Arrears (NGN)', nairaText('f.arrears')],
  ['Class', 'f.class_name'],
]
