import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { sendWaiting } from '../messaging/messaging.ts'
import { pausedBatches } from '../repayments/repayments.ts'
import { loansExcludedFromReminders, standingByPhone } from './audience.sql.ts'
import { finishCampaigns } from './campaigns.sql.ts'

/** What may still stop a message when it is its turn, and stands to the right of messaging. */
const STOPS: Parameters<typeof sendWaiting>[1] = {
  async standing(tx, phones) {
    const rows = await standingByPhone(tx, phones)
    return new Map(
      rows.flatMap(({ phone, deceased, dispute }): [string, 'deceased' | 'dispute'][] =>
        deceased ? [[phone, 'deceased']] : dispute ? [[phone, 'dispute']] : [],
      ),
    )
  },
  settled: async (tx, loanIds, today) =>
    new Set(loanIds.length === 0 ? [] : await loansExcludedFromReminders(tx, loanIds, today)),
  paused: pausedBatches,
}

/** Sends pending messages until none is left or until stopped, and closes finished campaigns. */
export async function sendMessages(
  program: Program,
  isStopping?: () => boolean,
  perSecond?: number,
): Promise<number> {
  const { sent, examined } = await sendWaiting(program, STOPS, isStopping, perSecond)
  // a campaign with all recipients excluded is done too
  if (examined > 0) await act(program, 'messageSend', SYSTEM, ctx => finishCampaigns(ctx.tx))
  return sent
}
