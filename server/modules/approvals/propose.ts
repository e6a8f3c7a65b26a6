import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { COMMANDS, type CommandName } from '../../../contract/api.ts'
import type { Propose } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { storableJson } from '../../kernel/json.ts'
import { refuse } from '../../kernel/refusal.ts'
import * as store from './approvals.sql.ts'

/** Stores a command for approval. What the approver sees is what will run: the input is fixed here. */
export const propose: Propose = async (ctx, proposal) => {
  const { command, subject } = proposal
  const id = randomUUID()
  const isNew = await store.insertApproval(ctx.tx, {
    id,
    command,
    input: storableJson(z.encode(COMMANDS[command].input, proposal.input)),
    subject_type: subject[0],
    subject_id: subject[1],
    summary: proposal.summary,
    amount: proposal.amount ?? null,
    before: proposal.before ? storableJson(proposal.before) : null,
    after: proposal.after ? storableJson(proposal.after) : null,
    reason: proposal.reason,
    maker_id: ctx.actor.id,
    maker_address: ctx.address,
    maker_user_agent: ctx.userAgent,
    involved: [...(proposal.involved ?? [])],
    asked_at: ctx.now,
  })
  if (!isNew) {
    await refuseWhileWaiting(ctx.tx, command, subject)
    refuse('approval.pending', { who: 'a colleague' })
  }
  ctx.audit({
    action: 'approvalAsk',
    subject: [subject[0], subject[1]],
    before: (proposal.stored ?? proposal).before ?? null,
    after: { ...(proposal.stored ?? proposal).after, approval: id, command },
    reason: proposal.reason,
  })
  return id
}

/** Checked first where the answer itself would reveal what the maker may not see. */
export async function refuseWhileWaiting(
  tx: Tx,
  command: CommandName,
  subject: readonly [string, string],
): Promise<void> {
  const waiting = await store.waitingApproval(tx, command, subject)
  if (waiting) refuse('approval.pending', { who: waiting.maker_name })
}

/** Which of these records have something waiting: the banner on the record. */
export async function waitingOn(
  tx: Tx,
  subjectType: string,
  subjectIds: readonly string[],
): Promise<Map<string, string>> {
  if (subjectIds.length === 0) return new Map()
  const rows = await store.waitingBySubject(tx, subjectType, subjectIds)
  return new Map(rows.map(row => [row.subject_id, row.id]))
}

/** Who agreed to each change of a record; a change is carried out at the moment of the decision, and known by it. */
export async function approversOf(
  tx: Tx,
  subjectType: string,
  subjectId: string,
): Promise<Map<string, string>> {
  const rows = await store.approversOf(tx, subjectType, subjectId)
  return new Map(rows.map(row => [row.decided_at.toISOString(), row.checker_name]))
}
