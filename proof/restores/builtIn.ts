import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { backUp } from '../../server/app/backups.ts'
import { prove } from '../../server/app/prove.ts'
import type { Program } from '../../server/kernel/act.ts'
import { verifyAudit } from '../../server/kernel/audit.ts'
import { dropRestored, restoreInto, shipLog, waitingLog } from '../../server/kernel/backup.ts'
import { systemClock } from '../../server/kernel/clock.ts'
import { connect, migrate, openDb } from '../../server/kernel/db.ts'
import { startEmbedded } from '../../server/kernel/embedded.ts'
import { deriveKeys } from '../../server/kernel/keys.ts'
import type { Way } from './way.ts'

const KEY = 'a key for backups that is long enough to be one'

/** The built-in database with its own backups, as the worker makes them and `npm run restore` reads them. */
export async function builtIn(folder: string): Promise<Way> {
  const data = join(folder, 'data')
  const place = { folder: join(folder, 'place'), key: KEY, days: 14 }
  await mkdir(data, { mode: 0o711 })
  await writeFile(join(data, 'secret'), 'kept')
  const server = await startEmbedded({ directory: join(data, 'postgres'), archives: true })
  await migrate(server.url)
  const pool = connect(server.url, { most: 6, name: 'restores' })
  const program: Program = {
    db: openDb(pool),
    clock: systemClock,
    keys: deriveKeys('a secret for backups, long enough to be one'),
    dataDirectory: data,
    backup: { ...place, url: server.url },
  }
  let isLost = false
  const shipping = (async () => {
    while (!isLost) {
      await shipLog(data, place)
      await sleep(1_000)
    }
  })()
  return {
    name: 'built-in backup',
    program,
    pool,
    backUp: () => backUp(program),
    async save() {
      await pool.query('select pg_switch_wal()')
      await sleep(1_500)
      while ((await waitingLog(data)).segments > 0) await sleep(200)
    },
    async lose() {
      isLost = true
      await shipping
      await pool.end()
      await server.stop()
      await dropRestored(data)
    },
    async restore(to, look) {
      const into = join(folder, 'restored')
      const started = performance.now()
      const copy = await restoreInto(place, into, to)
      const restored = connect(copy.url, { most: 2, name: 'restores' })
      try {
        const { checks } = await prove(openDb(restored))
        const { breaks } = await verifyAudit(openDb(restored), [])
        const problems = [
          ...checks.flatMap(check => check.problems.map(problem => `${check.name}: ${problem}`)),
          ...breaks.map(({ position, problem }) => `Audit trail, ${position}: ${problem}`),
        ]
        return { ms: performance.now() - started, problems: [...problems, ...(await look(restored))] }
      } finally {
        await restored.end()
        await copy.stop()
        await dropRestored(into)
      }
    },
  }
}
