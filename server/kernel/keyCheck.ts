import { ConfigError } from './config.ts'
import type { Tx } from './db.ts'
import { madeSecret, storedSecret } from './files.ts'
import { announceNext, knownKeys, saveFingerprint, someSealed } from './keyCheck.sql.ts'
import { deriveKeys, type Keys } from './keys.ts'
import { retiredKeys } from './rotation.sql.ts'

/** Another secret would sign, seal and index what no other process can read or match, so the program does not start on it. */

const WHERE =
  'Set IROKO_SECRET, or put the file "secret" of this installation into IROKO_DATA. See docs/operations.md, Keys.'

type Secrets = { secret: string | undefined; secretBefore?: string | undefined; dataDirectory: string }

/** The keys of this installation. A secret is made only where nothing was ever sealed. */
export async function openKeys(
  tx: Tx,
  { secret, secretBefore, dataDirectory }: Secrets,
): Promise<{ keys: Keys; secret: string }> {
  const given = secret ?? (await storedSecret(dataDirectory))
  if (given === undefined && (await isSealed(tx)))
    throw new ConfigError(`The database holds sealed data, and no secret was given to open it. ${WHERE}`)
  const used = given ?? (await madeSecret(dataDirectory))
  const before = secretBefore === undefined ? undefined : deriveKeys(secretBefore)
  const plain = deriveKeys(used, { before })
  await checkKeys(tx, plain)
  const retired = (await retiredKeys(tx)).map(({ fingerprint, key_sealed }) =>
    Buffer.from(plain.open(key_sealed, ['key.retired', fingerprint]), 'base64url'),
  )
  return { keys: deriveKeys(used, { before, retired }), secret: used }
}

/** Refuses keys that are not those of the database. The first to start on an empty one decides, also among several. */
export async function checkKeys(tx: Tx, keys: Keys): Promise<void> {
  const known = await knownKeys(tx)
  if (known === undefined && !(await opensAll(tx, keys))) throw anotherSecret()
  await saveFingerprint(tx, (keys.before ?? keys).fingerprint)
  const { fingerprint, next } = (await knownKeys(tx)) ?? { fingerprint: '', next: null }
  if (fingerprint === keys.fingerprint) {
    if (next === null) return
    throw new ConfigError(
      'IROKO_SECRET is being replaced. Set IROKO_SECRET to the new one and IROKO_SECRET_OLD to this one, and run npm run rotate-secret. See docs/operations.md, Keys.',
    )
  }
  if (fingerprint !== keys.before?.fingerprint) throw anotherSecret()
  if (!(await announceNext(tx, keys.fingerprint)))
    throw new ConfigError(
      'IROKO_SECRET is being replaced by another one than this. Set the one that was begun with, and finish with npm run rotate-secret.',
    )
}

const anotherSecret = (): ConfigError =>
  new ConfigError(`The secret is not the one that this database was sealed with. ${WHERE}`)

const isSealed = async (tx: Tx): Promise<boolean> =>
  (await knownKeys(tx)) !== undefined || (await someSealed(tx)).length > 0

/** A database older than fingerprints is recognised by its contents. */
async function opensAll(tx: Tx, keys: Keys): Promise<boolean> {
  try {
    for (const { sealed, kind, id } of await someSealed(tx)) keys.open(sealed, [kind, id])
    return true
  } catch {
    return false
  }
}
