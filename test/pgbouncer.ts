import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../server/kernel/embedded.ts'
import { deployFile, programOf } from './packages.ts'
import { throwawayFolder } from './throwaway.ts'

export type Pooler = { url: string; stop(): Promise<void> }

/** It refuses to be root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A real PgBouncer in transaction mode, from deploy/pgbouncer.ini, in front of this database. */
export async function startPgBouncer(databaseUrl: string, change = (text: string) => text): Promise<Pooler> {
  const target = new URL(databaseUrl)
  const folder = await throwawayFolder('pgbouncer')
  const port = String(await freePort())
  const reference = await deployFile('pgbouncer.ini', { LOCAL: target.hostname, ETC: folder })
  const ini = reference
    .replace('port=5000 dbname=iroko', `port=${target.port} dbname=${target.pathname.slice(1)}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
  await writeFile(join(folder, 'pgbouncer.ini'), change(ini))
  await writeFile(
    join(folder, 'userlist.txt'),
    `"${target.username}" "${decodeURIComponent(target.password)}"\n`,
  )
  for (const file of ['pgbouncer.ini', 'userlist.txt']) await chmod(join(folder, file), 0o644)
  const child = spawn(programOf('pgbouncer'), [join(folder, 'pgbouncer.ini')], { cwd: '/', ...NOBODY })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', bytes => said.push(String(bytes)))
  for (let waited = 0; !(await answers(Number(port))); waited += 50) {
    if (child.exitCode !== null || waited > 10_000)
      throw new Error(`PgBouncer did not start: ${said.join('')}`)
    await sleep(50)
  }
  target.port = port
  target.pathname = '/iroko'
  return {
    url: target.href,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })
