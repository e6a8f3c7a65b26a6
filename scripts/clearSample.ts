import { join } from 'node:path'
import { clearHalfLoaded } from '../sample/clear.ts'
import { readConfig } from '../server/kernel/config.ts'
import { startEmbedded } from '../server/kernel/embedded.ts'
import { readSettings } from './prepare.mjs'

/** `npm run demo:clear`: removes a sample lender whose loading was interrupted, from the database that a start would use. */

readSettings()
const config = readConfig(process.env)
const database = config.databaseUrl
  ? { url: config.databaseUrl, stop: async () => {} }
  : await startEmbedded({ directory: join(config.dataDirectory, 'postgres'), log: () => {} })
try {
  console.log(
    (await clearHalfLoaded(database.url))
      ? 'Removed the interrupted sample lender. Start again with "npm run demo".'
      : 'Nothing to remove: no loading of the sample lender was interrupted here.',
  )
} finally {
  await database.stop()
}
