import type { Api, CommandInput } from '../../../contract/api.ts'
import { takesJournals } from '../../../contract/ledger.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Asked, Context, Foresight, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import * as store from './accounts.sql.ts'

/** The chart of accounts: those that Iroko posts on, and those that the lender adds. Two people change it. */

type Change = CommandInput<'accountSave'>

export const listAccounts: Handler<Api['ledgerAccountList']> = async ctx => {
  const accounts = await store.accountsWithBalance(ctx.tx)
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
      balance: kobo(balance),
      pendingApprovalId: waiting.get(String(account.code)) ?? null,
    })),
  }
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
  return { before: present ? described(present) : null, after: described(stored(change)) }
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
}

/** The approved command behind `ledgerAccountSave`. */
export async function saveApproved(
  ctx: Context,
  change: Change,
  asked: Pick<Asked, 'reason'>,
): Promise<void> {
  await store.lockAccount(ctx.tx, change.code)
  const { before, after } = await foreseeAccount(ctx, change)
  await store.saveAccount(ctx.tx, stored(change))
  ctx.audit({
    action: 'accountSave',
    subject: ['ledgerAccount', String(change.code)],
    before: before ?? null,
    after,
    reason: asked.reason,
  })
}

const stored = ({ houseCode, isClosed, ...change }: Change) => ({
  ...change,
  house_code: houseCode,
  is_closed: isClosed,
})

const described = ({ title, kind, house_code, is_closed }: Omit<store.Account, 'is_own'>) => ({
  title,
  kind,
  houseCode: house_code,
  isClosed: is_closed,
})
