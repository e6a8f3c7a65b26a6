import { z } from 'zod'
import { done, endpoint, id, moment, term, text } from './endpoint.ts'

const days = z.number().int('A whole number').min(0, 'At least 0').max(3650, 'At most 3650')

/** A segment is a filter, not a list: who is in it is found anew each time. */
export const segmentFilter = z
  .strictObject({
    customerStatus: z.enum(['active', 'dormant']).optional(),
    payrollSource: term(30).optional(),
    state: term(40).optional(),
    mda: term(120).optional(),
    officerCode: term(20).optional(),
    /** live: a running loan; onTime: and none of them late; arrears: one of them late; closed: had one; none: never had one. */
    loans: z.enum(['live', 'onTime', 'arrears', 'closed', 'none']).optional(),
    daysPastDueFrom: days.optional(),
    daysPastDueTo: days.optional(),
    dueWithinDays: days.optional(),
  })
  .meta({ id: 'SegmentFilter' })
export type SegmentFilter = z.output<typeof segmentFilter>

const segment = z
  .object({
    id,
    name: z.string(),
    filter: segmentFilter,
    madeBy: z.string(),
    madeAt: moment,
  })
  .meta({ id: 'Segment' })

export const segmentApi = {
  segmentList: endpoint({
    method: 'GET',
    path: '/api/segments',
    permission: 'console.read',
    summary: 'Saved segments by name.',
    input: z.object({}),
    reply: z.object({ rows: z.array(segment) }),
  }),
  segmentSave: endpoint({
    method: 'PUT',
    path: '/api/segments/:id',
    permission: 'money.ask',
    summary: 'Makes or changes a saved segment; campaigns already prepared keep their recipients.',
    input: z.object({ id, name: text(80, 3), filter: segmentFilter }),
    reply: segment,
  }),
  segmentRetire: endpoint({
    method: 'DELETE',
    path: '/api/segments/:id',
    permission: 'money.ask',
    summary: 'Takes a segment off the list; campaigns that used it keep its name.',
    input: z.object({ id }),
    reply: done,
  }),
  segmentCount: endpoint({
    method: 'POST',
    path: '/api/segments/count',
    permission: 'money.ask',
    summary: 'How many customers fit a filter right now, before any exclusion.',
    // it changes nothing; it is a POST because a filter does not fit into an address
    unaudited: true,
    replay: false,
    input: z.object({ filter: segmentFilter }),
    reply: z.object({ count: z.number().int(), isExact: z.boolean() }),
  }),
}
