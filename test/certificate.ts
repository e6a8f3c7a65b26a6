import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/**
 * A certificate that nobody but itself vouches for, made anew for every run, so that no key lies about and none runs out.
 * Node signs but writes no certificates: these few lines are all of X.509 that a line on loopback needs.
 */
export type Certificate = { key: string; cert: string }

type Wishes = {
  /** The IPv4 address it is for. */
  address?: string
  /** The last day it holds, as yymmdd. */
  until?: string
}

/** Tag, length, value. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const value = Buffer.concat(parts)
  const length =
    value.length < 0x80
      ? [value.length]
      : value.length < 0x100
        ? [0x81, value.length]
        : [0x82, value.length >> 8, value.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), value])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const identifier = (...bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes))
const bits = (value: Uint8Array): Buffer => der(0x03, Buffer.from([0]), value)
const time = (day: string): Buffer => der(0x17, Buffer.from(`${day}000000Z`))

const ECDSA_WITH_SHA256 = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const COMMON_NAME = identifier(0x55, 0x04, 0x03)
const OTHER_NAMES = identifier(0x55, 0x1d, 0x11)

export function certificate({ address = '127.0.0.1', until = '491231' }: Wishes = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('a gateway for trials')))))
  const addressName = der(0x87, Buffer.from(address.split('.').map(Number)))
  const reported = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time('200101'), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(OTHER_NAMES, der(0x04, sequence(addressName))))),
  )
  const whole = sequence(reported, ECDSA_WITH_SHA256, bits(sign('sha256', reported, privateKey)))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}
