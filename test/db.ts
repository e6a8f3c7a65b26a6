import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { migrate } from '../server/kernel/db.ts'
import { administer } from './administer.ts'

/**
 * A database of one's own, cloned from the migrated template in about 50 ms; or, given the dump of an older release, that
 * release's, brought up to this one.
 */
export async function testDatabase(dump?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const { server, template } = inject('database')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  await administer(server, `create database ${name} template ${dump === undefined ? template : 'template0'}`)
  const url = new URL(server)
  url.pathname = name
  if (dump !== undefined) {
    await administer(url.href, dump)
    await migrate(url.href)
  }
  return {
    url: url.href,
    // forced: a pool that a test left open must not keep it
    drop: async () => void (await administer(server, `drop database ${name} with (force)`)),
  }
}
