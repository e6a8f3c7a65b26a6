import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../server/kernel/db.ts'
import { startEmbedded } from '../server/kernel/embedded.ts'
import { throwawayFolder } from './throwaway.ts'

/**
 * A database for benchmarks and random tests, which create people, loans and money. They never read DATABASE_URL, because
 * an operator has it set. IROKO_DISPOSABLE_DATABASE_URL may name one; a database with a lender's staff is refused before
 * anything is written to it, its schema included.
 */
export type DisposableDatabase = {
  url: string
  /** For whatever else the run writes. */
  folder: string
  /** Takes what was made here away with it; a database that was named is left as the run leaves it. */
  close(): Promise<void>
}

export type DisposableOptions = {
  given?: string | undefined
  /** A book that `proof/bench/million.ts` has built is measured as it is. */
  mayBeBuilt?: boolean
  /** Nothing need be forced to disk: for what proves and does not measure. */
  throwaway?: boolean
}

export async function disposableDatabase(options: DisposableOptions = {}): Promise<DisposableDatabase> {
  const { given = process.env.IROKO_DISPOSABLE_DATABASE_URL, mayBeBuilt = false, throwaway = false } = options
  if (given) await refuseLender(given, mayBeBuilt)
  const folder = await throwawayFolder('disposable')
  const own = given ? undefined : await startEmbedded({ directory: join(folder, 'postgres'), throwaway })
  const url = own?.url ?? given ?? ''
  const close = async () => {
    await own?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await migrate(url)
  } catch (error) {
    await close()
    throw error
  }
  return { url, folder, close }
}

/** The same where a book has to be there already, built by an earlier run. */
export async function builtBook(
  given = process.env.IROKO_DISPOSABLE_DATABASE_URL,
): Promise<DisposableDatabase> {
  if (!given)
    throw new Error('IROKO_DISPOSABLE_DATABASE_URL names the database that `npm run bench:lists` has filled.')
  if ((await holdings(given)) !== 'a built book')
    throw new Error(
      'The database of IROKO_DISPOSABLE_DATABASE_URL is none that `npm run bench:lists` has filled.',
    )
  return disposableDatabase({ given, mayBeBuilt: true })
}

async function refuseLender(url: string, mayBeBuilt: boolean): Promise<void> {
  const found = await holdings(url)
  if (found === 'nobody' || (found === 'a built book' && mayBeBuilt)) return
  throw new Error(
    `The database of IROKO_DISPOSABLE_DATABASE_URL holds ${found}. Invented money would be posted in it for good: name an empty one, or none.`,
  )
}

type Holdings = 'nobody' | 'a built book' | 'a lender with staff'

async function holdings(url: string): Promise<Holdings> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ staff: boolean; built: boolean }>(
      `select to_regclass('staff') is not null as staff, to_regclass('bench_person') is not null as built`,
    )
    if (rows[0]?.built) return 'a built book'
    if (!rows[0]?.staff) return 'nobody'
    const { rows: people } = await client.query('select from staff limit 1')
    return people.length > 0 ? 'a lender with staff' : 'nobody'
  } finally {
    await client.end()
  }
}
