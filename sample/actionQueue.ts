import type { LocalDate } from '../engine/dates.ts'

/** What people mean to do, noted in any order and done in the order of time: the trail of a house reads like its days. */
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
