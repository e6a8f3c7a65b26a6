import { randomInt, randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import type { Api } from '../contract/api.ts'
import { application } from '../contract/application.ts'
import { nubanCheckDigit } from '../engine/nuban.ts'
import { parsePhone } from '../engine/phone.ts'
import { act, SYSTEM } from '../server/kernel/act.ts'
import type { Context } from '../server/kernel/context.ts'
import { openFromApplications } from '../server/modules/customers/open.ts'
import { insertDraft } from '../server/modules/requests/drafts.sql.ts'
import type { Caller, TestApp } from './testApp.ts'

export type Sent = z.input<Api['requestSubmit']['input']>
export type Stated = Sent['application']

/** The seeded product for public servants. */
export const PUBLIC_SERVANT_LOAN = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'

/** Applicants do not share a line, so the limit per address is not theirs to reach. */
const anotherAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('')

/** Ten digits whose check digit is right for the bank. */
export function accountAt(bankCode: string): string {
  const serial = `0${digits(8)}`
  return `${serial}${nubanCheckDigit(bankCode, serial)}`
}

/** Adaeze Okonkwo of the Ministry of Health: everything in order, nobody else's identity. */
export const adaeze = (changes: Partial<Stated> = {}): Stated => ({
  consentVersion: 0,
  consented: true,
  title: 'MRS',
  surname: 'Okonkwo',
  firstName: 'Adaeze',
  otherNames: '',
  gender: 'FEMALE',
  dateOfBirth: '1988-04-12',
  phone: `0803${digits(7)}`,
  email: '',
  bvn: `2${digits(9)}1`,
  nin: `5${digits(9)}2`,
  address: '12 Ahmadu Bello Way',
  state: 'Lagos',
  lga: 'Eti-Osa',
  payrollSource: 'IPPIS',
  ippisNumber: `43${digits(4)}`,
  mda: 'Federal Ministry of Health',
  grade: 'GL 10',
  step: '4',
  firstAppointmentOn: '2012-05-01',
  netPay: '25000000',
  productId: PUBLIC_SERVANT_LOAN,
  amount: '50000000',
  tenor: 12,
  purpose: 'School fees',
  bankCode: '058',
  accountNumber: accountAt('058'),
  kinName: 'Chidi Okonkwo',
  kinRelationship: 'Husband',
  kinPhone: '08021234567',
  kinAddress: '',
  accountOfficerCode: '',
  ...changes,
})

/** A picture of one dot. */
export const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A draft that is open already: solving its proof of work is another test's business. */
export async function openDraft(
  testApp: TestApp,
  documents = ['Work identity card', 'Latest payslip'],
): Promise<string> {
  const draftId = randomUUID()
  await insertDraft(testApp.program.db, { id: draftId, at: testApp.clock.now(), address: anotherAddress() })
  for (const title of documents)
    await testApp.stranger.ok(
      'draftDocumentAdd',
      { draftId, id: randomUUID(), title, path: DOT },
      { from: anotherAddress() },
    )
  return draftId
}

/** The customer of one application. */
export async function openFromApplication(
  ctx: Context,
  stated: z.output<typeof application>,
): Promise<{ id: string }> {
  const [opened] = await openFromApplications(ctx, [{ application: stated, officerCode: '' }])
  if (!opened) throw new Error('no customer was opened')
  return opened
}

/** Somebody we know, without a loan: for tests that only need a customer to exist. */
export async function knownCustomer(testApp: TestApp, changes: Partial<Stated> = {}): Promise<string> {
  const stated = z.decode(application, adaeze(changes))
  const phone = parsePhone(stated.phone) ?? stated.phone
  const { id } = await act(testApp.program, 'customerOpen', SYSTEM, ctx =>
    openFromApplication(ctx, { ...stated, phone }),
  )
  return id
}

export type Submitted = { id: string; reference: string; stated: Stated }

/** Somebody's request in the reviewer's queue. */
export async function submit(
  testApp: TestApp,
  changes: Partial<Stated> = {},
  options: { by?: Caller; documents?: string[] } = {},
): Promise<Submitted> {
  const stated = adaeze(changes)
  const id = randomUUID()
  const draftId = await openDraft(testApp, options.documents)
  const caller = options.by ?? testApp.stranger
  const { reference } = await caller.ok(
    'requestSubmit',
    { id, draftId, application: stated },
    { from: anotherAddress() },
  )
  return { id, reference, stated }
}

/** A request that Halima has recommended as it was asked for. */
export async function recommended(testApp: TestApp, changes: Partial<Stated> = {}): Promise<Submitted> {
  const request = await submit(testApp, changes)
  await testApp.as('reviewer').ok('requestRecommend', {
    id: request.id,
    version: 1,
    amount: request.stated.amount,
    tenor: request.stated.tenor,
  })
  return request
}
