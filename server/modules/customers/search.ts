import type { Api } from '../../../contract/api.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { countText } from '../../../engine/countText.ts'
import { storedFilter } from '../../kernel/audit.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, orderOf, placeOf, readCursor } from '../../kernel/cursor.ts'
import type { Tx } from '../../kernel/db.ts'
import { sheetOfRows } from '../../kernel/export.ts'
import type { Keys } from '../../kernel/keys.ts'
import { readTyped } from '../../kernel/like.ts'
import { refuse } from '../../kernel/refusal.ts'
import { joinedPieces, type NextJoined, type NextRows, type SheetColumns } from '../../kernel/sheet.ts'
import { canRevealNumbers, noteNumberSearch } from '../auth/auth.ts'
import { namesByPhone } from './customers.sql.ts'
import { bvnIndex, ninIndex } from './mask.ts'
import { describeRow } from './profile.ts'
import * as store from './search.sql.ts'

const SIMILAR_MAX = 50

/** Eleven digits may also be a BVN or a NIN, which are only found whole. */
export function readSearch(keys: Keys, typed: string | undefined): store.Sought | undefined {
  const read = readTyped(typed)
  if (read?.digits === undefined || read.digits.length !== 11) return read
  const { digits } = read
  return { digits, bvn: bvnIndex(keys, digits), nin: ninIndex(keys, digits) }
}

type Filter = store.Narrowing & { search?: string | undefined }

const queryOf = (ctx: Context, { search, ...filter }: Filter): store.Query => ({
  filter,
  sought: readSearch(ctx.keys, search),
  today: ctx.today,
  canRevealNumbers: canRevealNumbers(ctx),
})

const noteSearch = (ctx: Context, { sought }: store.Query): Promise<void> =>
  noteNumberSearch(ctx, 'customers', sought?.words ?? (sought ? [sought.digits] : []))

export const list: Handler<Api['customerList']> = async (ctx, { cursor, limit, sort, ...filter }) => {
  const shape = { ...filter, sort }
  const { sort: key, descending } = orderOf(sort)
  const after = placeOf(readCursor(ctx.keys, 'customers', shape, cursor), 'key', 'id')
  const query = queryOf(ctx, filter)
  if (!after) await noteSearch(ctx, query)
  const { total, exact, ...page } = await store.pageOfCustomers(ctx.tx, query, {
    sort: key,
    descending,
    after,
    limit: limit + 1,
  })
  const { rows, last } = cutPage(page.rows, limit)
  if (rows.length === 0 && !after) return similar(ctx, query)
  return {
    rows: rows.map(row => describeRow(row, ctx.today)),
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'customers', shape, [sortKey(last, key), last.id]) : null,
    isSimilar: false,
  }
}

const sortKey = (row: store.ListedCustomer, sort: store.CustomerSort): string =>
  sort === 'opened' ? row.opened_at.toISOString() : row.name_key

/** Only where nothing fits exactly: a slip of the finger must not bury the right row among near ones. */
async function similar(ctx: Context, query: store.Query) {
  const typed = query.sought?.words?.join(' ') ?? ''
  let rows: store.ListedCustomer[] = []
  // a number with a slip is another number
  if (typed !== '' && !/\d/.test(typed))
    rows = await store.similarCustomers(ctx.tx, query, typed, SIMILAR_MAX)
  return {
    rows: rows.map(row => describeRow(row, ctx.today)),
    total: rows.length,
    totalIsExact: true,
    next: null,
    isSimilar: rows.length > 0,
  }
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

export const exportList: Handler<Api['customerExport']> = async (ctx, { sort, format, ...filter }) => {
  const query = queryOf(ctx, filter)
  await noteSearch(ctx, query)
  const { sort: key, descending } = orderOf(sort)
  const counted = await store.countCustomers(ctx.tx, query)
  const orderFrom = (last: Place | null, limit: number) => ({
    sort: key,
    descending,
    after: last && { key: last.sortKey, id: last.id },
    limit,
    isLong: !counted.exact,
  })
  const next: NextRows<Exported, Place> = async (last, limit) => {
    const rows = await store.listCustomers(ctx.tx, query, orderFrom(last, limit))
    return rows.map(row => ({ ...describeRow(row, ctx.today), sortKey: sortKey(row, key) }))
  }
  const joined: NextJoined<Place> = (last, limit) =>
    store.joinCustomers(ctx.tx, query, orderFrom(last, limit))
  return sheetOfRows(ctx, format, {
    what: 'customers',
    about: { filter: storedFilter(filter) },
    rows: counted,
    name: 'customers',
    columns: COLUMNS,
    next,
    pieces: query.sought ? undefined : joinedPieces(COLUMNS, joined, next),
  })
}

type Place = { sortKey: string; id: string }
type Exported = ReturnType<typeof describeRow> & { sortKey: string }

/** The cells of `joinCustomers`, one for one. */
const COLUMNS: SheetColumns<Exported> = [
  ['Customer number', row => row.number],
  ['Name', row => row.name],
  [IPPIS_NUMBER, row => row.ippisNumber],
  ['Payroll source', row => row.payrollSource],
  [EMPLOYER, row => row.mda],
  ['State', row => row.state],
  ['Phone (last four digits)', row => row.phone],
  ['Status', row => row.status],
  ['Account officer code', row => row.officerCode],
  ['Officer', row => row.officerName],
  ['Customer since', row => row.openedAt],
]
