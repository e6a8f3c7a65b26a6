import {
  type CompiledQuery,
  type ConnectionProvider,
  PostgresDialect,
  type RawBuilder,
  Transaction,
} from 'kysely'
import type pg from 'pg'
import type { Db } from './dbTypes.ts'
import { ask } from './preparedStatements.ts'
import { WatchedClient } from './silence.ts'
import { traceTransaction } from './traces.ts'

type Answer = { rows: unknown[]; changed: bigint }
type Statement = {
  text: string
  values: readonly unknown[]
  /** What it means that the statement failed: throws. */
  failed?: ((error: unknown) => never) | undefined
  /** Throws where the answer is one that ends the transaction. */
  check?: ((answer: Answer) => void) | undefined
}

/** The transactions that are open, by what their statements run on. */
const talks = new WeakMap<Db, Talk>()

/**
 * Runs transactions whose statements go to the database together wherever nothing waits between them (decision 41): `begin` with
 * the first, each that was said `withoutWaiting` with the next that is waited for, and the last with the commit.
 */
export function transactions(db: Db, pool: pg.Pool, isPrepared: boolean) {
  const dialect = new PostgresDialect({ pool })
  const props = { config: { dialect }, dialect, driver: dialect.createDriver() }
  const begin = async <T>(run: (tx: Db) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    const talk = new Talk(client, isPrepared)
    const executor = db.getExecutor().withConnectionProvider(providerOf(talk))
    const tx = new Transaction<unknown>({ ...props, executor })
    talks.set(tx, talk)
    let broken: Error | undefined
    try {
      const result = await run(tx)
      await talk.commit()
      return result
    } catch (error) {
      const reason = await talk.reasonOf(error)
      broken = await talk.rollback()
      throw reason
    } finally {
      talk.end()
      client.release(broken)
    }
  }
  return <T>(run: (tx: Db) => Promise<T>): Promise<T> => traceTransaction(() => begin(run))
}

function providerOf(talk: Talk): ConnectionProvider {
  const connection = {
    async executeQuery<R>({ sql: text, parameters: values }: CompiledQuery) {
      const { rows, changed } = await talk.ask({ text, values })
      return { rows: rows as R[], numAffectedRows: changed }
    },
    streamQuery() {
      throw new Error('a transaction streams no rows')
    },
  }
  return { provideConnection: use => use(connection) }
}

/**
 * Sends a statement whose result is not used, together with the next awaited one or the commit, which fails if it fails. `check` can
 * end the transaction by its result before the commit.
 */
export async function withoutWaiting(
  tx: Db,
  statement: RawBuilder<unknown>,
  { failed, check }: Pick<Statement, 'failed' | 'check'> = {},
): Promise<void> {
  const talk = talks.get(tx)
  if (talk) {
    const { sql: text, parameters: values } = statement.compile(tx)
    return talk.say({ text, values, failed, check })
  }
  const { rows, numAffectedRows } = await statement.execute(tx).catch(failed)
  check?.({ rows, changed: numAffectedRows ?? 0n })
}

/** What one transaction says to the database. */
class Talk {
  readonly #client: pg.PoolClient
  readonly #isPrepared: boolean
  #said: Statement[] = [{ text: 'begin', values: [] }]
  #isBegun = false
  #isCorked = false
  #isOver = false
  /** The first statement that failed: nothing after it counts, even if a caller caught its error. */
  #failure: { error: unknown; isWaitedFor: boolean } | undefined
  #judged = Promise.resolve()

  constructor(client: pg.PoolClient, isPrepared: boolean) {
    this.#client = client
    this.#isPrepared = isPrepared
  }

  say(statement: Statement): void {
    this.#refuseLate()
    this.#said.push(statement)
  }

  async ask(statement: Statement): Promise<Answer> {
    this.#refuseLate()
    const statements = [...this.#said.splice(0), statement]
    this.#isBegun = true
    this.#cork()
    const answers = statements.map(each => this.#send(each))
    this.#judged = this.#judge(answers, this.#judged)
    await this.#judged
    if (this.#failure) throw this.#failure.error
    return answers.at(-1) as Promise<Answer>
  }

  /** In the order of the statements: the steps after an answer are not equally many, and of failures the first is the reason. */
  async #judge(answers: Promise<Answer>[], earlier: Promise<void>): Promise<void> {
    const settled = await Promise.allSettled(answers)
    await earlier
    const failed = settled.find(each => each.status === 'rejected')
    if (failed) this.#failure ??= { error: failed.reason, isWaitedFor: failed === settled.at(-1) }
  }

  async #send({ text, values, failed, check }: Statement): Promise<Answer> {
    const query = { text, values: [...values], isPrepared: this.#isPrepared }
    const { rows, rowCount } = await ask(this.#client, query).catch(failed)
    const answer = { rows, changed: BigInt(rowCount ?? 0) }
    check?.(answer)
    return answer
  }

  /** What is asked before anything is waited for leaves in one piece. */
  #cork(): void {
    if (this.#isCorked || !(this.#client instanceof WatchedClient)) return
    const { socket } = this.#client
    this.#isCorked = true
    socket.cork()
    process.nextTick(() => {
      this.#isCorked = false
      socket.uncork()
    })
  }

  async commit(): Promise<void> {
    // an answer that ends the transaction has to be known before
    const last = this.#said.some(({ check }) => check) ? this.#said.pop() : undefined
    if (last) await this.ask(last)
    if (this.#isBegun || this.#said.length > 1) await this.ask({ text: 'commit', values: [] })
    this.#isOver = true
  }

  /** Why the transaction ends: what was said before whatever now ended it may have done so first. */
  async reasonOf(error: unknown): Promise<unknown> {
    if (this.#failure) return this.#failure.isWaitedFor ? error : this.#failure.error
    const last = this.#said.findLast(({ check }) => check)
    if (!last) return error
    this.#said = this.#said.slice(0, this.#said.indexOf(last))
    return this.ask(last).then(
      () => error,
      reason => reason,
    )
  }

  /** Gives what broke the connection, if that is why it fails. */
  async rollback(): Promise<Error | undefined> {
    this.#isOver = true
    if (!this.#isBegun) return undefined
    return ask(this.#client, { text: 'rollback', values: [], isPrepared: false }).then(
      () => undefined,
      (broken: Error) => broken,
    )
  }

  end(): void {
    this.#isOver = true
  }

  #refuseLate(): void {
    if (this.#isOver) throw new Error('the transaction is over')
    if (this.#failure) throw this.#failure.error
  }
}
