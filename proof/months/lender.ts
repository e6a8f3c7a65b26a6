import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { application } from '../../contract/application.ts'
import { SECTIONS } from '../../contract/settings.ts'
import { type LocalDate, localDate } from '../../engine/dates.ts'
import { kobo } from '../../engine/money.ts'
import { quote } from '../../engine/product.ts'
import { act, SYSTEM } from '../../server/kernel/act.ts'
import { openFromApplications } from '../../server/modules/customers/open.ts'
import { type ApprovedLoan, openLoan, openLoans } from '../../server/modules/loans/open.ts'
import { postPayouts } from '../../server/modules/payouts/post.ts'
import { offeredProducts, type Product } from '../../server/modules/settings/products.ts'
import { accountAt, adaeze } from '../../test/applicants.ts'
import type { TestApp } from '../../test/testApp.ts'
import type { Bank } from './bank.ts'
import type { Dice } from './dice.ts'
import type { Person } from './office.ts'
import { koboOf, rowsOf } from './paper.ts'
import type { Staff } from './staff.ts'

/** The lender: its settings, its borrowers, and the way of a loan to the bank and into the ledger. */

export const ELEMENT = 'IROKO LOAN'
/** The last begins like ours and is not: a prefix would take it. */
export const FOREIGN = ['PALMWOOD MFB LOAN', 'COOPERATIVE SAVINGS', 'IROKOJI MICROFINANCE']
export const SOURCES = ['IPPIS', 'GIFMIS'] as const
export type Source = (typeof SOURCES)[number]
export const PAY_DAYS: Readonly<Record<Source, number>> = { IPPIS: 25, GIFMIS: 28 }

export type Borrower = Person & {
  no: number
  source: Source
  customerId: string
  products: readonly Product[]
}
export type Opened = { borrower: Borrower; loanId: string }
export type House = { testApp: TestApp; staff: Staff; bank: Bank; dice: Dice }

/** Headings that the offices ask for in an instruction file. */
export const HEADINGS = { staff: 'IPPIS NO', change: 'ACTION', amount: 'AMOUNT' }

export async function settle(
  { testApp, staff }: House,
  charges: Readonly<Record<Source, number>>,
): Promise<void> {
  const agreed = SECTIONS.payroll.schema.parse(SECTIONS.payroll.initial)
  const ours = agreed.sources.map(source => {
    const ppm = charges[source.code as Source]
    if (ppm === undefined) return source
    return {
      ...source,
      elements: [{ match: 'exact' as const, value: ELEMENT }],
      charge: { kind: ppm > 0 ? ('share' as const) : ('none' as const), ppm, each: kobo(0n) },
      layoutOut: {
        format: 'csv' as const,
        scope: 'delta' as const,
        columns: [
          { heading: HEADINGS.staff, content: 'staffNumber' as const },
          { heading: 'NAME', content: 'fullName' as const },
          { heading: 'ELEMENT', content: 'element' as const },
          { heading: HEADINGS.change, content: 'change' as const },
          { heading: HEADINGS.amount, content: 'amount' as const },
        ],
      },
    }
  })
  const value = z.encode(SECTIONS.payroll.schema, { ...agreed, sources: ours }) as never
  const effectiveOn = testApp.clock.now().toISOString().slice(0, 10)
  const form = { section: 'payroll', value, effectiveOn, reason: 'Offices as agreed', basedOn: 0 } as const
  await staff.decided(await staff.clerk().ok('settingChange', form))
}

const SURNAMES = [
  'ADEYEMI',
  'BELLO',
  'CHUKWU',
  'DANJUMA',
  'EZE',
  'FASHOLA',
  'GARBA',
  'IBRAHIM',
  'JOHNSON',
  'OKAFOR',
]
const NAMES = [
  'ADA',
  'BOLA',
  'CHIDI',
  'DAYO',
  'EMEKA',
  'FATIMA',
  'GRACE',
  'HAUWA',
  'IFE',
  'JUMOKE',
  'KEMI',
  'MUSA',
]
const at = <T>(list: readonly T[], no: number): T => list[no % list.length] as T

/** New customers, with their loans awaiting disbursement. */
export async function openBorrowers(house: House, first: number, count: number): Promise<Opened[]> {
  const { testApp, dice } = house
  const today = localDate(testApp.clock.now().toISOString().slice(0, 10))
  const products = await offeredProducts(testApp.program.db, today)
  const people = Array.from({ length: count }, (_, each) => personOf(first + each))
  const opened: Opened[] = []
  for (let from = 0; from < people.length; from += 100) {
    const some = people.slice(from, from + 100)
    const customers = await act(testApp.program, 'customerOpen', SYSTEM, ctx =>
      openFromApplications(
        ctx,
        some.map(person => ({ application: statedOf(person), officerCode: 'AO-014' })),
      ),
    )
    const borrowers = some.map((person, index) => ({
      ...person,
      customerId: customers[index]?.id ?? '',
      products,
    }))
    const loans = await act(testApp.program, 'loanOpen', SYSTEM, ctx =>
      openLoans(
        ctx,
        borrowers.map(borrower => loanOf(house, borrower, `${dice.below(4, borrower.no)}`, today)),
      ),
    )
    for (const [index, borrower] of borrowers.entries())
      opened.push({ borrower, loanId: loans[index]?.id ?? '' })
  }
  return opened
}

