import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../../server/kernel/embedded.ts'
import { throwawayFolder } from '../../test/throwaway.ts'

let folder: string
let directory: string
const running: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  folder = await throwawayFolder('embedded')
  directory = join(folder, 'postgres')
})
afterEach(async () => {
  await Promise.all(running.splice(0).map(each => each.stop()))
})
afterAll(() => rm(folder, { recursive: true }))

async function start(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ directory, throwaway: true, ...options })
  running.push(embedded)
  return embedded
}

/** The same start in a program of its own, which can be killed. */
async function startProgram(): Promise<{ process: ChildProcess; url: string }> {
  const source = `
    import { startEmbedded } from ${JSON.stringify(new URL('../../server/kernel/embedded.ts', import.meta.url).href)}
    const { url } = await startEmbedded({ directory: ${JSON.stringify(directory)}, throwaway: true })
    console.log(url)`
  const program = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push({ stop: async () => void program.kill('SIGKILL') })
  const [url] = await once(createInterface(program.stdout), 'line')
  return { process: program, url }
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows[0]?.answer
  } finally {
    await client.end()
  }
}

const postmasterPid = async (): Promise<number> =>
  Number.parseInt(await readFile(join(directory, 'cluster', 'postmaster.pid'), 'utf8'), 10)

async function kill(program: ChildProcess): Promise<void> {
  program.kill('SIGKILL')
  await once(program, 'exit')
}

describe('an ordinary start', () => {
  test('keeps its data, its password and itself to this machine', async () => {
    const first = await start()
    await ask(first.url, 'create table if not exists branch as select 42 as answer')
    expect(await ask(first.url, 'select version() as answer')).toMatch(/^PostgreSQL 18/)
    await ask(first.url, 'create extension pg_trgm')
    expect(await ask(first.url, `select current_setting('listen_addresses') as answer`)).toBe('127.0.0.1')
    expect((await stat(join(directory, 'password'))).mode & 0o777).toBe(0o600)
    await first.stop()

    const second = await start()
    expect(await ask(second.url, 'select answer from branch')).toBe(42)
    const stranger = second.url.replace(/:[^:@]+@/, ':guess@')
    await expect(ask(stranger, 'select 1 as answer')).rejects.toThrow(/password authentication failed/)
  })

  test('never runs as root', async () => {
    await start()
    const status = await readFile(`/proc/${await postmasterPid()}/status`, 'utf8').catch(() => 'Uid:\t1')
    expect(status).not.toMatch(/^Uid:\t0/m)
  })

  test('under a folder closed to others finds a place, keeps it when moved, and leaves it when copied', async () => {
    const closed = await mkdtemp(join(folder, 'closed-'))
    const first = await start({ directory: join(closed, 'postgres') })
    await ask(first.url, 'create table branch as select 42 as answer')
    await first.stop()
    const home = await realpath(join(closed, 'postgres'))

    const moved = `${closed}-moved`
    await rename(closed, moved)
    const second = await start({ directory: join(moved, 'postgres') })
    expect(await ask(second.url, 'select answer from branch')).toBe(42)

    const copy = `${closed}-copy`
    // as `cp` would, which leaves out what is no file
    const isFile = (path: string): boolean => !/\.pid$|\.s\.PGSQL\./.test(path)
    await cp(moved, copy, { recursive: true, verbatimSymlinks: true, filter: isFile })
    const third = await start({ directory: join(copy, 'postgres') })
    const isRoot = process.getuid?.() === 0
    expect(await ask(third.url, 'select answer from branch').catch(() => 'its own')).toBe(
      isRoot ? 'its own' : 42,
    )
    await third.stop()
    await second.stop()
    for (const path of [home, await realpath(join(copy, 'postgres'))])
      await rm(path, { recursive: true, force: true })
  })
})

