import { hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deriveKeys, type Owner, sealWith } from './keys.ts'

const keys = deriveKeys('one secret of more than thirty-two letters')
const other = deriveKeys('another secret of more than thirty-two letters')

const ADA: Owner = ['customer.bvn', '0190a0c4-0000-7000-8000-000000000001']
const seal = (plain: string): string => keys.seal(plain, ADA)
const open = (sealed: string, by = keys): string => by.open(sealed, ADA)
const bytesOf = (sealed: string): Buffer => Buffer.from(sealed.slice('v1.'.length), 'base64url')
const marked = (bytes: Buffer): string => `v1.${bytes.toString('base64url')}`

describe('what is sealed', () => {
  test.each(['22212345678', '', 'ọ̀nà òfurufú', 'a'.repeat(10_000)])('opens again: %s', plain => {
    expect(open(seal(plain))).toBe(plain)
  })

  test('looks different each time and holds nothing readable', () => {
    const sealed = seal('22212345678')
    expect(seal('22212345678')).not.toBe(sealed)
    expect(bytesOf(sealed).includes('222123')).toBe(false)
  })

  test('does not open with another secret', () => expect(() => open(seal('x'), other)).toThrow())

  test.each<[what: string, owner: Owner]>([
    ['on the record of another person', ['customer.bvn', '0190a0c4-0000-7000-8000-000000000002']],
    ['in another column', ['customer.nin', ADA[1]]],
    ['in another table', ['request.bvn', ADA[1]]],
  ])('does not open %s', (_, owner) => {
    expect(() => keys.open(seal('22212345678'), owner)).toThrow()
  })

  test('does not open once its mark is taken off, and what was sealed before there was one does', () => {
    expect(() => open(seal('x').slice('v1.'.length))).toThrow()
    const vault = Buffer.from(
      hkdfSync('sha256', 'one secret of more than thirty-two letters', 'iroko', 'vault', 32),
    )
    expect(open(sealWith(vault, '22212345678'))).toBe('22212345678')
  })

  test('does not open once a single bit is changed', () => {
    const sealed = bytesOf(seal('22212345678'))
    for (let place = 0; place < sealed.length; place++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      expect(() => open(marked(changed)), `byte ${place}`).toThrow()
    }
  })

  test('does not open cut short, not even to nothing', () => {
    const sealed = bytesOf(seal(''))
    for (let length = 0; length < sealed.length; length++)
      expect(() => open(marked(sealed.subarray(0, length))), `${length} bytes`).toThrow()
  })
})

describe('the blind index', () => {
  const index = (use: string, value: string, by = keys) => by.blindIndex(use, value).toString('hex')

  test('finds equal values of one use, and no others', () => {
    expect(index('bvn', '22212345678')).toBe(index('bvn', '22212345678'))
    expect(index('bvn', '22212345678')).not.toBe(index('nin', '22212345678'))
    expect(index('bvn', '22212345678')).not.toBe(index('bvn', '22212345679'))
    expect(index('bvn', '22212345678')).not.toBe(index('bvn', '22212345678', other))
  })
})

test('each key is for one use', () => {
  expect(Buffer.from(keys.session).equals(Buffer.from(other.session))).toBe(false)
  expect(keys.session).toHaveLength(32)
})
