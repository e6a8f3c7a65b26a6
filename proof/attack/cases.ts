import { randomUUID } from 'node:crypto'
import { adaeze, type Stated } from '../../test/applicants.ts'
import type { Values } from './sample.ts'
import type { Target } from './target.ts'

/** The bad inputs of the proof, by number, as a clerk's or an applicant's browser would send them. */

export type Case = {
  id: string
  what: string
  call: string
  values: Values
  /** The field that the refusal must name; without it, any clear refusal will do. */
  field?: string
}

const deep = (open: string, close: string): string => open.repeat(10_000) + close.repeat(10_000)

export const BAD_BODIES: readonly [string, string][] = [
  ['nothing', ''],
  ['a number', '5'],
  ['a list', '[]'],
  ['cut short', '{"id":"'],
  ['10,000 deep', deep('[', ']')],
  ['__proto__', '{"__proto__":{"roles":["superAdmin"]}}'],
  ['constructor', '{"constructor":{"prototype":{"roles":1}}}'],
]

/** What applicants state, wrong in one place. */
const APPLICATIONS: readonly [id: string, field: keyof Stated, values: readonly unknown[]][] = [
  ['B21', 'amount', ['-1', '-50000000']],
  ['B22', 'amount', ['0', '00']],
  ['B23', 'amount', ['0.001', '50000000.5']],
  ['B24', 'amount', ['1e309', 'NaN', 'Infinity', '1,000.00', '12,5OO', 50000000, null]],
  ['B25', 'amount', ['9007199254740993', '9'.repeat(18), '9'.repeat(30)]],
  ['B24', 'netPay', ['-1', '0', '1e5', '9'.repeat(18)]],
  ['B27', 'tenor', [0, -1, 1.5, 10_000, '12', null]],
  ['B37', 'phone', ['0803', '+234', '0803123456789', '0803abc4567', '٠٨٠٣١٢٣٤٥٦٧', '012345678', '', '+2348031234567890']],
  ['B37', 'kinPhone', ['0803', 'letters', '']],
  ['B38', 'bvn', ['2212345678', '221234567890', '00000000000', '2212345678a', '٢٢١٢٣٤٥٦٧٨٩', '']],
  ['B38', 'nin', ['5112345678', '511234567890', '00000000000', '']],
  ['B39', 'accountNumber', ['012345678', '01234567890', '01234567a9']],
  ['B40', 'state', ['Biafra', 'lagos ', '']],
  ['B40', 'bankCode', ['999', '', '058; drop table loan']],
  ['B40', 'title', ['DR', 'mr', '']],
  ['B40', 'gender', ['X', 'female', '']],
  ['B41', 'surname', ['a'.repeat(300), '😀', 'Ada\u200beze', 'Ada\u202eeze', 'Ada\0eze', '<b>Ada</b>', '=cmd', '', ' ', '123']],
  ['B41', 'firstName', ['a'.repeat(300), '😀', '\u200b', 'Ada\nEze', "'; --"]],
  ['B42', 'dateOfBirth', ['1999-02-29', '2099-01-01', '2010-01-01', '1899-12-31', '12/04/1988', '1988-4-12']],
  ['B42', 'firstAppointmentOn', ['2099-01-01', '1900-01-01', '2026-02-30']],
  ['B40', 'payrollSource', ['NASA', '', 'IPPIS\n']],
  ['B40', 'productId', [randomUUID(), 'PSL', '']],
  ['B78', 'accountOfficerCode', ['a'.repeat(61), 'AO\x014', 'AO\u202e014']],
  ['B78', 'consented', [false, 'true', null]],
  ['B41', 'email', ['nobody', 'a@b', `${'a'.repeat(300)}@iroko.test`, 'a@iroko.test\nbcc: b@iroko.test']],
] // biome-ignore format: a table