describe('two programs on one directory', () => {
  test('the second start reports the running one', async () => {
    const { url } = await start()
    await expect(start()).rejects.toThrow(/^Another Iroko already runs on .*IROKO_DATA/)
    const joined = await start({ joinRunning: true })
    expect(joined.url).toBe(url)
    await joined.stop()
    expect(await ask(url, 'select 1 as answer')).toBe(1)
  })

  test('of three that start together on nothing one wins', async () => {
    const empty = { directory: join(await mkdtemp(join(folder, 'together-')), 'postgres') }
    const starts = await Promise.allSettled([start(empty), start(empty), start(empty)])
    const refusals = starts.flatMap(each => (each.status === 'rejected' ? [String(each.reason)] : []))
    expect(refusals).toEqual([expect.stringMatching(/Another Iroko/), expect.stringMatching(/Another Iroko/)])
    const urls = starts.flatMap(each => (each.status === 'fulfilled' ? [each.value.url] : []))
    expect(await ask(urls[0] ?? '', 'select 1 as answer')).toBe(1)
    const home = await realpath(empty.directory)
    expect((await readdir(home)).filter(name => name.startsWith('half-'))).toEqual([])
    await Promise.all(running.splice(0).map(each => each.stop()))
    await rm(home, { recursive: true })
  })
})

describe('after kill -9', () => {
  test('of the program, PostgreSQL ends and the next start finds the data', async () => {
    const program = await startProgram()
    await ask(program.url, 'create table if not exists branch as select 42 as answer')
    await kill(program.process)
    expect(await ask((await start()).url, 'select answer from branch')).toBe(42)
  })

  test('of the program and of what watches it, the orphan is stopped', async () => {
    const program = await startProgram()
    await ask(program.url, 'create table if not exists branch as select 42 as answer')
    const orphan = await postmasterPid()
    const children = await readFile(
      `/proc/${program.process.pid}/task/${program.process.pid}/children`,
      'utf8',
    )
    for (const pid of children.trim().split(' ').map(Number)) if (pid !== orphan) process.kill(pid, 'SIGKILL')
    await kill(program.process)
    const lines: string[] = []
    const { url } = await start({ log: line => lines.push(line) })
    expect(lines.join()).toContain(`process ${orphan}`)
    expect(await ask(url, 'select answer from branch')).toBe(42)
  })

  test('of PostgreSQL itself, it comes back at the same address', async () => {
    const { url } = await start()
    await ask(url, 'create table if not exists branch as select 42 as answer')
    const before = await postmasterPid()
    process.kill(before, 'SIGKILL')
    await expect.poll(() => ask(url, 'select answer from branch').catch(() => 0)).toBe(42)
    expect(await postmasterPid()).not.toBe(before)
  })

  test('the socket it left behind goes with the next start', async () => {
    await (await start()).stop()
    const home = await realpath(directory)
    await writeFile(join(home, '.s.PGSQL.40001'), '')
    await writeFile(join(home, '.s.PGSQL.40001.lock'), '4194303\n')
    await start()
    expect((await readdir(home)).filter(name => name.includes('40001'))).toEqual([])
  })
})

describe('a postmaster.pid left behind', () => {
  test.each([
    ['empty, after a power cut', () => ''],
    ['naming a process that is gone', (lines: string[]) => ['4194303', ...lines.slice(1)].join('\n')],
    [
      'naming a process that is something else',
      (lines: string[]) => [`${process.pid}`, ...lines.slice(1)].join('\n'),
    ],
  ])('%s', async (_, left) => {
    const first = await start()
    const path = join(directory, 'cluster', 'postmaster.pid')
    const lines = (await readFile(path, 'utf8')).split('\n')
    await first.stop()
    await writeFile(path, left(lines))
    await chmod(path, 0o666)
    expect(await ask((await start()).url, 'select 1 as answer')).toBe(1)
  })
})

test('ownership lost with its connection is reclaimed', async () => {
  const { url } = await start()
  await ask(
    url,
    `select pg_terminate_backend(pid) as answer from pg_stat_activity where application_name = 'iroko owner'`,
  )
  const owners = `select count(*)::int as answer from pg_locks where locktype = 'advisory' and granted`
  await expect.poll(() => ask(url, owners)).toBe(1)
})
