import { describe, expect, test } from 'vitest'
import { cutPage, makeCursor, placeOf, readCursor } from './cursor.ts'
import { deriveKeys } from './keys.ts'

const keys = deriveKeys('one secret of more than thirty-two letters')
const filter = { status: 'active', search: 'okafor' }
const cursor = makeCursor(keys, 'users', filter, ['okafor ngozi', 'id-1'])

describe('a cursor', () => {
  test('leads back to its place', () => {
    expect(readCursor(keys, 'users', filter, cursor)).toEqual(['okafor ngozi', 'id-1'])
    expect(readCursor(keys, 'users', filter, undefined)).toBeUndefined()
  })

  test('names the keys of its place', () => {
    expect(placeOf(readCursor(keys, 'users', filter, cursor), 'key', 'id')).toEqual({
      key: 'okafor ngozi',
      id: 'id-1',
    })
    expect(placeOf(undefined, 'key', 'id')).toBeNull()
  })

  const [body = '', signature = ''] = cursor.split('.')
  const forged = Buffer.from('["zzz","id-9"]').toString('base64url')
  test.each([
    ['another place', 'users', filter, `${forged}.${signature}`],
    [
      'another signature',
      'users',
      filter,
      `${body}.${signature.replace(/^./, sign => (sign === 'A' ? 'B' : 'A'))}`,
    ],
    ['no signature', 'users', filter, body],
    ['an empty signature', 'users', filter, `${body}.`],
    ['nothing', 'users', filter, ''],
    ['another list', 'audit', filter, cursor],
    ['another filter', 'users', { ...filter, status: 'suspended' }, cursor],
    ['no filter', 'users', {}, cursor],
  ])('with %s is refused by name', (_what, list, given, text) => {
    expect(() => readCursor(keys, list, given, text)).toThrow('This page link is no longer valid')
  })

  test('of another secret is refused', () => {
    const other = deriveKeys('another secret of more than thirty-two letters')
    expect(() => readCursor(other, 'users', filter, cursor)).toThrow('This page link is no longer valid')
  })
})

test('uses one extra row to detect a next page', () => {
  expect(cutPage([1, 2, 3], 2)).toEqual({ rows: [1, 2], last: 2 })
  expect(cutPage([1, 2], 2)).toEqual({ rows: [1, 2], last: undefined })
  expect(cutPage([], 2)).toEqual({ rows: [], last: undefined })
})
