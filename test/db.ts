import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { administer } from './administer.ts'

/** What a database begins with beyond the schema: made once for a run, then cloned. */
export type Contents = { name: string; fill: (url: string) => Promise<void> }

/** A database of its own for a test, cloned from a template in about 50 ms. */
export async function testDatabase(contents?: Contents): Promise<{ url: string; drop(): Promise<void> }> {
  const { server, template } = inject('database')
  const name = `${template}_${randomBytes(4).toString('hex')}`
  const source = contents ? await filledTemplate(contents) : template
  await administer(server, `create database ${name} template ${source} strategy file_copy`)
  return {
    url: urlOf(name),
    // forced: a pool that a test left open must not keep it
    drop: async () => void (await administer(server, `drop database ${name} with (force)`)),
  }
}

const filled = new Map<string, Promise<string>>()

function filledTemplate(contents: Contents): Promise<string> {
  const made = filled.get(contents.name) ?? fillTemplate(contents)
  filled.set(contents.name, made)
  return made
}

/** Several processes run tests: the first fills it, the others wait. It has its name only once it is whole. */
async function fillTemplate({ name, fill }: Contents): Promise<string> {
  const { server, template } = inject('database')
  const whole = `${template}_${name}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [whole])
    const found = await client.query('select 1 from pg_database where datname = $1', [whole])
    if (found.rowCount) return whole
    const unfinished = `${whole}_${randomBytes(4).toString('hex')}`
    await client.query(`create database ${unfinished} template ${template} strategy file_copy`)
    await fill(urlOf(unfinished))
    await client.query(`alter database ${unfinished} rename to ${whole}`)
    return whole
  } finally {
    await client.end()
  }
}

function urlOf(database: string): string {
  const url = new URL(inject('database').server)
  url.pathname = database
  return url.href
}
