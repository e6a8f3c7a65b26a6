import { addDays, type LocalDate } from '../engine/dates.ts'
import type { Program } from '../server/kernel/act.ts'
import { businessDate, type Clock } from '../server/kernel/clock.ts'

/** The clock of a day in the past, moving on a little with every act. */
export class PastClock implements Clock {
  #moment: number
  readonly #latest: number
  readonly #step: number
  #steps = 0
  constructor(day: LocalDate, hour: number, latest = Number.POSITIVE_INFINITY, step = 61_000) {
    this.#moment = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00+01:00`)
    this.#latest = latest
    this.#step = step
  }
  now(): Date {
    // no two acts take people equally long
    this.#moment += Math.round((this.#step * (15 + ((this.#steps * 7) % 11))) / 20)
    this.#steps += 1
    return new Date(Math.min(this.#moment, this.#latest))
  }
}

/** The same program on another day; what would be in the future happens now. */
export type At = (day: LocalDate, hour: number) => Program

export function daysOf(program: Program): { today: LocalDate; at: At; ago: (days: number) => LocalDate } {
  const now = program.clock.now()
  const today = businessDate(now)
  return {
    today,
    at: (day, hour) => ({ ...program, clock: new PastClock(day, hour, now.getTime()) }),
    ago: days => addDays(today, -days),
  }
}
