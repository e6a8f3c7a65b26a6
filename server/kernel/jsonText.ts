/**
 * A reply that PostgreSQL wrote (decision 35): its text leaves as it came. What it holds is the contract's shape `T`; tests and
 * development read every such text by its schema, production does not.
 */
export class JsonText<T> {
  declare readonly shape: T
  constructor(readonly text: string) {}
}

/** The reply of a list, around the rows that PostgreSQL wrote. */
export const listText = <Reply>(rows: string, rest: object): JsonText<Reply> =>
  // the rest begins with its brace, which the rows come before
  new JsonText(`{"rows":[${rows}],${JSON.stringify(rest, digits).slice(1)}`)

/** An amount is text in a reply: a number would lose the last kobo of a large one. */
const digits = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
