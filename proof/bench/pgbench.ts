/** A statement sent by pgbench, prepared, by so many callers: as fast as the database itself is. */

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Measured, measured } from './crowd.ts'

const run = promisify(execFile)

export const NO_PGBENCH = 'needs pgbench of the PostgreSQL client tools, which is not installed here'

export const hasPgbench = (): Promise<boolean> =>
  run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )

/** Said before anything is built: filling a million takes minutes. */
export async function insistOnPgbench(benchmark: string): Promise<void> {
  if (!(await hasPgbench())) throw new Error(`${benchmark} ${NO_PGBENCH}.`)
}

export async function pgbench(
  url: string,
  statement: string,
  { crowd, seconds, settings = '' }: { crowd: number; seconds: number; settings?: string },
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'iroko-pgbench-'))
  try {
    await writeFile(join(folder, 'statement.sql'), `${statement.replaceAll(/\s+/g, ' ')};`)
    const flags = [
      '-n',
      '-M',
      'prepared',
      '-f',
      'statement.sql',
      '-c',
      `${crowd}`,
      '-j',
      crowd > 1 ? '2' : '1',
    ]
    await run('pgbench', [...flags, '-T', `${seconds}`, '-l', '--log-prefix=times', url], {
      cwd: folder,
      env: { ...process.env, PGOPTIONS: settings },
    })
    const logs = (await readdir(folder)).filter(name => name.startsWith('times'))
    const texts = await Promise.all(logs.map(name => readFile(join(folder, name), 'utf8')))
    const times = texts
      .flatMap(text => text.trim().split('\n'))
      .map(line => Number(line.split(' ')[2]) / 1000)
    return measured(times, seconds * 1000)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
