import type { LocalDate } from '../engine/dates.ts'

/** Collects actions in any order and runs them in the order of time, so that the trail is in sequence. */
export class ActionQueue {
  readonly #notes: { when: string; act: () => Promise<unknown> }[] = []

  add(day: LocalDate, hour: number, act: () => Promise<unknown>): void {
    this.#notes.push({ when: `${day} ${String(hour).padStart(2, '0')}`, act })
  }

  /** One after the other; what is noted for the same hour in the order of noting. */
  async run(): Promise<void> {
    const inOrder = this.#notes.toSorted((a, b) => (a.when < b.when ? -1 : a.when > b.when ? 1 : 0))
    for (const { act } of inOrder) await act()
  }
}
