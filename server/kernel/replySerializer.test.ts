import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { api } from '../../contract/api.ts'
import { date, kobo, listOf, text } from '../../contract/endpoint.ts'
import { localDate } from '../../engine/dates.ts'
import { kobo as amount } from '../../engine/money.ts'
import { inverted, replyWriter } from './replySerializer.ts'

test('every reply of the contract can be turned round', () => {
  for (const { reply } of Object.values(api)) expect(() => inverted(reply)).not.toThrow()
})

describe('a reply leaves as zod would encode it', () => {
  const row = z.object({
    name: text(40),
    owed: kobo,
    paid: z.nullable(kobo),
    fees: z.array(kobo),
    byMonth: z.record(z.string(), kobo),
    on: z.optional(date),
    note: z._default(text(20, 0), 'none'),
    what: z.union([z.object({ kind: z.literal('cash'), sum: kobo }), z.object({ kind: z.literal('none') })]),
  })
  const reply = listOf(row)
  const held = (what: z.output<typeof row>['what']): z.output<typeof row> => ({
    name: 'Ọlábísí Ṣówándé',
    owed: amount(12_345_678_901_234_567n),
    paid: null,
    fees: [amount(1n), amount(-2n)],
    byMonth: { '2026-11': amount(7n) },
    on: localDate('2026-11-25'),
    note: '',
    what,
  })

  test.each([
    ['an amount inside a choice', held({ kind: 'cash', sum: amount(9n) })],
    ['no amount there', held({ kind: 'none' })],
    ['a field left out', { ...held({ kind: 'none' }), on: undefined }],
  ])('%s', (_, each) => {
    const page = { rows: [each], total: 1, totalIsExact: true, next: null }
    expect(replyWriter(reply)(page)).toBe(JSON.stringify(z.encode(reply, page)))
  })
})

describe('what may not leave', () => {
  const reply = z
    .object({ owed: kobo.check(z.refine(value => value > 0n, 'Above zero')), name: text(5) })
    .check(z.refine(({ owed }) => owed < 100n, 'Below a naira'))
  const write = replyWriter(reply)
  test.each<[string, unknown]>([
    ['an amount that is a number', { owed: 5, name: 'Musa' }],
    ['an amount that is text', { owed: '5', name: 'Musa' }],
    ['an amount against its own rule', { owed: 0n, name: 'Musa' }],
    ['an amount against a rule of the whole', { owed: 100n, name: 'Musa' }],
    ['an amount that is not there', { name: 'Musa' }],
    ['a text longer than was said', { owed: 5n, name: 'Musa Ibrahim' }],
  ])('%s', (_, value) => {
    expect(() => write(value)).toThrow(z.core.$ZodError)
  })

  test('an undeclared field is not sent', () => {
    expect(write({ owed: 5n, name: 'Musa', passwordHash: 'x' })).toBe('{"owed":"5","name":"Musa"}')
  })
})

test('a kind that was never thought of is refused at once, not sent as it is', () => {
  expect(() => inverted(z.map(z.string(), kobo))).toThrow('say here how it leaves')
})
