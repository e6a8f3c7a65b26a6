import assert from 'node:assert/strict'
import { DEFAULT_BANK_CODE } from '../../../contract/journals.ts'
import { type AccountName, accountOf, CHART, type EntryReason } from '../../../contract/ledger.ts'
import { ownAccountOf, type Section } from '../../../contract/settings.ts'
import { formatDate, type LocalDate } from '../../../engine/dates.ts'
import { type Kobo, kobo, sum, ZERO } from '../../../engine/money.ts'
import type { Actor, Context } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { section } from '../settings/settings.ts'
import { banksOfEntries, findAccounts } from './accounts.sql.ts'
import * as store from './ledger.sql.ts'

/** What posting needs of a call or a job. */
export type Books = Pick<Context, 'tx' | 'now' | 'today'> & { actor: Pick<Actor, 'id'> | undefined }

/** A debit is positive, a credit negative. `loanId` is given where the line belongs to one loan. */
export type Line = { account: AccountName; loanId?: string; amount: Kobo }
/** A line on any account of the chart, also one of the lender's own. */
export type CodedLine = { code: number; loanId?: string; amount: Kobo }

/**
 * The account that `bank` is in an entry: by the settings of the business day or of another one, for a channel, disbursements
 * of a paying account or remittances of a payroll source; or the one on which an earlier fact was posted.
 */
type BankOf = { by: string | null; of?: string | undefined; on?: LocalDate } | { asIn: string }

export type Posting = {
  reason: EntryReason
  /** The id of the fact: with the reason it is posted once, ever. */
  ref: string
  /** The business day it counts on; the moment of entry is stored beside it. */
  effectiveOn: LocalDate
  /** Zero lines are dropped and lines on one account joined; the rest must sum to zero. */
  lines: readonly (Line | CodedLine)[]
  /** Left out, `bank` is the default account. */
  bank?: BankOf | undefined
  note?: string | undefined
  /** Who makes the entry, where not the caller. */
  by?: Pick<Actor, 'id'>
  /** `adjust` posts today what belongs to a closed period, and keeps the day it belongs to. */
  whenClosed?: 'refuse' | 'adjust'
}

export type Posted = {
  entryId: bigint
  effectiveOn: LocalDate
  /** The day of a closed period that the entry makes up for. */
  belongsOn: LocalDate | null
  /** It was posted before, with the same lines. */
  repeated: boolean
}

/** Twelve loans at once is a large top-up; a hundred lines in one entry is a mistake. */
const LINES_MAX = 100
/** A batch of this size takes about a second and holds its accounts for as long. */
const ENTRIES_MAX = 10_000
const REFERENCE_MAX_LENGTH = 120

/** Posts one fact as one balanced entry. The same fact again gives the first entry back. */
export async function post(books: Books, posting: Posting): Promise<Posted> {
  return postOne(books, posting, null)
}

async function postOne(books: Books, posting: Posting, reverses: bigint | null): Promise<Posted> {
  const [placed = posting] = await onBanks(books, [posting])
  const entry = checkedEntry(books, placed)
  const outcome = await store
    .insertEntry(books.tx, entry, stampOf(books, posting.whenClosed), reverses)
    .catch(refuseByDatabase(reverses))
  if (outcome.outcome === 'different')
    refuse('ledger.other_lines', {
      reason: posting.reason,
      ref: posting.ref,
      entry: String(outcome.entry_id),
    })
  if (outcome.outcome === 'closed' || outcome.entry_id === null)
    return refuseClosed(books, posting.effectiveOn)
  return {
    entryId: outcome.entry_id,
    effectiveOn: outcome.posted_on,
    belongsOn: outcome.belonged_on,
    repeated: outcome.outcome === 'repeated',
  }
}

export type BatchOutcome =
  | (Posted & { outcome: 'posted' | 'repeated' })
  | { outcome: 'different'; entryId: bigint }
  | { outcome: 'closed' }

/** Posts many facts in a few statements. One that cannot be posted does not hold up the others: its outcome says why. */
export async function postAll(
  books: Books,
  postings: readonly Posting[],
  whenClosed: 'refuse' | 'adjust' = 'refuse',
): Promise<BatchOutcome[]> {
  if (postings.length === 0) return []
  const entries = checkedEntries(books, await onBanks(books, postings))
  const outcomes = await store
    .insertEntries(books.tx, entries, stampOf(books, whenClosed))
    .catch(refuseByDatabase(null))
  assert.equal(outcomes.length, postings.length, 'every entry has an outcome')
  return outcomes.map(({ outcome, entry_id, posted_on, belonged_on }): BatchOutcome => {
    if (outcome === 'closed' || entry_id === null) return { outcome: 'closed' }
    if (outcome === 'different') return { outcome, entryId: entry_id }
    return {
      outcome,
      entryId: entry_id,
      effectiveOn: posted_on,
      belongsOn: belonged_on,
      repeated: outcome === 'repeated',
    }
  })
}