const TEMPLATES: readonly [id: string, what: string, body: string][] = [
  ['B75', 'an unknown placeholder', 'Dear {{frstName}}'],
  ['B75', 'one inside another', 'Dear {{first{{name}}}}'],
  ['B75', 'one never closed', 'Dear {{firstName'],
  ['B75', '5,000 characters', 'x'.repeat(5_000)],
  ['B76', '{{constructor}}', 'Dear {{constructor}}'],
  ['B76', '{{__proto__}}', 'Dear {{__proto__}}'],
  ['B76', '{{toString}}', 'Dear {{toString}}'],
  ['B76', 'an expression', 'Dear {{7*7}}'],
]

/** The machine's own address is stored and refused when sending, by what the name resolves to (`gateway.test.ts`). */
const ADDRESSES: readonly string[] = [
  'https://169.254.169.254/latest/meta-data', 'file:///etc/passwd', 'gopher://api.ng.termii.com:6379/_INFO', 'https://10.0.0.1', 'https://192.168.1.1',
  'https://[::ffff:10.0.0.1]', 'https://[fd00::1]', 'https://0xa9fea9fe', 'https://intranet', 'https://user:word@api.ng.termii.com',
  'http://169.254.169.254', 'javascript:alert(1)', 'ftp://api.ng.termii.com', '', 'https://', '//api.ng.termii.com',
] // biome-ignore format: a list

const QUERIES: readonly [id: string, values: Values, field: string][] = [
  ['B30', { sort: 'name;drop table staff' }, 'sort'],
  ['B31', { sort: '(select 1)' }, 'sort'],
  ['B32', { sort: 'password_hash' }, 'sort'],
  ['B33', { limit: -1 }, 'limit'],
  ['B33', { limit: 0 }, 'limit'],
  ['B33', { limit: 1e9 }, 'limit'],
  ['B33', { limit: 'abc' }, 'limit'],
  ['B34', { search: 'a\0b' }, 'search'],
  ['B34', { search: 'a'.repeat(10_000) }, 'search'],
  ['B36', { 'search[$ne]': 'x' }, 'search[$ne]'],
]
const LISTS: Record<string, Values> = {
  userList: {},
  requestList: { stage: 'reviewer' },
  loanList: {},
  customerList: {},
}

/**
 * `draftId`: an open draft, without which requests that only a business rule forbids would be refused for want of one.
 */
export function badCases(draftId: string): Case[] {
  const application = (change: Partial<Stated>): Values => ({
    id: randomUUID(),
    draftId,
    application: adaeze(change),
  })
  return [
    ...APPLICATIONS.flatMap(([id, field, values]) =>
      values.map(value => ({
        id,
        what: `${field} ${JSON.stringify(value)?.slice(0, 40)}`,
        call: 'requestSubmit',
        values: application({ [field]: value }),
        field,
      })),
    ),
    ...TEMPLATES.map(([id, what, body]) => ({
      id, what, call: 'templateSave', field: 'body',
      values: { id: randomUUID(), name: `Bad ${what}`.slice(0, 80), purpose: 'marketing', event: null, body, basedOn: 0 },
    })),
    ...ADDRESSES.map(baseUrl => ({
      id: 'B45', what: baseUrl, call: 'gatewayAccountChange', field: 'baseUrl',
      values: { gateway: 'termii', baseUrl, username: '', apiKey: 'tk_not_a_real_key', reason: 'A new account' },
    })),
    ...Object.entries(LISTS).flatMap(([call, needed]) =>
      QUERIES.map(([id, values, field]) => ({ id, what: `${call} ${JSON.stringify(values).slice(0, 40)}`, call, values: { ...needed, ...values }, field })),
    ),
  ] // biome-ignore format: a table
}

