/** The lender's bank account as the bank keeps it: what came in and what went out, each by its reference, once. */
export class Bank {
  readonly #moves = new Map<string, bigint>()

  receive(reference: string, amount: bigint): void {
    this.#move(reference, amount)
  }
  pay(reference: string, amount: bigint): void {
    this.#move(reference, -amount)
  }
  /** A payment that the bank takes back, such as a cheque that is returned. */
  takeBack(reference: string): void {
    this.#move(`${reference} returned`, -(this.#moves.get(reference) ?? 0n))
  }
  get balance(): bigint {
    return [...this.#moves.values()].reduce((sum, amount) => sum + amount, 0n)
  }
  get moves(): ReadonlyMap<string, bigint> {
    return this.#moves
  }
  #move(reference: string, amount: bigint): void {
    if (this.#moves.has(reference)) throw new Error(`The bank has ${reference} already`)
    this.#moves.set(reference, amount)
  }
}
