/** Writes db/schema.sql from a freshly migrated database; `test/schema.test.ts` fails when that was forgotten. */
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
} finally {
  await database.stop()
  await rm(directory, { recursive: true, force: true })
}
