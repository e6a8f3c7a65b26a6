import type { Api } from '../../../contract/api.ts'
import { EXCEPTIONS, type ExceptionName, SUSPENSE_OLD_DAYS } from '../../../contract/dashboard.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { may } from '../../../contract/roles.ts'
import { kobo } from '../../../engine/money.ts'
import { daysBefore, lagosMidnight } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { linkedTo, revealsSince } from '../auth/auth.ts'
import { ownMatters } from '../decisions/decisions.ts'
import { unkeptPromises } from '../offices/offices.ts'
import { deadlinesOf } from '../settings/settings.ts'
import { listDailyRuns } from './dailyRuns.ts'
import * as store from './dashboard.sql.ts'
import { firstStepsOf } from './firstSteps.ts'
import { periodOf } from './portfolio.ts'

type Work = Reply<Api['dashboardWork']>

const WORST_SHOWN = 5

/** What waits for the person asking; nothing of what waits for others. */
export const work: Handler<Api['dashboardWork']> = async ctx => {
  const { roles, id, accountOfficerCode } = ctx.actor
  return {
    askedAt: ctx.now.toISOString(),
    queues: await queuesOf(ctx),
    toDecide: may(roles, 'approval.decide')
      ? waitingOf(
          await store.countToDecide(ctx.tx, id, {
            own: [...(await ownMatters(ctx))],
            linked: [...(await linkedTo(ctx.tx, id))],
          }),
        )
      : null,
    mine: waitingOf(await store.countAsked(ctx.tx, id)),
    toTransfer: may(roles, 'money.ask') ? await toTransferOf(ctx) : null,
    arrears: accountOfficerCode === null ? null : await lateOf(ctx, accountOfficerCode),
    exceptions: await exceptionsOf(ctx),
    reveals: may(roles, 'audit.read') ? await revealsOf(ctx) : null,
    firstSteps: may(roles, 'users.manage') ? await firstStepsOf(ctx) : null,
  }
}

async function revealsOf(ctx: Context): Promise<NonNullable<Work['reveals']>> {
  const { reveals, users } = await revealsSince(ctx.tx, lagosMidnight(ctx.today))
  return { today: reveals, users }
}

const waitingOf = ({ waiting, oldest }: store.Waiting): Work['mine'] => ({
  waiting,
  oldestAt: oldest?.toISOString() ?? null,
})

async function toTransferOf(ctx: Context): Promise<NonNullable<Work['toTransfer']>> {
  const found = await store.countToTransfer(ctx.tx)
  return { ...waitingOf(found), amount: kobo(found.amount), batchId: found.batch_id }
}

const QUEUES = [
  { stage: 'reviewer', permission: 'request.review' },
  { stage: 'authorizer', permission: 'request.authorize' },
  { stage: 'rejected', permission: 'request.edit' },
] as const

async function queuesOf(ctx: Context): Promise<Work['queues']> {
  const own = QUEUES.filter(({ permission }) => may(ctx.actor.roles, permission)).map(({ stage }) => stage)
  if (own.length === 0) return []
  const deadlines = await deadlinesOf(ctx)
  const asked = own.map(stage => ({ stage, ...deadlines[stage === 'authorizer' ? stage : 'reviewer'] }))
  const counted = await store.countQueues(ctx.tx, ctx.actor.id, asked)
  return own.map(stage => {
    const row = counted.get(stage)
    // a rejected request is not overdue
    const isTimed = stage !== 'rejected'
    return {
      stage,
      waiting: row?.waiting ?? 0,
      claimedByMe: row?.mine ?? 0,
      late: isTimed ? (row?.late ?? 0) : 0,
      dueSoon: isTimed ? (row?.due_soon ?? 0) : 0,
      oldestSince: row?.oldest?.toISOString() ?? null,
    }
  })
}

async function lateOf(ctx: Context, officerCode: string): Promise<NonNullable<Work['arrears']>> {
  const { customers, loans, amount } = await store.sumLateOf(ctx.tx, officerCode, ctx.today)
  const worst = await store.worstLateOf(ctx.tx, officerCode, ctx.today, WORST_SHOWN)
  return {
    officerCode,
    customers,
    loans,
    amount: kobo(amount),
    worst: worst.map(row => ({
      loanId: row.id,
      number: row.number,
      customerName: row.customer_name,
      daysPastDue: row.days_past_due,
      arrears: kobo(row.arrears),
    })),
  }
}

async function exceptionsOf(ctx: Context): Promise<Work['exceptions']> {
  const found = await store.readExceptions(ctx.tx, {
    suspenseBefore: daysBefore(ctx.now, SUSPENSE_OLD_DAYS),
    overridesSince: lagosMidnight(periodOf(ctx.today, undefined, undefined).from),
    withSignUps: may(ctx.actor.roles, 'users.manage'),
    staffId: ctx.actor.id,
  })
  const runs = await listDailyRuns(ctx, {})
  const late = { name: 'dailyRunLate', count: 1, amount: null, since: null, batch_id: null, source: null }
  const promises = await unkeptPromises(ctx)
  const isLate = runs.isLate && (await store.hasOpenLoans(ctx.tx))
  return [
    ...found.map(row => ({ ...row, source: null })),
    ...(isLate ? [late] : []),
    ...(promises.count > 0 ? [promises] : []),
  ]
    .map(row => ({
      name: row.name as ExceptionName,
      count: row.count,
      amount: row.amount === null ? null : kobo(row.amount),
      since: row.since?.toISOString() ?? null,
      batchId: row.batch_id,
      source: row.source,
    }))
    .toSorted((a, b) => EXCEPTIONS.indexOf(a.name) - EXCEPTIONS.indexOf(b.name))
}
