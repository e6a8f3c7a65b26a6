import type { RawBuilder } from 'kysely'
import type { Api } from '../../../contract/api.ts'
import type { Input, Reply } from '../../../contract/endpoint.ts'
import { countText } from '../../../engine/countText.ts'
import { storedFilter } from '../../kernel/audit.ts'
import type { Context } from '../../kernel/context.ts'
import { copiedSheet } from '../../kernel/copiedSheet.sql.ts'
import { makeCursor, orderOf, placeOf, readCursor } from '../../kernel/cursor.ts'
import type { Tx } from '../../kernel/db.ts'
import { sheetOfSource } from '../../kernel/export.ts'
import { type JsonText, listText } from '../../kernel/jsonText.ts'
import type { Keys } from '../../kernel/keys.ts'
import { readTyped } from '../../kernel/like.ts'
import { NO_TEXT } from '../../kernel/page.sql.ts'
import { refuse } from '../../kernel/refusal.ts'
import { canRevealNumbers, noteNumberSearch } from '../auth/auth.ts'
import type { Narrowing, Query, Sought } from './conditions.sql.ts'
import { namesByPhone } from './customers.sql.ts'
import { CELLS, type LoanFigures } from './listed.sql.ts'
import { bvnIndex, ninIndex } from './mask.ts'
import * as store from './search.sql.ts'

const SIMILAR_MAX = 50

/** Eleven digits may also be a BVN or a NIN, which are only found whole. */
export function readSearch(keys: Keys, typed: string | undefined): Sought | undefined {
  const read = readTyped(typed)
  if (read?.digits === undefined || read.digits.length !== 11) return read
  const { digits } = read
  return { digits, bvn: bvnIndex(keys, digits), nin: ninIndex(keys, digits) }
}

type Filter = Narrowing & { search?: string | undefined }

const queryOf = (ctx: Context, { search, ...filter }: Filter): Query => ({
  filter,
  sought: readSearch(ctx.keys, search),
  today: ctx.today,
  canRevealNumbers: canRevealNumbers(ctx),
})

const noteSearch = (ctx: Context, { sought }: Query): Promise<void> =>
  noteNumberSearch(ctx, 'customers', sought?.words ?? (sought ? [sought.digits] : []))

/** What customers owe: `each` reads it of customer `c`, `all` of all by `customer_id`. */
/** The list and its export, with what each customer owes as `loans` reads it. */
export const listsWith = (loans: store.Figures) => ({
  list: (ctx: Context, input: Input<Api['customerList']>) => listCustomers(ctx, input, loans.each),
  exportList: (ctx: Context, input: Input<Api['customerExport']>) => exportCustomers(ctx, input, loans),
})

async function listCustomers(
  ctx: Context,
  { cursor, limit, sort, ...filter }: Input<Api['customerList']>,
  loans: RawBuilder<LoanFigures>,
): Promise<ListText> {
  const shape = { ...filter, sort }
  const { sort: key, descending } = orderOf(sort)
  const after = placeOf(readCursor(ctx.keys, 'customers', shape, cursor), 'key', 'id')
  const query = queryOf(ctx, filter)
  if (!after) await noteSearch(ctx, query)
  const order = { sort: key, descending, after, limit: limit + 1 }
  const { total, exact, page } = await store.pageOfCustomers(ctx.tx, query, order, loans)
  if (page.found === 0 && !after) return similar(ctx, query, loans)
  const last = page.found > limit ? page.last : undefined
  return listText(page.text, {
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'customers', shape, [last.key, last.id]) : null,
    isSimilar: false,
  })
}

type ListText = JsonText<Reply<Api['customerList']>>

/** Only where nothing fits exactly: a slip of the finger must not bury the right row among near ones. */
async function similar(ctx: Context, query: Query, loans: RawBuilder<LoanFigures>): Promise<ListText> {
  const typed = query.sought?.words?.join(' ') ?? ''
  // a number with a slip is another number
  const isName = typed !== '' && !/\d/.test(typed)
  const { text, found } = isName ? await store.similarCustomers(ctx.tx, query, SIMILAR_MAX, loans) : NO_TEXT
  return listText(text, { total: found, totalIsExact: true, next: null, isSimilar: found > 0 })
}

/** Who has these phones, for lists that show a name beside a number. */
export async function namesOfPhones(
  tx: Tx,
  phones: readonly string[],
): Promise<Map<string, { customerId: string; name: string }>> {
  const rows = await namesByPhone(tx, phones)
  return new Map(
    rows.map(row => [row.phone, { customerId: row.id, name: `${row.surname} ${row.first_name}` }]),
  )
}

/** Whose a name or a number is, for lists that know people only by their id; refused where that is more than `most`. */
export async function peopleCalled(
  ctx: Context,
  typed: string,
  most: number,
): Promise<{ customerId: string; phone: string }[]> {
  const query = queryOf(ctx, { search: typed })
  if (!query.sought) return []
  await noteSearch(ctx, query)
  const order = { sort: 'name' as const, descending: false, after: null, limit: most + 1, isLong: false }
  const rows = await store.listCustomers(ctx.tx, query, order)
  if (rows.length > most) refuse('search.too_many', { most: countText(most) })
  return rows.map(({ id, phone }) => ({ customerId: id, phone }))
}

async function exportCustomers(
  ctx: Context,
  { sort, format, ...filter }: Input<Api['customerExport']>,
  loans: store.Figures,
): Promise<Reply<Api['customerExport']>> {
  const query = queryOf(ctx, filter)
  await noteSearch(ctx, query)
  const counted = await store.countCustomers(ctx.tx, query)
  return sheetOfSource(ctx, format, {
    what: 'customers',
    about: { filter: storedFilter(filter) },
    rows: counted,
    name: 'customers',
    source: copiedSheet(
      ctx.tx,
      CELLS,
      store.allCustomers(query, orderOf(sort), { ...loans, areFew: counted.exact }),
    ),
  })
}
