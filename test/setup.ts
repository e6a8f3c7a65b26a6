import { randomBytes } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../server/kernel/db.ts'
import { startEmbedded } from '../server/kernel/embedded.ts'
import { administer } from './administer.ts'
import { throwawayFolder } from './throwaway.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server the tests use and the name of the migrated database they clone. */
    database: { server: string; template: string }
  }
}

type TestServer = { url: string; stop(): Promise<void> }

/** Once for a run: a PostgreSQL to throw away, or the one named by IROKO_TEST_DATABASE_URL, with a migrated template. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.IROKO_TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await startThrowaway()
  const template = `iroko_test_${randomBytes(4).toString('hex')}`
  try {
    await administer(server.url, `create database ${template}`)
    const url = new URL(server.url)
    url.pathname = template
    await migrate(url.href)
    project.provide('database', { server: server.url, template })
  } catch (error) {
    await server.stop()
    throw error
  }
  return async () => {
    if (given) await dropAll(server.url, template)
    await server.stop()
  }
}

async function startThrowaway(): Promise<TestServer> {
  const folder = await throwawayFolder('test')
  const embedded = await startEmbedded({ directory: join(folder, 'postgres'), throwaway: true })
  return {
    url: embedded.url,
    stop: async () => {
      await embedded.stop()
      const home = await realpath(join(folder, 'postgres'))
      await rm(home, { recursive: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function dropAll(url: string, template: string): Promise<void> {
  const names = await administer(url, `select datname from pg_database where datname like '${template}%'`)
  for (const name of names) await administer(url, `drop database ${name} with (force)`)
}
