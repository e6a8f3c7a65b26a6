/** Writes db/schema.sql and server/kernel/schema.ts from a freshly migrated database; `test/schema.test.ts` fails when that was forgotten. */
import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { migrate } from '../server/kernel/db.ts'
import { startEmbedded } from '../server/kernel/embedded.ts'
import { schemaText } from '../test/catalog.ts'
import { throwawayFolder } from '../test/throwaway.ts'

const directory = await throwawayFolder('schema')
const database = await startEmbedded({ directory })
try {
  await migrate(database.url)
  await writeFile('db/schema.sql', await schemaText(database.url))
  execFileSync(
    'npx',
    [
      'kysely-codegen',
      '--dialect=postgres',
      `--url=${database.url}`,
      '--out-file=server/kernel/schema.ts',
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
