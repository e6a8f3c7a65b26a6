import { z } from 'zod'
import { done, endpoint } from './endpoint.ts'

/** The way to the first loan, in the order in which it is walked. */
export const FIRST_STEPS = ['organisation', 'colleagues', 'products', 'sms', 'link', 'payroll'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]
const name = z.enum(FIRST_STEPS)

export const firstSteps = z
  .object({
    /** The person asking has put the guide away. */
    isAway: z.boolean(),
    steps: z.array(
      z.object({
        name,
        /** Somebody did it: what the program came with is nobody's work. */
        isDone: z.boolean(),
        /** Who said that it is right as it is. */
        confirmedBy: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'FirstSteps' })

export const firstStepApi = {
  firstStepConfirm: endpoint({
    method: 'PUT',
    path: '/api/first-steps/:name',
    permission: 'users.manage',
    summary: 'Says that a step towards the first loan is right as it is, or takes that back.',
    replay: false, // said twice, it is the same
    input: z.object({ name, isConfirmed: z.boolean() }),
    reply: done,
  }),
  firstStepsPutAway: endpoint({
    method: 'PUT',
    path: '/api/first-steps',
    permission: 'users.manage',
    summary: 'Puts the guide to the first loan away, or brings it back, on my dashboard.',
    replay: false, // said twice, it is the same
    unaudited: true, // it changes what one person's dashboard shows, and nothing else
    input: z.object({ isAway: z.boolean() }),
    reply: done,
  }),
}
