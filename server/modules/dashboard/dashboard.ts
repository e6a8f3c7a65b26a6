import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'

export { exportFigures } from './export.ts'
export { confirmFirstStep, putFirstStepsAway } from './firstSteps.ts'
export { freezeMonths } from './freeze.ts'
export { portfolio } from './portfolio.ts'
export { dashboardChecks } from './proof.ts'
export { refreshFigures } from './refresh.ts'
export { listLoans, listOverrides, listReceipts } from './rows.ts'
export { exportLoans, exportOverrides, exportReceipts } from './rowsExport.ts'
export { work } from './work.ts'

export const refresh: Handler<Api['dashboardRefresh']> = async ctx => {
  await ctx.queue('dashboardRefresh', { askedAt: ctx.now.toISOString() })
  return {}
}