const personOf = (no: number) => {
  const source: Source = no % 4 === 3 ? 'GIFMIS' : 'IPPIS'
  const [surname, firstName] = [at(SURNAMES, no), at(NAMES, Math.floor(no / SURNAMES.length))]
  const staff = String(500_000 + no)
  return {
    no,
    source,
    staff,
    surname,
    firstName,
    name: `${surname} ${firstName}`,
    employer: 'FEDERAL MINISTRY OF WORKS',
  }
}

function statedOf(person: ReturnType<typeof personOf>) {
  const { no, source, staff, surname, firstName } = person
  return z.decode(
    application,
    adaeze({
      surname,
      firstName,
      payrollSource: source,
      ippisNumber: staff,
      phone: `+23480${String(61_000_000 + no)}`,
      bvn: String(22_000_000_000 + no),
      nin: String(33_000_000_000 + no),
      accountNumber: accountAt('058'),
    }),
  )
}

type Settled = { id: string; owed: bigint }

/** Mostly a loan of some months on flat interest, now and then an advance. */
function loanOf(
  { dice }: House,
  borrower: Borrower,
  turn: string,
  today: LocalDate,
  settles: readonly Settled[] = [],
): ApprovedLoan {
  const { no, products, customerId } = borrower
  const product = at(products, settles.length > 0 || dice.below(4, 'product', no, turn) > 0 ? 0 : 1)
  const { leastTenor, mostTenor, leastAmount, mostAmount } = product.terms
  const tenor = Math.min(leastTenor + dice.below(8, 'tenor', no, turn), mostTenor)
  const owed = settles.reduce((sum, each) => sum + each.owed, 0n)
  const wished = leastAmount * BigInt(1 + dice.below(6, 'amount', no, turn)) + owed
  const principal = kobo(wished > mostAmount ? mostAmount : wished)
  return {
    customerId,
    requestId: randomUUID(),
    product,
    principal,
    tenor,
    instalment: quote(product.terms, { amount: principal, tenor, payOutOn: today }).instalment,
    officerCode: 'AO-014',
    settles: settles.map(each => each.id),
  }
}

/** A further loan of a borrower, which settles an older one. */
export function openTopUp(house: House, borrower: Borrower, turn: string, old: Settled): Promise<string> {
  return act(house.testApp.program, 'loanOpen', SYSTEM, async ctx => {
    const { id } = await openLoan(ctx, loanOf(house, borrower, turn, ctx.today, [old]))
    return id
  })
}

/** Through batches, as the desk pays: submitted, approved, exported, paid by the bank as its file says, posted. */
export async function disburse({ testApp, staff, bank }: House, loanIds: readonly string[]): Promise<void> {
  const valueOn = testApp.clock.now().toISOString().slice(0, 10)
  for (let from = 0; from < loanIds.length; from += 1_000) {
    const id = randomUUID()
    const form = {
      id,
      loanIds: loanIds.slice(from, from + 1_000),
      valueOn,
      payingAccount: 'GTBank operations',
    }
    const made = await staff.clerk().ok('payoutBatchMake', { ...form, reason: 'As approved' })
    await staff.decided({ approvalId: made.pendingApprovalId })
    await payOut({ testApp, staff, bank }, id)
  }
}

/** What the bank does with a batch that was approved: it pays every line of the file that it was given, or says why not. */
export async function payOut(
  { testApp, staff, bank }: Omit<House, 'dice'>,
  id: string,
  fails: (reference: string) => boolean = () => false,
): Promise<{ paid: number; failed: number }> {
  const on = testApp.clock.now().toISOString().slice(0, 10)
  const { content: file } = await staff.clerk().ok('payoutBatchExport', { id, exportId: randomUUID() })
  const lines = rowsOf(Buffer.from(file, 'base64').toString()).map(line => ({
    reference: line.REFERENCE ?? '',
    amount: koboOf(line.AMOUNT ?? ''),
  }))
  const failed = lines.filter(line => fails(line.reference))
  const paid = lines.filter(line => !failed.includes(line))
  for (const line of paid) bank.pay(line.reference, line.amount)
  const result = [
    'Reference,Status,Date,Reason',
    ...paid.map(line => `${line.reference},Paid,${on},`),
    ...failed.map(line => `${line.reference},Failed,${on},Account closed`),
  ].join('\r\n')
  const content = Buffer.from(result).toString('base64')
  await staff.clerk().ok('payoutResultImport', { id, fileName: 'result.csv', content })
  await postPayouts(testApp.program, id)
  return { paid: paid.length, failed: failed.length }
}
