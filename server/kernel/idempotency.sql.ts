import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from './db.ts'
import { withoutWaiting } from './transaction.ts'

/** Stores the first answer to a write, so that a repeat of the same act returns it instead of acting again. */
export type Slot = { scope: string; endpoint: string; key: string; bodyHash: Buffer }

/** Same content, same hash, whatever the order of the fields. */
export function hashInput(input: unknown): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(inOrder(input)))
    .digest()
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]))
}

/** Thrown where the same act was done before: its answer is stored, and nothing is done again. */
export class AnsweredBefore extends Error {}

/** Takes the slot, or waits for its holder to commit and ends the transaction. */
export const takeSlot = (tx: Tx, slot: Slot, now: Date): Promise<void> =>
  withoutWaiting(
    tx,
    sql`
      insert into first_answer (scope, endpoint, key, body_hash, at)
      values (${slot.scope}, ${slot.endpoint}, ${slot.key}, ${slot.bodyHash}, ${now})
      on conflict do nothing`,
    {
      check({ changed }) {
        if (changed === 0n) throw new AnsweredBefore()
      },
    },
  )

/**
 * The row is locked, which is a write: with synchronous replication its commit, and so the answer, waits until a replica has all
 * that came before. Read alone, an act whose first caller heard nothing would be confirmed before it is safe.
 */
export async function storedAnswer(tx: Tx, slot: Slot): Promise<{ bodyHash: Buffer; reply: string }> {
  const stored = await sql<{ bodyHash: Buffer; reply: string }>`
    select body_hash as "bodyHash", reply from first_answer
    where scope = ${slot.scope} and endpoint = ${slot.endpoint} and key = ${slot.key} for update`.execute(tx)
  const first = stored.rows[0]
  if (!first) throw new Error('a first answer vanished while it was waited for')
  return first
}

export const fillSlot = (tx: Tx, slot: Slot, reply: string): Promise<void> =>
  withoutWaiting(
    tx,
    sql`
      update first_answer set reply = ${reply}
      where scope = ${slot.scope} and endpoint = ${slot.endpoint} and key = ${slot.key}`,
  )

/** The answers of several acts that were done together. One that has an answer already ends the transaction. */
export const fillSlots = (tx: Tx, answers: readonly (Slot & { at: Date; reply: string })[]): Promise<void> =>
  answers.length === 0
    ? Promise.resolve()
    : withoutWaiting(
        tx,
        sql`
          insert into first_answer (scope, endpoint, key, body_hash, at, reply)
          select * from unnest(${answers.map(each => each.scope)}::text[], ${answers.map(each => each.endpoint)}::text[],
            ${answers.map(each => each.key)}::text[], ${answers.map(each => each.bodyHash)}::bytea[],
            ${answers.map(each => each.at)}::timestamptz[], ${answers.map(each => each.reply)}::text[])`,
      )

export async function forgetFirstAnswers(tx: Tx, before: Date): Promise<void> {
  await sql`delete from first_answer where at < ${before}`.execute(tx)
}