/** Posts many facts, all of them or none; what belongs to a closed period is posted in the open one. The result is not awaited. */
export async function postTogether(books: Books, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return
  const entries = checkedEntries(books, await onBanks(books, postings))
  await store.insertTogether(books.tx, entries, stampOf(books, 'adjust'), error => {
    const [no, entry = ''] = detailOf(error, 'LG005')
    const different = postings.find((_, index) => `${index + 1}` === no)
    if (different) refuse('ledger.other_lines', { reason: different.reason, ref: different.ref, entry })
    return refuseByDatabase(null)(error)
  })
}

/** What a refusal of the ledger's own functions says beside its name. */
const detailOf = (error: unknown, code: string): string[] =>
  error instanceof Error && 'code' in error && error.code === code && 'detail' in error
    ? String(error.detail).split(' ')
    : []

export type Reversing = {
  entryId: bigint
  /** The id of the act of reversing: the same act again is the same reversal, another one is refused. */
  ref: string
  /** The original's own day unless given, so that the ledger of every later day are as if it had not been. */
  effectiveOn?: LocalDate | undefined
  note?: string | undefined
  whenClosed?: 'refuse' | 'adjust'
}

/** Undoes an entry by its exact opposite, linked to it, once. */
export async function reverse(books: Books, reversing: Reversing): Promise<Posted> {
  const original = await store.findEntry(books.tx, reversing.entryId)
  if (!original) return refuse('record.unknown', { what: 'entry' })
  const earlier = await store.entriesUnder(books.tx, reversing.ref, 'reversal')
  if (original.reversed_by !== null && original.reversed_by !== earlier[0]?.id)
    refuse('ledger.already_reversed', { entry: original.id.toString() })
  const posting: Posting = {
    reason: 'reversal',
    ref: reversing.ref,
    effectiveOn: reversing.effectiveOn ?? original.effective_on,
    lines: original.lines.map(({ code, loanId, amount }) => ({
      code,
      amount: kobo(-BigInt(amount)),
      ...(loanId === null ? {} : { loanId }),
    })),
    note: reversing.note,
    whenClosed: reversing.whenClosed ?? 'refuse',
  }
  return postOne(books, posting, original.id)
}

/** The lines as they would be posted, each with its account of the chart. */
export async function foreseeLines(
  books: Books,
  posting: Pick<Posting, 'effectiveOn' | 'lines' | 'bank'>,
): Promise<{ code: number; title: string; amount: Kobo }[]> {
  const [{ lines } = posting] = await onBanks(books, [{ reason: 'correction', ref: 'foreseen', ...posting }])
  const coded = lines.map(line => ({
    code: 'account' in line ? CHART[line.account].code : line.code,
    amount: line.amount,
  }))
  const accounts = await findAccounts(
    books.tx,
    coded.map(({ code }) => code),
  )
  return coded.map(line => ({ ...line, title: accounts.get(line.code)?.title ?? String(line.code) }))
}

const isBank = (line: Line | CodedLine): boolean => 'account' in line && line.account === 'bank'

/** With the codes of the accounts where money moves: two reads at most for any number of entries. */
async function onBanks(books: Books, postings: readonly Posting[]): Promise<readonly Posting[]> {
  const moving = postings.flatMap(({ bank, effectiveOn, lines }) =>
    bank && lines.some(isBank) ? [{ bank, day: 'on' in bank && bank.on ? bank.on : effectiveOn }] : [],
  )
  if (moving.length === 0) return postings
  const days = [...new Set(moving.flatMap(({ bank, day }) => ('by' in bank ? [day] : [])))]
  const chosen = new Map(
    await Promise.all(days.map(async day => [day, await section(books.tx, 'channelAccounts', day)] as const)),
  )
  const earlier = await banksOfEntries(
    books.tx,
    moving.flatMap(({ bank }) => ('asIn' in bank ? [bank.asIn] : [])),
  )
  const codeOf = ({ bank, effectiveOn }: Posting): number => {
    if (!bank) return DEFAULT_BANK_CODE
    if ('asIn' in bank) return earlier.get(bank.asIn) ?? DEFAULT_BANK_CODE
    return chosenFor(chosen.get(bank.on ?? effectiveOn), bank)
  }
  const placed = postings.map(posting => ({ posting, code: codeOf(posting) }))
  await refuseClosedBanks(books, new Set(placed.map(({ code }) => code)))
  return placed.map(({ posting, code }) => ({
    ...posting,
    lines: posting.lines.map(line => (isBank(line) ? { code, amount: line.amount } : line)),
  }))
}

