/** Writes server/schema.ts from a freshly migrated database, so that SQL and types cannot drift apart. */
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../server/db.ts'
import { startEmbedded } from '../server/embedded.ts'

const directory = await mkdtemp(join(tmpdir(), 'iroko-schema-'))
// so that PostgreSQL, which root runs as another user, can live in it and go with it
await chmod(directory, 0o711)
const database = await startEmbedded({ directory })
try {
  await migrate(database.url)
  execFileSync(
    'npx',
    [
      'kysely-codegen',
      '--dialect=postgres',
      `--url=${database.url}`,
      '--out-file=server/schema.ts',
      '--date-parser=string',
      '--numeric-parser=string',
      '--include-pattern=public.*',
      '--no-domains',
      ...process.argv.slice(2),
    ],
    { stdio: 'inherit' },
  )
} finally {
  await database.stop()
  await rm(directory, { recursive: true, force: true })
}
