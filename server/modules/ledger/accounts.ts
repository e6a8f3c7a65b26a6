import type { Api, CommandInput } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { DEFAULT_BANK_CODE } from '../../../contract/journals.ts'
import { takesJournals } from '../../../contract/ledger.ts'
import { findBank } from '../../../contract/nigeria.ts'
import { ownAccountOf, SECTION_TITLES, SECTIONS, type Section } from '../../../contract/settings.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { sections, valuesFrom } from '../settings/settings.ts'
import * as store from './accounts.sql.ts'

/** The chart of accounts: those that Iroko posts on, and those that the lender adds. Two people change it. */

type Change = CommandInput<'accountSave'>
type ShownBank = NonNullable<Reply<Api['ledgerAccountList']>['rows'][number]['bank']>

export const listAccounts: Handler<Api['ledgerAccountList']> = async ctx => {
  const accounts = await store.accountsWithBalance(ctx.tx)
  const banks = await banksByCode(ctx)
  const waiting = await waitingOn(
    ctx.tx,
    'ledgerAccount',
    accounts.map(({ code }) => String(code)),
  )
  return {
    rows: accounts.map(({ house_code, is_own, is_closed, balance, ...account }) => ({
      ...account,
      houseCode: house_code,
      isOwn: is_own,
      isClosed: is_closed,
      takesJournals: takesJournals(account.code) && !is_closed,
      bank: shown(banks.get(account.code)),
      balance: kobo(balance),
      pendingApprovalId: waiting.get(String(account.code)) ?? null,
    })),
  }
}

export const listBankAccounts: Handler<Api['bankAccountList']> = async ctx => {
  const accounts = new Map((await store.accountsWithBalance(ctx.tx)).map(row => [row.code, row]))
  const banks = await store.bankAccounts(ctx.tx)
  return {
    rows: banks.flatMap(bank => {
      const account = accounts.get(bank.code)
      if (!account) return []
      return {
        ...shown(bank),
        code: bank.code,
        title: account.title,
        currency: 'NGN' as const,
        isDefault: bank.code === DEFAULT_BANK_CODE,
        isClosed: account.is_closed,
        balance: kobo(account.balance),
      }
    }),
  }
}

const banksByCode = async (ctx: Context): Promise<Map<number, store.BankAccount>> =>
  new Map((await store.bankAccounts(ctx.tx)).map(bank => [bank.code, bank]))

/** No list shows more of an account number than its end. */
function shown(bank: store.BankAccount): ShownBank
function shown(bank: store.BankAccount | undefined): ShownBank | null
function shown(bank: store.BankAccount | undefined): ShownBank | null {
  return bank
    ? {
        type: bank.type,
        bankCode: bank.bank_code ?? '',
        accountEnding: bank.account_number?.slice(-4) ?? '',
        accountName: bank.account_name,
      }
    : null
}

export const askToSave: Handler<Api['ledgerAccountSave']> = async (ctx, { reason, ...change }) => {
  const { before, after } = await foreseeAccount(ctx, change)
  const approvalId = await propose(ctx, {
    command: 'accountSave',
    input: change,
    subject: ['ledgerAccount', String(change.code)],
    summary: `${before ? 'Change' : 'Add'} account ${change.code} ${change.title}`,
    before: before ?? null,
    after,
    reason,
  })
  return { approvalId }
}

export async function foreseeAccount(ctx: Context, change: Change): Promise<Foresight> {
  const present = (await store.findAccounts(ctx.tx, [change.code])).get(change.code)
  if (present) await checkChange(ctx, present, change)
  const { presentBank, bank } = await bankAfter(ctx, present, change)
  return {
    before: present ? described(present, presentBank) : null,
    after: described(stored(change), bank),
  }
}

/** Where the account holds money, now and after the change. */
async function bankAfter(ctx: Context, present: store.Account | undefined, change: Change) {
  const { code, bank } = change
  const banks = await banksByCode(ctx)
  const presentBank = banks.get(code)
  if (presentBank && change.kind !== 'asset') refuse('ledger.account_kept', { code, kind: 'asset' })
  if (!bank) return { presentBank, bank: presentBank }
  const isSystem = present !== undefined && !present.is_own && code !== DEFAULT_BANK_CODE
  if (isSystem || change.kind !== 'asset') refuse('ledger.account_no_money', { code })
  const next = bankOf(code, bank, presentBank)
  const taken = [...banks.values()].find(
    other =>
      other.code !== code &&
      other.account_number !== null &&
      other.account_number === next.account_number &&
      other.bank_code === next.bank_code,
  )
  if (taken) refuse('ledger.account_number_taken', { code: taken.code })
  return { presentBank, bank: next }
}

function bankOf(
  code: number,
  { type, bankCode, accountNumber, accountName }: NonNullable<Change['bank']>,
  present: store.BankAccount | undefined,
): store.BankAccount {
  const account = { code, type, account_name: accountName }
  if (type === 'cash') {
    if (code === DEFAULT_BANK_CODE) refuseFields({ 'bank.type': `${code} is a bank account` })
    if (bankCode || accountNumber) refuseFields({ 'bank.bankCode': 'A cash account has no bank' })
    return { ...account, bank_code: null, account_number: null }
  }
  // a number belongs to its bank: at another bank it is entered again
  const recorded = present?.bank_code === bankCode ? present.account_number : null
  const number = accountNumber || recorded
  if (!bankCode || !number)
    refuseFields(
      bankCode ? { 'bank.accountNumber': 'Enter 10 digits' } : { 'bank.bankCode': 'Choose the bank' },
    )
  return { ...account, bank_code: bankCode, account_number: number }
}

