import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENTS, type EventName, type Facts, VARIABLES } from '../../../contract/messaging.ts'
import { SECTIONS } from '../../../contract/settings.ts'
import { measureSms } from '../../../engine/segments.ts'
import { renderTemplate } from '../../../engine/template.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { COMPANY_MAX_LENGTH, companyFacts } from './notify.ts'

const TODAY = '2026-11-16'

let testApp: TestApp
let bodies: Map<EventName, string>
beforeAll(async () => {
  testApp = await createTestApp()
  const { rows } = await testApp.as('admin').ok('templateList', { limit: 200 })
  bodies = new Map(rows.map(row => [row.event ?? 'phoneCode', row.inForce?.body ?? '']))
})
afterAll(() => testApp.close())

/** The longest values that are usual: amounts of seven digits, long names, an international phone number. */
const LONG: Facts = {
  ...Object.fromEntries(Object.entries(VARIABLES).map(([name, { example }]) => [name, example])),
  company: 'Iroko Credit Limited',
  companyPhone: '+234 803 123 4567',
  firstName: 'Oluwatobiloba',
  surname: 'Adebayo-Ogunleye',
  note: 'a clear photo of your last payslip and your ID',
  amount: 'NGN9,999,999.99',
  balance: 'NGN9,999,999.99',
  expected: 'NGN9,999,999.99',
  shortBy: 'NGN9,999,999.99',
  credit: 'NGN9,999,999.99',
  settled: 'NGN9,999,999.99 settled loan L0100001.',
  dueAmount: 'NGN9,999,999.99',
  arrears: 'NGN9,999,999.99',
  perDay: 'NGN99,999.99',
  timePastDue: '365 days',
}

test.each(Object.keys(EVENTS) as EventName[])(
  'the seeded text for %s names the lender on one page',
  event => {
    const rendered = renderTemplate(bodies.get(event) ?? '', LONG)
    const text = 'text' in rendered ? rendered.text : JSON.stringify(rendered)
    expect(text).toContain(LONG.company)
    expect(text).not.toMatch(/call us/i)
    const { encoding, segments, units } = measureSms(text)
    expect([encoding, segments], `${units} characters: ${text}`).toEqual(['GSM-7', 1])
  },
)

test('the longest name that is used in SMS is the one the texts were measured with', () => {
  expect(LONG.company).toHaveLength(COMPANY_MAX_LENGTH)
})

/** As stored, without the way through an approval. */
async function store(section: 'organisation' | 'sms', version: number, change: object): Promise<void> {
  await testApp.pool.query(
    `insert into setting_version (section, version, value, effective_on, changed_at, reason) values ($1, $2, $3, $4, now(), 'Test')`,
    [section, version, JSON.stringify({ ...SECTIONS[section].initial, ...change }), TODAY],
  )
}

test('a company name too long for one page gives way to the sender ID', async () => {
  const facts = () => companyFacts({ tx: testApp.program.db, now: testApp.clock.now() }, '{{company}}')
  await store('organisation', 1, { operatingCompany: 'Iroko Cooperative Finance Limited' })
  expect(await facts()).toEqual({ company: 'Iroko Cooperative Finance Limited', companyPhone: 'our office' })
  await store('sms', 1, { senderId: 'IrokoCoop' })
  expect(await facts()).toMatchObject({ company: 'IrokoCoop' })
  await store('organisation', 2, { operatingCompany: 'Iroko Credit Limited', phone: '0700 47656 00' })
  expect(await facts()).toEqual({ company: 'Iroko Credit Limited', companyPhone: '0700 47656 00' })
})

const change = (section: 'organisation' | 'sms', basedOn: number, value: object) => ({
  section,
  value: { ...SECTIONS[section].initial, ...value } as never,
  effectiveOn: TODAY,
  reason: 'A new provider',
  basedOn,
})

test('a provider is chosen only with a company phone number, which then stays', async () => {
  const own = await createTestApp()
  try {
    const provider = change('sms', 0, { gateway: 'termii', senderId: 'IROKO' })
    const refused = await own.as('admin').refused('settingChange', provider, 'input.invalid')
    expect(refused.fields).toEqual({
      gateway:
        'Enter the company phone number in Settings > Organisation first. Customers are asked to call it.',
    })
    await own.as('admin').ok('settingChange', change('organisation', 0, { phone: '0700 47656 00' }))
    const { approvalId } = await own.as('admin').ok('settingChange', provider)
    await own.as('authorizer').approve(approvalId)
    const blank = change('organisation', 1, { phone: '' })
    const { fields } = await own.as('admin').refused('settingChange', blank, 'input.invalid')
    expect(fields?.phone).toMatch(/^Required while an SMS provider is in use/)
  } finally {
    await own.close()
  }
})
