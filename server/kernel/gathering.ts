/** So many at once, groups and single calls: while the database writes one, the next is read and worked out. */
const UNDER_WAY_MAX = 2
const GROUP_MAX = 50
/** What is under way may wait for a lock; what comes after it does not wait longer than this. */
const WAIT_MAX_MS = 50

type Waiting<Call, Answer> = {
  key: string
  call: Call
  resolve: (answer: Answer | Promise<Answer>) => void
  reject: (error: unknown) => void
}

type Ways<Call, Answer> = {
  alone(call: Call): Promise<Answer>
  /** A call without an answer is done alone. A failure is that of every call. */
  together(calls: readonly Call[]): Promise<(Answer | undefined)[]>
}

/**
 * Does calls together that come at the same time. A call that finds little under way is done at once, alone; those that come in that time
 * go together after it, so that the more there are, the less each costs.
 */
export class Gathering<Call, Answer> {
  readonly #ways: Ways<Call, Answer>
  #waiting: Waiting<Call, Answer>[] = []
  #underWay = 0
  #patience: NodeJS.Timeout | undefined

  constructor(ways: Ways<Call, Answer>) {
    this.#ways = ways
  }

  /** Two calls with one key are never in one group. */
  join(key: string, call: Call): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, call, resolve, reject })
      this.#begin()
    })
  }

  #begin(): void {
    if (this.#waiting.length === 0) return
    if (this.#underWay < UNDER_WAY_MAX) void this.#do(this.#next())
    else this.#patience ??= setTimeout(() => void this.#do(this.#next()), WAIT_MAX_MS)
  }

  #next(): Waiting<Call, Answer>[] {
    clearTimeout(this.#patience)
    this.#patience = undefined
    const group = new Map<string, Waiting<Call, Answer>>()
    const rest: Waiting<Call, Answer>[] = []
    for (const each of this.#waiting)
      if (group.size < GROUP_MAX && !group.has(each.key)) group.set(each.key, each)
      else rest.push(each)
    this.#waiting = rest
    return [...group.values()]
  }

  async #do(group: readonly Waiting<Call, Answer>[]): Promise<void> {
    this.#underWay += 1
    this.#begin()
    const [only, ...others] = group
    if (only && others.length === 0) await this.#alone(only)
    else await this.#together(group)
    this.#underWay -= 1
    this.#begin()
  }

  async #together(group: readonly Waiting<Call, Answer>[]): Promise<void> {
    const answers = this.#ways.together(group.map(({ call }) => call))
    await answers.then(
      known => {
        for (const [place, each] of group.entries()) {
          const answer = known[place]
          if (answer === undefined) void this.#alone(each)
          else each.resolve(answer)
        }
      },
      (error: unknown) => {
        for (const { reject } of group) reject(error)
      },
    )
  }

  /** Its failure is its own caller's. */
  async #alone({ call, resolve }: Waiting<Call, Answer>): Promise<void> {
    const answer = this.#ways.alone(call)
    resolve(answer)
    await answer.catch(() => {})
  }
}
