import type { Api } from '../../../contract/api.ts'
import { readReports } from '../../kernel/backupReport.sql.ts'
import { worstClock } from '../../kernel/clockGuard.sql.ts'
import type { Handler } from '../../kernel/context.ts'
import { describeGateway } from '../messaging/messaging.ts'
import { ownHealth } from '../settings/settings.ts'
import { lastProof, unsentMessages } from './health.sql.ts'

export const getHealth: Handler<Api['health']> = async ctx => {
  const proof = await lastProof(ctx.tx)
  const clock = await worstClock(ctx.tx)
  const { gateway, balance, balanceAt } = await describeGateway(ctx)
  return {
    ...(await ownHealth(ctx.tx)),
    ...(await unsentMessages(ctx.tx)),
    gateway,
    gatewayBalance: balance,
    gatewayBalanceAt: balanceAt,
    lastProofAt: proof?.at.toISOString() ?? null,
    lastProofOk: proof?.holds ?? null,
    backups: (await readReports(ctx.tx)).map(({ bytes: _, ...report }) => ({
      ...report,
      at: report.at.toISOString(),
      okAt: report.okAt?.toISOString() ?? null,
    })),
    clockSkewMs: clock?.skewMs ?? null,
    clockProblem: clock?.problem ?? null,
  }
}

export { type OperationFigures, operationFigures } from './operations.sql.ts'
