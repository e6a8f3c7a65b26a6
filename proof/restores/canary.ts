import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { kobo } from '../../engine/money.ts'
import { actorOf } from '../../sample/staff.ts'
import { act, type Program } from '../../server/kernel/act.ts'
import { actApproved } from '../../server/modules/loans/acts.ts'

/** Writes whose moments are known: sent, and acknowledged. By them it is decided what a restored database must hold. */

type Written = { sentAt: number; doneAt: number }
export type Canary = {
  written: readonly Written[]
  /** Writes until stopped, beside receipts that keep ledger and audit trail moving. */
  sing(isOver: () => boolean): Promise<void>
  /** What is wrong in a database that was restored to this moment. */
  wrongIn(restored: pg.Pool, at: Date): Promise<string[]>
  /** When the last write that it holds was acknowledged. */
  endOf(restored: pg.Pool): Promise<number>
}

const PAUSE_MS = 15

export async function openCanary(program: Program, pool: pg.Pool): Promise<Canary> {
  await pool.query('create table canary (n integer primary key)')
  const written: Written[] = []
  const admin = await actorOf(program, 'admin@iroko.test')
  const { rows: loans } = await pool.query<{ id: string }>(
    `select id from loan where status = 'live' order by id`,
  )
  const asked = { makerId: admin.id, makerName: admin.name, reason: 'At the counter', before: null }
  const receipt = (loanId: string) =>
    act(program, 'loanActDo', admin, ctx => {
      const id = randomUUID()
      const paid = {
        act: 'receipt',
        amount: kobo(100n),
        on: ctx.today,
        channel: 'cash',
        reference: id,
      } as const
      return actApproved(ctx, { loanId, id, input: paid, reason: 'At the counter' }, asked)
    })
  const sing = async (isOver: () => boolean): Promise<void> => {
    while (!isOver()) {
      const n = written.length + 1
      const sentAt = Date.now()
      await pool.query('insert into canary (n) values ($1)', [n])
      written.push({ sentAt, doneAt: Date.now() })
      await sleep(PAUSE_MS)
    }
  }
  const take = async (isOver: () => boolean): Promise<void> => {
    for (let step = 0; !isOver(); step++) {
      await receipt(loans[step % loans.length]?.id ?? '')
      await sleep(5 * PAUSE_MS)
    }
  }
  const rowsOf = async (restored: pg.Pool): Promise<{ rows: number; last: number }> => {
    const { rows } = await restored.query<{ rows: number; last: number }>(
      'select count(*)::int as rows, coalesce(max(n), 0) as last from canary',
    )
    return rows[0] ?? { rows: 0, last: 0 }
  }
  return {
    written,
    sing: async isOver => void (await Promise.all([sing(isOver), take(isOver)])),
    async wrongIn(restored, at) {
      const { rows, last } = await rowsOf(restored)
      const done = written.filter(({ doneAt }) => doneAt <= at.getTime()).length
      const sent = written.filter(({ sentAt }) => sentAt <= at.getTime()).length
      return [
        ...(rows === last ? [] : [`${last} was the last write, and ${rows} are there`]),
        ...(last < done ? [`${done} writes were acknowledged by then, and ${last} are there`] : []),
        ...(last > sent ? [`${sent} writes were sent by then, and ${last} are there`] : []),
      ]
    },
    async endOf(restored) {
      const { last } = await rowsOf(restored)
      return written[last - 1]?.doneAt ?? 0
    },
  }
}
