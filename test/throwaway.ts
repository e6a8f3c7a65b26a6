import { chmod, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder to throw away, in which PostgreSQL, which root runs as another user, can live too and go with it. */
export async function throwawayFolder(purpose: string, within = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(await realpath(within), `iroko-${purpose}-`))
  await chmod(folder, 0o711)
  return folder
}
