import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod/mini'
import {
  date,
  type Endpoint,
  endpoint,
  exportOf,
  fillPath,
  type Input,
  id,
  kobo,
  listOf,
  naira,
  nairaOfFile,
  page,
  pathParameters,
  randomId,
  term,
  text,
  why,
} from './endpoint.ts'

const said = (schema: z.ZodMiniType, value: unknown): unknown => {
  const result = schema.safeParse(value)
  return result.success ? result.data : (result.error.issues[0]?.message ?? 'refused')
}

test('an endpoint is behind a permission or public: neither, or both, does not compile', () => {
  type Plain = {
    method: 'GET'
    path: '/api/loans'
    summary: 'Loans.'
    input: z.ZodMiniObject
    reply: z.ZodMiniType
  }
  expectTypeOf<Plain & { public: true }>().toExtend<Endpoint>()
  expectTypeOf<Plain & { permission: 'money.ask' }>().toExtend<Endpoint>()
  expectTypeOf<Plain>().not.toExtend<Endpoint>()
  expectTypeOf<Plain & { public: true; permission: 'money.ask' }>().not.toExtend<Endpoint>()
  expectTypeOf<Plain & { permission: 'everything' }>().not.toExtend<Endpoint>()
})

describe('text a person typed', () => {
  test.each([
    ['a name',                        "O'Brien",               "O'Brien"],
    ['accents and dots below',        'Ọlátúnjí',              'Ọlátúnjí'],
    ['the same name decomposed',      'Ọlátúnjí'.normalize('NFD'), 'Ọlátúnjí'.normalize('NFC')],
    ['spaces around',                 '  Halima  ',            'Halima'],
    ['an emoji',                      'Ngozi 🌳',              'Ngozi 🌳'],
    ['two lines',                     'first\nsecond',         'first\nsecond'],
    ['nothing',                       '',                      'Please fill this in'],
    ['spaces only',                   ' \t ',                  'Please fill this in'],
    ['20 characters',                 'a'.repeat(20),          'a'.repeat(20)],
    ['21 characters',                 'a'.repeat(21),          'At most 20 characters'],
    ['a megabyte of accents',         '\u0301'.repeat(1e6),    'At most 20 characters'],
    ['NUL',                           'Ade\0bayo',             'Contains characters that cannot be stored'],
    ['a bell',                        'Ade\u0007',             'Contains characters that cannot be stored'],
    ['text turned round',             'Ade\u202Eoyab',         'Contains characters that cannot be stored'],
    ['half of an emoji',              'Ade\ud83c',             'Contains characters that cannot be stored'],
    ['the other half',                'Ade\udf33',             'Contains characters that cannot be stored'],
  ])('%s', (_what, typed, expected) => expect(said(text(20), typed)).toBe(expected)) // biome-ignore format: a table

  test.each([
    ['nothing', ' ', 'Enter a reason'],
    ['too little', 'ok', 'At least 3 characters'],
    ['a reason', 'Left the service', 'Left the service'],
  ])('as a reason: %s', (_what, typed, expected) => expect(said(why(20), typed)).toBe(expected))

  test.each([
    ['a name decomposed', 'Ọlátúnjí'.normalize('NFD'), 'Ọlátúnjí'.normalize('NFC')],
    ['20 letters decomposed', 'é'.repeat(20).normalize('NFD'), 'é'.repeat(20)],
    ['21 letters', 'a'.repeat(21), 'At most 20 characters'],
    ['a megabyte of accents', '\u0301'.repeat(1e6), 'At most 20 characters'],
    ['nothing', ' ', ''],
  ])('B41 as what is searched for: %s', (_what, typed, expected) =>
    expect(said(term(20), typed)).toBe(expected),
  )

  test('goes back to the wire as it is kept', () => {
    expect(z.encode(text(20), 'Ngozi')).toBe('Ngozi')
  })
})

describe('a word to search by', () => {
  test.each([
    ['a word', ' Okafor ', 'Okafor'],
    ['signs that SQL knows', `%_\\'";--`, `%_\\'";--`],
    ['nothing', '', ''],
    ['11 characters', 'a'.repeat(11), 'At most 10 characters'],
    ['NUL', 'a\0b', 'Contains characters that cannot be stored'],
    ['half of an emoji', 'a\ud83c', 'Contains characters that cannot be stored'],
  ])('%s', (_what, typed, expected) => expect(said(term(10), typed)).toBe(expected))
})

