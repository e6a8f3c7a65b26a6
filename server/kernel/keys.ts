import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'

/** Keys derived from the one secret, each for one use, so that one leaking does not open the others. */
export type Keys = {
  /** Signs session tokens. */
  session: Uint8Array
  /** A keyed hash: equal values are found without being readable. */
  blindIndex(use: string, value: string): Buffer
  /** AES-256-GCM: personal data and second-factor secrets at rest. What is sealed for one owner opens for no other. */
  seal(plain: string, owner: Owner): string
  open(sealed: string, owner: Owner): string
  /** The same, by this secret alone. */
  openOwn(sealed: string, owner: Owner): string
  /** Shows whether two programs have the same secret, and nothing else about it. */
  fingerprint: string
  /** Those of the secret before, while it is being replaced (app/rotate.ts). */
  before?: Keys | undefined
  /** The key of its blind indexes, sealed under another secret. */
  retire(into: Keys): string
  /** The blind indexes of all secrets so far, for codes that were given to people. */
  everIndex(use: string, value: string): Buffer[]
}

/** Whose value it is: what kind of value, and the id of the record it belongs to, which a copy in an approval shares. */
export type Owner = readonly [kind: OwnerKind, id: string]
export type OwnerKind = (typeof OWNER_KINDS)[number]
export const OWNER_KINDS = [
  'customer.bvn',
  'customer.nin',
  'customer.trailKey',
  'request.bvn',
  'request.nin',
  'staff.bvn',
  'staff.totp',
  'gateway.apiKey',
  'gateway.webhookSecret',
  'loanImport.stated',
  'key.retired',
] as const

/** Before this mark came values were sealed without an owner; they still open. */
const BOUND = 'v1.'
const boundTo = ([kind, id]: Owner): Buffer => Buffer.from(`${kind}\0${id}`)

/** Said aloud, or Node accepts four bytes of tag, which can be guessed. */
const TAG_BYTES = 16
const NOTHING = new Uint8Array()

type Earlier = { before?: Keys | undefined; retired?: readonly Buffer[] }

const indexUnder = (key: Buffer, use: string, value: string): Buffer =>
  createHmac('sha256', key).update(`${use}\0${value}`).digest()

export function deriveKeys(secret: string, { before, retired = [] }: Earlier = {}): Keys {
  const derive = (use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'iroko', use, 32))
  const lookup = derive('blind index')
  const vault = derive('vault')
  const openOwn = (sealed: string, owner: Owner): string =>
    sealed.startsWith(BOUND)
      ? openWith(vault, sealed.slice(BOUND.length), boundTo(owner))
      : openWith(vault, sealed)
  const fingerprint = createHmac('sha256', derive('fingerprint')).update('iroko').digest('hex')
  return {
    session: new Uint8Array(derive('session')),
    blindIndex: (use, value) => indexUnder(lookup, use, value),
    seal: (plain, owner) => BOUND + sealWith(vault, plain, boundTo(owner)),
    openOwn,
    open(sealed, owner) {
      if (!before) return openOwn(sealed, owner)
      try {
        return openOwn(sealed, owner)
      } catch {
        return before.open(sealed, owner)
      }
    },
    before,
    retire: into => into.seal(lookup.toString('base64url'), ['key.retired', fingerprint]),
    everIndex: (use, value) => [
      indexUnder(lookup, use, value),
      ...(before ? before.everIndex(use, value) : []),
      ...retired.map(key => indexUnder(key, use, value)),
    ],
    fingerprint,
  }
}

/** The index that finds a person by a number; under both secrets while one is being replaced (rotation.sql.ts). */
export const personIndex = (keys: Keys, kind: 'bvn' | 'nin', number: string): Buffer =>
  Buffer.concat([keys, keys.before].flatMap(each => each?.blindIndex(kind, number) ?? []))

/** For a command that reads no sealed value and may run where the secret is not. */
export function withoutKeys(): Keys {
  const refused = (): never => {
    throw new Error('this command was started without keys')
  }
  return {
    session: new Uint8Array(),
    fingerprint: '',
    blindIndex: refused,
    seal: refused,
    open: refused,
    openOwn: refused,
    retire: refused,
    everIndex: refused,
  }
}

/** AES-256-GCM under a key of 32 bytes: of the installation, or of one record that may have to be erased. */
export function sealWith(key: Uint8Array, plain: string, bound: Uint8Array = NOTHING): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  cipher.setAAD(bound)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

export function openWith(key: Uint8Array, sealed: string, bound: Uint8Array = NOTHING): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: TAG_BYTES })
  decipher.setAAD(bound)
  decipher.setAuthTag(bytes.subarray(12, 12 + TAG_BYTES))
  const body = bytes.subarray(12 + TAG_BYTES)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
}

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