async function checkChange(ctx: Context, present: store.Account, change: Change): Promise<void> {
  const { code } = change
  const isOtherKind = change.kind !== present.kind
  const isClosing = change.isClosed && !present.is_closed
  if (!isOtherKind && !isClosing) return
  const { has_lines, balance, recurring } = await store.usageOf(ctx.tx, code)
  if (!present.is_own || (isOtherKind && has_lines))
    refuse('ledger.account_kept', { code, kind: present.kind })
  if (!isClosing) return
  if (balance !== 0n)
    refuse('ledger.account_used', { code, why: `its balance is ${formatNaira(kobo(balance))}, not zero` })
  if (recurring !== null)
    refuse('ledger.account_used', { code, why: `the recurring journal “${recurring}” posts on it` })
  const chosen = await valuesFrom(ctx.tx, 'channelAccounts', ctx.today)
  if (chosen.some(accounts => codesIn(accounts).has(code)))
    refuse('ledger.account_used', { code, why: `Settings > ${SECTION_TITLES.channelAccounts} names it` })
}

/** Money is posted on open accounts that hold money alone; they stay open until the transaction ends. */
export async function checkChannelAccounts(
  ctx: Context,
  { section, value }: Pick<CommandInput<'settingChange'>, 'section' | 'value'>,
): Promise<void> {
  if (section !== 'channelAccounts') return
  const parsed = SECTIONS.channelAccounts.schema.safeParse(value)
  // what the form itself is wrong in is refused by its fields
  if (!parsed.success) return
  await refuseUnknownNames(ctx, parsed.data)
  const codes = [...codesIn(parsed.data)]
  const accounts = await store.holdAccounts(ctx.tx, codes)
  const banks = await banksByCode(ctx)
  for (const code of codes) {
    if (!banks.has(code)) refuse('ledger.account_holds_none', { code })
    if (accounts.get(code)?.is_closed) refuse('ledger.account_closed', { code })
  }
}

const codesIn = ({ receipts, payouts, remittances, others }: Section<'channelAccounts'>): Set<number> =>
  new Set(
    [...Object.values(receipts), payouts, remittances, ...others.map(({ account }) => account)].map(code =>
      Number.parseInt(code, 10),
    ),
  )

/** Another name would never be posted on, and no one would know. */
async function refuseUnknownNames(
  { tx, today }: Context,
  { others }: Section<'channelAccounts'>,
): Promise<void> {
  const { organisation, payroll } = await sections(tx, today, ['organisation', 'payroll'])
  const known = new Set([
    ...organisation.bankAccounts.map(({ name }) => ownAccountOf('disbursement', name)),
    ...payroll.sources.map(source => ownAccountOf('remittance', source.code)),
  ])
  const unknown = others.flatMap(({ of }, index) =>
    known.has(of) ? [] : [[`others.${index}.of`, 'Choose a paying account or a payroll source'] as const],
  )
  if (unknown.length > 0) refuseFields(Object.fromEntries(unknown))
}

/** The approved command behind `ledgerAccountSave`. */
export async function saveApproved(
  ctx: Context,
  change: Change,
  asked: Pick<Asked, 'reason'>,
): Promise<void> {
  await store.lockAccount(ctx.tx, change.code)
  const { before, after } = await foreseeAccount(ctx, change)
  const present = (await store.findAccounts(ctx.tx, [change.code])).get(change.code)
  await store.saveAccount(ctx.tx, stored(change))
  const { bank } = await bankAfter(ctx, present, change)
  if (change.bank && bank) {
    await store.saveBankAccount(ctx.tx, bank).catch(error => {
      // approved at the same moment for another account
      if (isUniqueViolation(error, 'ledger_bank_account_number'))
        refuse('ledger.account_number_taken', { code: 'being approved now' })
      throw error
    })
  }
  ctx.audit({
    action: 'accountSave',
    subject: ['ledgerAccount', String(change.code)],
    before: before ?? null,
    after,
    reason: asked.reason,
  })
}

const stored = ({ houseCode, isClosed, bank: _, ...change }: Change) => ({
  ...change,
  house_code: houseCode,
  is_closed: isClosed,
})

/** Who approves it compares the whole number with that of the bank. */
const described = (
  { title, kind, house_code, is_closed }: Omit<store.Account, 'is_own'>,
  bank: store.BankAccount | undefined,
) => ({
  title,
  kind,
  houseCode: house_code,
  isClosed: is_closed,
  ...(bank && {
    holdsMoney: bank.type === 'bank' ? 'At a bank' : 'In cash',
    bank: bank.bank_code === null ? '' : (findBank(bank.bank_code)?.Name ?? bank.bank_code),
    accountNumber: bank.account_number ?? '',
    accountName: bank.account_name,
  }),
})