describe('an amount', () => {
  test.each([
    ['125000', 125_000n],
    ['-125000', -125_000n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['999999999999999999', 999_999_999_999_999_999n],
    ['999999999999999999999999', 999_999_999_999_999_999_999_999n],
    ['1000000000000000000000000', 'Not an amount in kobo'],
    ['1,000', 'Not an amount in kobo'],
    ['12.50', 'Not an amount in kobo'],
    ['1e5', 'Not an amount in kobo'],
    ['NaN', 'Not an amount in kobo'],
    ['١٢٣', 'Not an amount in kobo'],
    ['', 'Not an amount in kobo'],
  ])('%s', (typed, expected) => expect(said(kobo, typed)).toBe(expected))

  test.each([125000, null, {}])('%j is not even text', value =>
    expect(kobo.safeParse(value).success).toBe(false),
  )

  test('travels there and back whole', () => {
    // two bigint columns at their fullest, added up
    const most = z.decode(kobo, '18446744073709551614')
    expect(z.encode(kobo, most)).toBe('18446744073709551614')
    expect(() => z.encode(kobo, 12.5 as never)).toThrow()
  })
})

describe('an amount that a person enters', () => {
  test.each([
    ['0', naira, 0n],
    ['100000000000', naira, 100_000_000_000n],
    ['100000000001', naira, 'At most ₦1,000,000,000.00'],
    ['-100000000001', naira, 'At most ₦1,000,000,000.00'],
    ['999999999999999999', naira, 'At most ₦1,000,000,000.00'],
    ['1000000000000000000', naira, 'Not an amount in kobo'],
    ['100000000000000', nairaOfFile, 100_000_000_000_000n],
    ['100000000000001', nairaOfFile, 'At most ₦1,000,000,000,000.00'],
  ])('%s', (typed, schema, expected) => expect(said(schema, typed)).toBe(expected))
})

describe('a day', () => {
  test.each([
    ['2026-11-14', '2026-11-14'],
    ['2024-02-29', '2024-02-29'],
    ['1999-02-29', 'Not a valid date. Use YYYY-MM-DD.'],
    ['2026-13-01', 'Not a valid date. Use YYYY-MM-DD.'],
    ['14/11/2026', 'Not a valid date. Use YYYY-MM-DD.'],
    ['2026-11-14T00:00', 'Not a valid date. Use YYYY-MM-DD.'],
    ['0000-01-01', 'Not a valid date. Use YYYY-MM-DD.'],
    ['9999-12-31', 'Not a valid date. Use YYYY-MM-DD.'],
  ])('%s', (typed, expected) => expect(said(date, typed)).toBe(expected))

  test('can stand in a reply too', () => {
    const reply = listOf(z.object({ dueOn: date, amount: kobo }))
    const sent = { rows: [{ dueOn: '2026-11-25', amount: '5000' }], total: 1, totalIsExact: true, next: null }
    expect(z.encode(reply, z.decode(reply, sent))).toEqual(sent)
  })
})

describe('a page', () => {
  test.each([
    ['1', 1], ['200', 200], [undefined, 25],
    ['0', 'At least 1'], ['-1', 'At least 1'], ['201', 'At most 200'], ['1e9', 'At most 200'],
  ])('limit %s', (limit, expected) => expect(said(page.shape.limit, limit)).toBe(expected)) // biome-ignore format: a table

  test.each(['abc', '1.5', 'NaN', 'Infinity', ['1', '2'], {}])('limit %j is refused', limit => {
    expect(page.safeParse({ limit }).success).toBe(false)
  })
})

test('ids are UUIDs and nothing like them', () => {
  for (const wrong of ['', '1', '../../etc/passwd', '7d444840-9dc0-11d1-b245-5ffdce74fad', "' or 1=1 --"])
    expect(id.safeParse(wrong).success, wrong).toBe(false)
})

test('what stays in the books has a random id, and none that the server may derive from one', () => {
  expect(randomId.safeParse('7d444840-9dc0-41d1-b245-5ffdce74fad2').success).toBe(true)
  for (const version of '0123567f')
    expect(randomId.safeParse(`7d444840-9dc0-${version}1d1-b245-5ffdce74fad2`).success, version).toBe(false)
  expect(randomId.safeParse('00000000-0000-0000-0000-000000000000').success).toBe(false)
})

test('names in an address', () => {
  expect(pathParameters('/api/history/:subjectType/:subjectId')).toEqual(['subjectType', 'subjectId'])
  expect(pathParameters('/api/users')).toEqual([])
  expect(
    fillPath('/api/history/:subjectType/:subjectId', { subjectType: 'loan', subjectId: 'L 7/1', limit: 5 }),
  ).toEqual({
    path: '/api/history/loan/L%207%2F1',
    rest: { limit: 5 },
  })
})

describe('the export of a list', () => {
  const list = endpoint({
    method: 'POST',
    path: '/api/things/list',
    permission: 'audit.read',
    summary: 'Things.',
    reads: true,
    replay: false,
    input: z.extend(page, { kind: z.enum(['old', 'new']) }),
    reply: listOf(z.object({ id })),
  })
  const made = exportOf(list, '/api/things/export', 'Things, as CSV or XLSX.')

  test('has the readers of the list and is asked as the list is', () => {
    expect(made).toMatchObject({
      method: 'POST',
      path: '/api/things/export',
      permission: 'audit.read',
      reads: true,
      replay: false,
    })
  })

  test('has the filter of the list, no page, and a format', () => {
    expect(Object.keys(made.input.shape)).toEqual(['kind', 'format'])
    expect(z.parse(made.input, { kind: 'old' })).toEqual({ kind: 'old', format: 'csv' })
    expect(z.safeParse(made.input, { kind: 'old', format: 'pdf' }).success).toBe(false)
    expectTypeOf<Input<typeof made>>().toEqualTypeOf<{ kind: 'old' | 'new'; format: 'csv' | 'xlsx' }>()
  })

  test('takes the formats that it adds', () => {
    const figures = exportOf(list, '/api/things/export', 'Things, as CSV, XLSX or PDF.', 'pdf')
    expect(z.parse(figures.input, { kind: 'new', format: 'pdf' }).format).toBe('pdf')
  })
})
