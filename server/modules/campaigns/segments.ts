import type { Api } from '../../../contract/api.ts'
import type { Handler } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import { refuse } from '../../kernel/refusal.ts'
import { countAudience } from './audience.ts'
import * as store from './campaigns.sql.ts'

const describeSegment = (row: store.SegmentRow) => ({
  id: row.id,
  name: row.name,
  filter: row.filter,
  madeBy: row.made_by_name,
  madeAt: row.made_at.toISOString(),
})

export const listSegments: Handler<Api['segmentList']> = async ctx => ({
  rows: (await store.listSegments(ctx.tx)).map(describeSegment),
})

export const saveSegment: Handler<Api['segmentSave']> = async (ctx, { id, name, filter }) => {
  const before = await store.findSegment(ctx.tx, id)
  try {
    await store.saveSegment(ctx.tx, { id, name, filter, byName: ctx.actor.name, at: ctx.now })
  } catch (error) {
    if (isUniqueViolation(error, 'message_segment_name')) refuse('segment.name_taken')
    throw error
  }
  ctx.audit({ subject: ['segment', id], before: before?.filter ?? null, after: { name, ...filter } })
  const row = await store.findSegment(ctx.tx, id)
  return row ? describeSegment(row) : refuse('record.unknown', { what: 'segment' })
}

export const retireSegment: Handler<Api['segmentRetire']> = async (ctx, { id }) => {
  const row = (await store.findSegment(ctx.tx, id)) ?? refuse('record.unknown', { what: 'segment' })
  await store.retireSegment(ctx.tx, id, ctx.now)
  ctx.audit({ subject: ['segment', id], before: { name: row.name }, after: { status: 'retired' } })
  return {}
}

export const countSegment: Handler<Api['segmentCount']> = (ctx, { filter }) =>
  countAudience(ctx.tx, filter, ctx.today)
