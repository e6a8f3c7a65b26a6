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
    seal(plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', vault, iv, { authTagLength: TAG_BYTES })
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', vault, bytes.subarray(0, 12), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(bytes.subarray(12, 12 + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(12 + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}
