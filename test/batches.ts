import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { accountNamed } from '../contract/ledger.ts'
import { prove } from '../server/app/prove.ts'
import { businessDate } from '../server/kernel/clock.ts'
import { runBatch } from '../server/modules/repayments/run.ts'
import { recommended, type Stated } from './applicants.ts'
import { disbursed } from './loans.ts'
import type { TestApp } from './testApp.ts'
import { upload } from './uploads.ts'

/** Deductions as a payroll office sends them: who borrowed, the file, its way through two people, and the books after it. */

/** ₦500,000 over 12 months, flat 4%: an instalment of ₦61,666.67. */
export const INSTALMENT = '61666.67'

type Borrower = { loanId: string; number: string; staff: string; instalment: bigint }

type Line = {
  staff?: string
  loan?: string
  amount: string
  name?: string
  account?: string
  element?: string
  beneficiary?: string
  reference?: string
  paidOn?: string
}

/** Columns that few files have. */
const OTHER_COLUMNS = [
  ['beneficiary', 'DEDUCTION BENEFICIARY'],
  ['reference', 'PAYMENT REFERENCE'],
  ['paidOn', 'PAYMENT DATE'],
] as const

function file(lines: readonly Line[]): string {
  const others = OTHER_COLUMNS.filter(([name]) => lines.some(line => line[name] !== undefined))
  return [
    [
      'EMPLOYEE NAME,IPPIS NO,ACCOUNT NUMBER,LOAN ID,AMOUNT,ELEMENT NAME',
      ...others.map(([, title]) => title),
    ].join(','),
    ...lines.map(each =>
      [
        each.name ?? 'OKONKWO ADAEZE',
        each.staff ?? '',
        each.account ?? '',
        each.loan ?? '',
        each.amount,
        each.element ?? 'IROKO LOAN',
        ...others.map(([name]) => each[name] ?? ''),
      ].join(','),
    ),
    '',
  ].join('\n')
}

export type Form = { bankCredit?: string; gapNote?: string | null; holds?: boolean; valueOn?: string }

export function batchesIn(testApp: () => TestApp) {
  let people = 0

  async function borrower(changes: Partial<Stated> = {}, on = '2026-11-16'): Promise<Borrower> {
    const staff = changes.ippisNumber ?? String(700_000 + ++people)
    const request = await recommended(testApp(), { ...changes, ippisNumber: staff })
    const { loanId } = await testApp().as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
    await disbursed(testApp(), loanId ?? '', { on })
    const { row: loan } = await testApp()
      .as('admin')
      .ok('loanGet', { id: loanId ?? '' })
    return { loanId: loanId ?? '', number: loan.number, staff, instalment: loan.instalment }
  }

  const batchOf = (
    lines: readonly Line[],
    options: {
      period?: string
      correctsId?: string
      source?: string
      declared?: { rows: number; total: string }
    } = {},
  ) => upload(testApp(), file(lines), { kind: 'repayment', fileName: 'deductions.csv', ...options })

  const look = (id: string) => testApp().as('auditor').ok('repaymentGet', { id })
  const rowsOf = async (id: string) =>
    (await testApp().as('auditor').ok('repaymentRows', { id, limit: 200 })).rows
  const binned = async (id: string) => (await rowsOf(id)).map(row => row.bin)

  async function handOver(id: string, form: Form = {}): Promise<string> {
    const { fileTotal } = await look(id)
    const { approvalId } = await testApp().as('admin').ok('repaymentSubmit', {
      id, valueOn: form.valueOn ?? '2026-11-16', bankCredit: form.bankCredit ?? fileTotal.toString(), bankReference: `BK-${randomUUID().slice(0, 8)}`,
      gapNote: form.gapNote ?? null, holdsMessages: form.holds ?? false, reason: 'Checked against the schedule',
    }) // biome-ignore format: a form
    return approvalId ?? ''
  }

  async function posted(id: string, form: Form = {}): Promise<void> {
    await testApp()
      .as('authorizer')
      .approve(await handOver(id, form))
    await runBatch(testApp().program, id)
  }

  /** Changes a payroll source in the settings, by two people. */
  async function changeSource(code: string, change: object): Promise<void> {
    const { rows } = await testApp().as('admin').ok('settingList', {})
    const { value, version } = rows.find(row => row.section === 'payroll') ?? {
      value: { sources: [] },
      version: 0,
    }
    const { sources } = value as { sources: { code: string }[] }
    const isKnown = sources.some(source => source.code === code)
    const changed = isKnown
      ? sources.map(source => (source.code === code ? { ...source, ...change } : source))
      : [...sources, { code, name: code, service: 'Civil service', payDay: 25, status: 'active', ...change }]
    const { approvalId } = await testApp()
      .as('admin')
      .ok('settingChange', {
        section: 'payroll',
        value: { sources: changed },
        effectiveOn: businessDate(testApp().program.clock.now()),
        reason: 'Agreed with the office',
        basedOn: version,
      })
    await testApp().as('authorizer').approve(approvalId)
  }

  async function agreed(asked: Promise<{ approvalId: string | null }>): Promise<void> {
    const { approvalId } = await asked
    await testApp().as('authorizer').approve(approvalId)
  }

  const undone = async (id: string): Promise<void> => {
    await agreed(testApp().as('admin').ok('repaymentUndo', { id, reason: 'The wrong month was uploaded' }))
    await runBatch(testApp().program, id)
  }

  const balance = async (account: string): Promise<bigint> => {
    const { rows } = await testApp().as('auditor').ok('ledgerTrialBalance', {})
    return rows.find(row => accountNamed(row.code) === account)?.balance ?? 0n
  }
  const owed = async (loanId: string) =>
    (await testApp().as('auditor').ok('loanGet', { id: loanId })).row.outstandingTotal
  const proved = async () =>
    expect((await prove(testApp().program.db)).checks.flatMap(each => each.problems)).toEqual([])

  return {
    borrower,
    batchOf,
    look,
    rowsOf,
    binned,
    handOver,
    posted,
    agreed,
    undone,
    changeSource,
    balance,
    owed,
    proved,
  }
}
