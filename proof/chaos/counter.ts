import { randomUUID } from 'node:crypto'
import type { LocalDate } from '../../engine/dates.ts'
import { adminOf } from './lender.ts'
import { type Person, person, Refused } from './people.ts'
import type { Scene } from './strikes.ts'

/** Cashiers who post small repayments, one after the other, and record the answers. */

export type Counter = {
  done: Set<string>
  /** When each was acknowledged, also as an item that needs approval. */
  doneAt: number[]
  /** Declined, or pending approval for good. */
  refused: Set<string>
  /** Posts repayments until stopped, each of so many users for themselves. */
  open(people: number, isOver: () => boolean): Promise<void>
  /** What was granted and is not there, or there twice, or was refused and is there. */
  forgotten(): Promise<string[]>
}

export async function openCounter({ site, tally }: Scene, today: () => LocalDate): Promise<Counter> {
  const { rows } = await site.pool.query<{ id: string }>(`select id from loan order by number limit 20`)
  const [done, refused] = [new Set<string>(), new Set<string>()]
  const doneAt: number[] = []
  const takeOne = async (who: Person): Promise<void> => {
    const id = randomUUID()
    const input = {
      act: 'receipt' as const,
      // so little that no loan is repaid within a run
      amount: String(5_000 + tally.roll(10_000)),
      on: today(),
      channel: 'bank transfer' as const,
      reference: `C-${id.slice(0, 13)}`,
    }
    const loanId = rows[tally.roll(rows.length)]?.id ?? ''
    try {
      const { approvalId } = await who('loanActDo', { loanId, id, reason: 'At the counter', input })
      doneAt.push(performance.now())
      // what needs approval is nowhere before it, and nobody approves here
      if (approvalId === null) done.add(id)
      else refused.add(id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.add(id)
    }
  }
  return {
    done,
    doneAt,
    refused,
    async open(people, isOver) {
      await Promise.all(
        Array.from({ length: people }, async (_, round) => {
          const who = person(site, adminOf(round), tally)
          while (!isOver()) await takeOne(who)
        }),
      )
    },
    async forgotten() {
      // others go on while this is read
      const [granted, declined] = [[...done], [...refused]]
      const { rows: events } = await site.pool.query<{ id: string }>('select id from loan_event')
      const there = new Set(events.map(row => row.id))
      return [
        ...granted.filter(id => !there.has(id)).map(id => `${id} was granted and is not there`),
        ...declined.filter(id => there.has(id)).map(id => `${id} was refused and is there`),
      ]
    },
  }
}
