import { describe, expect, test } from 'vitest'
import { deriveKeys } from './keys.ts'

const keys = deriveKeys('one secret of more than thirty-two letters')
const other = deriveKeys('another secret of more than thirty-two letters')

describe('what is sealed', () => {
  test.each(['22212345678', '', 'ọ̀nà òfurufú', 'a'.repeat(10_000)])('opens again: %s', plain => {
    expect(keys.open(keys.seal(plain))).toBe(plain)
  })

  test('looks different each time and holds nothing readable', () => {
    const sealed = keys.seal('22212345678')
    expect(keys.seal('22212345678')).not.toBe(sealed)
    expect(Buffer.from(sealed, 'base64url').includes('222123')).toBe(false)
  })

  test('does not open with another secret', () => expect(() => other.open(keys.seal('x'))).toThrow())

  test('does not open once a single bit is changed', () => {
    const sealed = Buffer.from(keys.seal('22212345678'), 'base64url')
    for (let place = 0; place < sealed.length; place++) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
      expect(() => keys.open(changed.toString('base64url')), `byte ${place}`).toThrow()
    }
  })

  test('does not open cut short, not even to nothing', () => {
    const sealed = Buffer.from(keys.seal(''), 'base64url')
    for (let length = 0; length < sealed.length; length++)
      expect(() => keys.open(sealed.subarray(0, length).toString('base64url')), `${length} bytes`).toThrow()
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
