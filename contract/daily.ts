import { z } from 'zod'
import { date, endpoint, moment } from './endpoint.ts'

const dailyRun = z
  .object({
    day: z.string(),
    startedAt: moment,
    finishedAt: moment.nullable(),
    worker: z.string().meta({ description: 'Host and process that began it' }),
    openLoans: z.number().int(),
    booked: z.number().int().meta({ description: 'Loans that the day changed' }),
    aged: z.number().int().meta({ description: 'Late loans of which only the days were counted' }),
    postings: z.number().int(),
    chunks: z.number().int(),
  })
  .meta({ id: 'DailyRun' })

export const dailyApi = {
  dailyRunList: endpoint({
    method: 'GET',
    path: '/api/daily-runs',
    permission: 'console.read',
    summary: 'The last 30 daily runs over the loan book, and whether one is due or late.',
    input: z.object({}),
    reply: z.object({
      /** The first day without a finished run; null when today's is done. */
      dueDay: z.string().nullable(),
      isRunning: z.boolean(),
      /** A quarter of an hour after midnight in Lagos, today's should be done. */
      isLate: z.boolean(),
      rows: z.array(dailyRun),
    }),
  }),
  dailyRunStart: endpoint({
    method: 'POST',
    path: '/api/daily-runs',
    permission: 'money.ask',
    summary: 'Starts the run of the day that is due, and of those after it. One that runs already is joined.',
    replay: false,
    input: z.object({ day: date }),
    reply: z.object({ dueDay: z.string() }),
  }),
}
