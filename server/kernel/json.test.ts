import { expect, test } from 'vitest'
import { storableJson } from './json.ts'

const HALF = '😀'.slice(0, 1)

test.each<[what: string, value: unknown, kept: unknown]>([
  ['plain text', { a: 'Ngọzi', b: [1, null] }, { a: 'Ngọzi', b: [1, null] }],
  ['whole letters', { a: '😀' }, { a: '😀' }],
  ['a zero sign', { 'k\0': 'a\0b' }, { k: 'ab' }],
  ['half a letter', { a: `x${HALF}` }, { a: 'x\ufffd' }],
  ['what only looks like one', { a: '\\u0000 \\ud83d \\\\u0000' }, { a: '\\u0000 \\ud83d \\\\u0000' }],
  ['a backslash before one', { a: `\\${HALF}\\\0` }, { a: '\\\ufffd\\' }],
  ['other signs', { a: '\u0001\n"' }, { a: '\u0001\n"' }],
])('%s', (_, value, stored) => expect(JSON.parse(storableJson(value))).toEqual(stored))
