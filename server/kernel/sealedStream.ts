import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Backups are sealed piece by piece, as age does it: AES-256-GCM under a key of the file, whose nonce counts the pieces and
 * marks the last one. A piece that was changed, moved, repeated or cut off does not open, and nothing of it is given out.
 */
const MARK = Buffer.from('iroko backup 1\n')
const SALT_BYTES = 16
const TAG_BYTES = 16
const PIECE_BYTES = 2 ** 20

const keyOf = (secret: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'iroko backup', 32))

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(piece, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Pieces of one size; the last may be shorter, and there is always one. */
async function* pieces(from: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<[Buffer, boolean]> {
  let held = Buffer.alloc(0)
  for await (const block of from) {
    held = held.length === 0 ? Buffer.from(block) : Buffer.concat([held, block])
    // the last piece is known as such only at the end
    while (held.length > bytes) {
      yield [held.subarray(0, bytes), false]
      held = held.subarray(bytes)
    }
  }
  yield [held, true]
}

export async function* sealStream(from: AsyncIterable<Uint8Array>, secret: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const key = keyOf(secret, salt)
  yield Buffer.concat([MARK, salt])
  let count = 0
  for await (const [piece, isLast] of pieces(from, PIECE_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count++, isLast), { authTagLength: TAG_BYTES })
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
}

export async function* openStream(from: AsyncIterable<Uint8Array>, secret: string): AsyncGenerator<Buffer> {
  const blocks = from[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < MARK.length + SALT_BYTES) {
    const next = await blocks.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
  }
  if (!head.subarray(0, MARK.length).equals(MARK)) throw new Error('This is not a sealed backup.')
  const key = keyOf(secret, head.subarray(MARK.length, MARK.length + SALT_BYTES))
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield head.subarray(MARK.length + SALT_BYTES)
    for (let next = await blocks.next(); !next.done; next = await blocks.next()) yield next.value
  }
  let count = 0
  for await (const [piece, isLast] of pieces(rest(), PIECE_BYTES + TAG_BYTES)) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(count++, isLast), {
      authTagLength: TAG_BYTES,
    })
    const end = piece.length - TAG_BYTES
    if (end < 0) throw new Error('The backup is cut off.')
    decipher.setAuthTag(piece.subarray(end))
    try {
      yield Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()])
    } catch {
      throw new Error('The backup was changed, cut off, or sealed with another IROKO_BACKUP_KEY.')
    }
  }
}