/** B26–B29: what posting refuses, on a loan that lives, one that waits and one that is closed. */
export async function badActs({ pool }: Target): Promise<Case[]> {
  const loan = async (status: string): Promise<string | undefined> =>
    (
      await pool.query<{ id: string }>('select id from loan where status = $1 order by number limit 1', [
        status,
      ])
    ).rows[0]?.id
  const [live, waiting, closed] = [
    await loan('live'),
    await loan('awaiting disbursement'),
    await loan('closed'),
  ]
  const act = (id: string, what: string, loanId: string | undefined, input: Values): Case[] =>
    loanId
      ? [{ id, what, call: 'loanActDo', values: { loanId, id: randomUUID(), input, reason: 'As agreed' } }]
      : []
  const receipt = (amount: unknown, on: string): Values => ({
    act: 'receipt', amount, on, channel: 'bank transfer', reference: `R-${randomUUID().slice(0, 8)}`,
  }) // biome-ignore format: a receipt
  const day = (projection: number): string =>
    new Date(Date.now() + projection * 86_400_000 + 3_600_000).toISOString().slice(0, 10)
  const form = { id: randomUUID(), loanIds: [live], valueOn: day(0), payingAccount: 'GTBank operations' }
  const disburseTwice: Case[] = live
    ? [
        {
          id: 'B28',
          what: 'a disbursement twice',
          call: 'payoutBatchMake',
          values: { ...form, reason: 'Again' },
        },
      ]
    : []
  return [
    ...['-1', '0', '0.001', '1e5', 'NaN', '9'.repeat(19), 5, null].flatMap(amount =>
      act('B21', `a receipt of ${amount}`, live, receipt(amount, day(0))),
    ),
    ...act('B28', 'a receipt of tomorrow', live, receipt('100000', day(2))),
    ...act('B28', 'a receipt before the disbursement', live, receipt('100000', '2020-01-01')),
    ...act('B28', 'a receipt on a loan that waits', waiting, receipt('100000', day(0))),
    // a repayment above what is owed, or on a closed loan, is real money: it is posted as the customer's credit
    ...act('B28', 'a write-off of a closed loan', closed, { act: 'writeOff' }),
    ...disburseTwice,
    ...act('B29', 'a refund of what is not there', live, {
      act: 'refund',
      amount: '99900000000',
      reference: 'RF-1',
    }),
    ...act('B29', 'a waiver beyond what is owed', live, {
      act: 'waiver',
      component: 'interest',
      amount: '99900000000',
    }),
    ...act('B26', 'a charge below nothing', live, {
      act: 'charge',
      component: 'penalty',
      amount: '-100',
      on: day(0),
    }),
    ...act('B26', 'an act nobody knows', live, { act: 'forgive', amount: '100' }),
    ...(await badTerms(pool)),
  ]
}

async function badTerms(pool: Target['pool']): Promise<Case[]> {
  const { rows } = await pool.query<{ product_id: string; code: string; terms: Values; version: number }>(
    `select v.product_id, p.code, v.terms, v.version from product_version v join product p on p.id = v.product_id
     order by p.code, v.version desc limit 1`,
  )
  const found = rows[0]
  if (!found) return []
  const changes: readonly Values[] = [
    { ratePpm: -1 }, { ratePpm: 1.5 }, { ratePpm: 300_001 }, { ratePpm: 'NaN' }, { leastTenor: 0 }, { mostTenor: 10_000 }, { leastTenor: 1.5 },
    { leastAmount: '-1' }, { mostAmount: '9'.repeat(19) }, { leastAmount: '1e5' }, { fees: [{ name: 'Fee', collected: 'deducted', flat: '-5', sharePpm: 0 }] },
  ] // biome-ignore format: a list
  return changes.map(change => ({
    id: 'B26',
    what: JSON.stringify(change),
    call: 'productChange',
    field: Object.keys(change)[0] === 'fees' ? 'flat' : (Object.keys(change)[0] ?? ''),
    values: {
      id: found.product_id, code: found.code, name: 'Public servant loan', description: 'For public servants', terms: { ...found.terms, ...change },
      effectiveOn: '2027-01-01', basedOn: found.version, reason: 'New terms',
    }, // biome-ignore format: a form
  }))
}
