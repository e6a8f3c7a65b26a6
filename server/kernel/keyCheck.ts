import { ConfigError } from './config.ts'
import type { Tx } from './db.ts'
import { madeSecret, storedSecret } from './files.ts'
import { fingerprintOf, saveFingerprint, someSealed } from './keyCheck.sql.ts'
import { deriveKeys, type Keys } from './keys.ts'

/** Another secret would sign, seal and index what no other process can read or match, so the program does not start on it. */

const WHERE =
  'Set IROKO_SECRET, or put the file "secret" of this installation into IROKO_DATA. See docs/operations.md, Keys.'

/** The keys of this installation. A secret is made only where nothing was ever sealed. */
export async function openKeys(
  tx: Tx,
  { secret, dataDirectory }: { secret: string | undefined; dataDirectory: string },
): Promise<{ keys: Keys; secret: string }> {
  const given = secret ?? (await storedSecret(dataDirectory))
  if (given === undefined && (await isSealed(tx)))
    throw new ConfigError(`The database holds sealed data, and no secret was given to open it. ${WHERE}`)
  const used = given ?? (await madeSecret(dataDirectory))
  const keys = deriveKeys(used)
  await checkKeys(tx, keys)
  return { keys, secret: used }
}

/** Refuses keys that are not those of the database. The first to start on an empty one decides, also among several. */
export async function checkKeys(tx: Tx, keys: Keys): Promise<void> {
  const known = await fingerprintOf(tx)
  if (known === undefined && !(await opensAll(tx, keys))) throw anotherSecret()
  await saveFingerprint(tx, keys.fingerprint)
  if ((await fingerprintOf(tx)) !== keys.fingerprint) throw anotherSecret()
}

const anotherSecret = (): ConfigError =>
  new ConfigError(`The secret is not the one that this database was sealed with. ${WHERE}`)

const isSealed = async (tx: Tx): Promise<boolean> =>
  (await fingerprintOf(tx)) !== undefined || (await someSealed(tx)).length > 0

/** A database older than fingerprints is recognised by its contents. */
async function opensAll(tx: Tx, keys: Keys): Promise<boolean> {
  try {
    for (const { sealed, kind, id } of await someSealed(tx)) keys.open(sealed, [kind, id])
    return true
  } catch {
    return false
  }
}
