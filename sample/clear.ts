import pg from 'pg'
import { isLeftHalfLoaded } from '../server/kernel/db.ts'

/**
 * Empties a database that holds part of a sample lender and nothing else. Only `npm run demo:clear` calls it: no start of
 * the program may drop anything. A database without the loader's mark, or under a loader that lives, is left alone.
 */
export async function clearHalfLoaded(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'iroko demo clear' })
  await client.connect()
  try {
    if (!(await isLeftHalfLoaded(client))) return false
    await client.query(
      'drop schema if exists graphile_worker, staging cascade; drop schema public cascade; create schema public',
    )
    return true
  } finally {
    await client.end()
  }
}
