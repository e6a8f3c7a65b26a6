import type { Api } from '../../../contract/api.ts'
import { may } from '../../../contract/roles.ts'
import {
  type AuditFilter,
  type AuditSearch,
  auditEntries,
  countAudit,
  verifyAudit,
} from '../../kernel/audit.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, readCursor } from '../../kernel/cursor.ts'
import { readAuditAnchors } from '../../kernel/files.ts'
import { refuse } from '../../kernel/refusal.ts'
import { openEntries } from '../customers/customers.ts'
import { recordsHeldOn } from '../requests/requests.ts'
import { recordLabels, recordsNumbered } from './labels.sql.ts'

type Page = { cursor: string | undefined; limit: number; search?: AuditSearch }

async function pageOf(ctx: Context, filter: AuditFilter, { cursor, limit, search = filter }: Page) {
  const position = readCursor(ctx.keys, 'audit', filter, cursor)
  const before = position?.[0] ? BigInt(position[0]) : null
  const { rows, last } = cutPage(await auditEntries(ctx.tx, search, before, limit + 1), limit)
  const { total, exact } = await countAudit(ctx.tx, search)
  return {
    rows,
    total,
    totalIsExact: exact,
    next: last ? makeCursor(ctx.keys, 'audit', filter, [last.id]) : null,
  }
}

/** Who saw the data of the person behind one of these saw it in any record of theirs. */
const OF_A_PERSON = ['customer', 'loan', 'request']

/**
 * Beyond what the filter says: the records of a number. Of looks, a person's record and a person's number stand each for all
 * that is that person's; whatever else is asked narrows them further.
 */
export async function meantBy(ctx: Context, filter: AuditFilter): Promise<AuditSearch> {
  const { search, looks, subjectType, subjectId } = filter
  const about = search ? await recordsNumbered(ctx.tx, search) : []
  if (!looks) return { ...filter, about }
  const ofRecord =
    subjectId && OF_A_PERSON.includes(subjectType ?? '') ? await recordsHeldOn(ctx, [subjectId]) : undefined
  const ofNumber = about.length > 0 ? await recordsHeldOn(ctx, about) : undefined
  return {
    ...filter,
    ...(ofRecord ? { subjectType: undefined, subjectId: undefined } : {}),
    ...(ofNumber ? { search: undefined } : { about }),
    held: [ofRecord, ofNumber].filter(each => each !== undefined),
  }
}

export const listTrail: Handler<Api['auditList']> = async (ctx, { cursor, limit, ...filter }) => {
  const search = await meantBy(ctx, filter)
  const page = await pageOf(ctx, filter, { cursor, limit, search })
  const labels = await recordLabels(ctx.tx, page.rows)
  const rows = await openEntries(ctx, page.rows)
  return { ...page, rows: rows.map(row => ({ ...row, subjectLabel: labels.get(row.subjectId) })) }
}

/** People and the organisation, not records that every user reads: their history is part of the whole trail. */
const CLOSED_SUBJECTS = ['user', 'endpoint', 'export', 'search', 'audit', 'ledgerSeal']

export const history: Handler<Api['recordHistory']> = async (
  ctx,
  { cursor, limit, subjectType, subjectId },
) => {
  const isOwn = subjectType === 'user' && subjectId === ctx.actor.id
  if (CLOSED_SUBJECTS.includes(subjectType) && !isOwn && !may(ctx.actor.roles, 'audit.read'))
    refuse('permission.missing')
  const page = await pageOf(ctx, { subjectType, subjectId }, { cursor, limit })
  return { ...page, rows: await openEntries(ctx, page.rows) }
}

export const verifyTrail: Handler<Api['auditVerify']> = async ctx => {
  const verdict = await verifyAudit(ctx.tx, await readAuditAnchors(ctx.dataDirectory))
  ctx.audit({ subject: ['audit', 'chain'], after: { sealed: verdict.sealed, breaks: verdict.breaks.length } })
  return verdict
}
