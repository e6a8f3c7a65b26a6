import type { Api } from '../../../contract/api.ts'
import { tenorText } from '../../../contract/products.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { storedFilter } from '../../kernel/audit.ts'
import type { Handler } from '../../kernel/context.ts'
import { orderOf } from '../../kernel/cursor.ts'
import { sheetOfRows } from '../../kernel/export.ts'
import { typedWords } from '../../kernel/like.ts'
import { type NextRows, type SheetColumns, sheetNaira } from '../../kernel/sheet.ts'
import { noteNumberSearch } from '../auth/auth.ts'
import { type Loss, lossesIn } from './flows.ts'
import * as store from './list.sql.ts'
import { classNamed, filterOf, firstDueOf, monthOf, readClasses } from './list.ts'

export const exportList: Handler<Api['loanExport']> = async (ctx, { sort, format, ...shape }) => {
  const classes = await readClasses(ctx)
  const filter = await filterOf(ctx, shape)
  await noteNumberSearch(ctx, 'loan accounts', typedWords(shape.search))
  const counted = await store.countLoans(ctx.tx, filter)
  const { sort: key, descending } = orderOf(sort)
  const next: NextRows<Exported> = async (last, limit) => {
    const rows = await store.listLoans(ctx.tx, filter, {
      sort: key,
      descending,
      after: last && { key: store.sortKey(last, key), number: last.number },
      limit,
      isLong: !counted.exact,
    })
    const losses = await lossesIn(ctx.tx, rows, ctx.today)
    return rows.map(row => ({ ...row, loss: losses.get(row.id) ?? null }))
  }
  const columns: SheetColumns<Exported> = [
    ...(shape.tab === 'awaiting' ? awaiting(ctx.today) : COLUMNS),
    ...(shape.tab === 'writtenOff' ? LOSS_COLUMNS : []),
    ['Class', row => classNamed(row, classes)],
  ]
  return sheetOfRows(ctx, format, {
    what: 'loan accounts',
    about: { filter: storedFilter(shape) },
    rows: counted,
    name: `accounts-${shape.tab}`,
    columns,
    next,
  })
}

type Exported = store.ListedLoan & { loss: Loss | null }

const LOSS_COLUMNS: SheetColumns<Exported> = [
  ['Written off (NGN)', row => sheetNaira(row.loss?.writtenOff ?? null)],
  ['Recovered since (NGN)', row => sheetNaira(row.loss?.recovered ?? null)],
]

const INSTALMENT = 'Instalment (NGN)'

/** As the list shows them: what is deducted first, not the usual instalment. */
const awaiting = (today: LocalDate): SheetColumns<store.ListedLoan> => [
  ...COLUMNS.map((column): SheetColumns<store.ListedLoan>[number] =>
    column[0] === INSTALMENT
      ? ['First deduction (NGN)', row => sheetNaira(firstDueOf(row, today)?.amount ?? row.instalment)]
      : column,
  ),
  ['First deduction on, if paid out today', row => firstDueOf(row, today)?.on ?? null],
]

const COLUMNS: SheetColumns<store.ListedLoan> = [
  ['Loan number', row => row.number],
  ['Customer', row => row.customer_name],
  [IPPIS_NUMBER, row => row.ippis_number],
  [EMPLOYER, row => row.mda],
  ['Product', row => row.product_name],
  ['Status', row => row.status],
  ['Frozen', row => row.frozen],
  ['Principal lent (NGN)', row => sheetNaira(row.principal)],
  ['Tenor', row => tenorText(row.tenor, row.rhythm)],
  [INSTALMENT, row => sheetNaira(row.instalment)],
  ['Owed principal (NGN)', row => sheetNaira(row.owed_principal)],
  ['Owed interest (NGN)', row => sheetNaira(row.owed_interest)],
  ['Owed fees (NGN)', row => sheetNaira(row.owed_fee)],
  ['Owed penalties (NGN)', row => sheetNaira(row.owed_penalty)],
  ['Owed in all (NGN)', row => sheetNaira(row.owed_total)],
  ['Credit (NGN)', row => sheetNaira(row.credit)],
  ['Arrears (NGN)', row => sheetNaira(row.arrears)],
  ['Days past due', row => row.days_past_due],
  ['Next due on', row => row.next_due_on],
  ['Next due (NGN)', row => (row.next_due_amount === null ? null : sheetNaira(row.next_due_amount))],
  ['Last receipt on', row => row.last_receipt_on],
  ['Last deduction month', row => monthOf(row.last_deduction_on)],
  ['Officer code', row => row.officer_code],
  ['Approved on', row => row.approved_on],
  ['Paid out on', row => row.disbursed_on],
  ['Figures as of', row => row.figures_of],
]
