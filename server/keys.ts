import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Keys derived from the one secret, each for one use, so that one leaking does not open the others. */
export type Keys = {
  /** Signs session tokens. */
  session: Uint8Array
  /** A keyed hash: equal values are found without being readable. */
  blindIndex(use: string, value: string): Buffer
  /** AES-256-GCM: personal data and second-factor secrets at rest. */
  seal(plain: string): string
  open(sealed: string): string
}

/** Said aloud, or Node accepts four bytes of tag, which can be guessed. */
const TAG_BYTES = 16

export function deriveKeys(secret: string): Keys {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'iroko', use, 32))
  const lookup = derive('blind index')
  const vault = derive('vault')
  return {
    session: new Uint8Array(derive('session')),
    blindIndex: (use, value) => createHmac('sha256', lookup).update(`${use}\0${value}`).digest(),
    seal: plain => sealWith(vault, plain),
    open: sealed => openWith(vault, sealed),
  }
}

/** AES-256-GCM under a key of 32 bytes: of the house, or of one record that may have to be forgotten. */
export function sealWith(key: Uint8Array, plain: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

export function openWith(key: Uint8Array, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(12, 12 + TAG_BYTES))
  const body = bytes.subarray(12 + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}