/** The channel that events of disbursements and refunds are stored with. */
const DISBURSED = 'pay-out'

function chosenFor(
  accounts: Section<'channelAccounts'> | undefined,
  { by, of = '' }: { by: string | null; of?: string | undefined },
): number {
  if (!accounts || by === null) return DEFAULT_BANK_CODE
  const { receipts, payouts, remittances, others } = accounts
  const purpose = by === DISBURSED ? 'disbursement' : by
  const isOwn = purpose === 'disbursement' || purpose === 'remittance'
  const own = isOwn && others.find(each => each.of === ownAccountOf(purpose, of))
  if (own) return Number.parseInt(own.account, 10)
  const chosen = { ...receipts, disbursement: payouts, remittance: remittances }[purpose]
  return chosen === undefined ? DEFAULT_BANK_CODE : Number.parseInt(chosen, 10)
}

/** Closed since the day on which the money moved. */
async function refuseClosedBanks(books: Books, codes: Set<number>): Promise<void> {
  codes.delete(DEFAULT_BANK_CODE)
  if (codes.size === 0) return
  for (const { code, is_closed } of (await findAccounts(books.tx, [...codes])).values())
    if (is_closed) refuse('ledger.bank_closed', { code })
}

function checkedEntries(books: Books, postings: readonly Posting[]): store.NewEntry[] {
  assert(postings.length <= ENTRIES_MAX, `${postings.length} entries in one batch`)
  return postings.map(posting => checkedEntry(books, posting))
}

function checkedEntry(books: Books, posting: Posting): store.NewEntry {
  if (posting.effectiveOn > books.today)
    refuse('ledger.in_the_future', { date: formatDate(posting.effectiveOn) })
  assert(
    posting.ref.length >= 1 && posting.ref.length <= REFERENCE_MAX_LENGTH,
    `a ref of ${posting.ref.length} signs`,
  )
  const lines = joined(posting.lines)
  assert(lines.length >= 2 && lines.length <= LINES_MAX, `an entry of ${lines.length} lines`)
  assert.equal(sum(lines.map(line => kobo(line.amount))), ZERO, 'debits equal credits')
  return {
    reason: posting.reason,
    ref: posting.ref,
    effectiveOn: posting.effectiveOn,
    note: posting.note ?? null,
    lines,
    staffId: (posting.by ?? books.actor)?.id ?? null,
  }
}

function joined(lines: readonly (Line | CodedLine)[]): store.NewLine[] {
  const byAccount = new Map<string, store.NewLine>()
  for (const { loanId = null, amount, ...line } of lines) {
    const { code, perLoan } = 'account' in line ? CHART[line.account] : accountOf(line.code)
    assert(
      perLoan === 'maybe' || (perLoan === 'always') === (loanId !== null),
      `${'account' in line ? line.account : code}: loan ${loanId}`,
    )
    const key = `${code} ${loanId}`
    byAccount.set(key, { code, loanId, amount: (byAccount.get(key)?.amount ?? 0n) + amount })
  }
  return [...byAccount.values()].filter(line => line.amount !== 0n)
}

const stampOf = (books: Books, whenClosed: 'refuse' | 'adjust' | undefined): store.Stamp => ({
  at: books.now,
  adjustOn: whenClosed === 'adjust' ? books.today : null,
})

async function refuseClosed(books: Books, date: LocalDate): Promise<never> {
  const through = await store.closedThrough(books.tx)
  return refuse('ledger.period_closed', {
    through: through === null ? '' : formatDate(through),
    date: formatDate(date),
  })
}

/** The database's own refusals, by the names of the catalogue; anything else is a fault and stays one. */
const refuseByDatabase =
  (reverses: bigint | null) =>
  (error: unknown): never => {
    if (isUniqueViolation(error, 'ledger_entry_reversed_once'))
      refuse('ledger.already_reversed', { entry: String(reverses) })
    if (error instanceof Error && 'code' in error && error.code === 'LG004') refuse('ledger.suspense_short')
    throw error
  }
