import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { z } from 'zod/mini'
import { needsApproval, SECTION_NAMES, SECTIONS, type SectionName } from '../../../contract/settings.ts'
import { localDate } from '../../../engine/dates.ts'
import { jpeg } from '../../../test/files.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { openPaper } from '../../kernel/letterPdf.ts'
import { section, sectionWithVersion } from './sections.ts'

const TODAY = '2026-11-16'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const initial = <S extends SectionName>(name: S): (typeof SECTIONS)[S]['initial'] => SECTIONS[name].initial
const inForce = async (name: SectionName) =>
  (await testApp.as('auditor').ok('settingList', {})).rows.find(row => row.section === name)
const valueOn = (name: SectionName, day: string) => section(testApp.program.db, name, localDate(day))

type Change = { value: object; effectiveOn?: string; basedOn?: number; reason?: string }

/** A change as the screen sends it: on top of the newest version. */
async function change(part: 'superAdmin' | 'admin', name: SectionName, { value, ...given }: Change) {
  const { rows } = await testApp.as(part).ok('settingHistory', { section: name })
  const basedOn = rows[0]?.version ?? 0
  const input = { section: name, effectiveOn: TODAY, basedOn, reason: 'Agreed by the board', ...given }
  return testApp.as(part).call('settingChange', { ...input, value: value as never })
}

describe('what a new lender starts with', () => {
  test.each(SECTION_NAMES)('%s is whole: it can be read, and written back as it stands', name => {
    const { schema } = SECTIONS[name]
    const value = z.parse(z.catchall(schema, z.never()), initial(name))
    expect(z.encode(schema, value as never)).toEqual(initial(name))
  })

  it('is in force from the first day as version 0, without an author', async () => {
    const { rows } = await testApp.as('reviewer').ok('settingList', {})
    expect(rows.map(row => row.section)).toEqual(SECTION_NAMES)
    expect(rows.every(row => row.version === 0 && row.changedBy === null && row.next === null)).toBe(true)
  })
})

describe('a change', () => {
  it('is a new version, with who, when and why, and the one before stays in the history', async () => {
    const hours = { reviewerHours: 8, authorizerHours: 4, amberPercent: 50 }
    const { status, body } = await change('admin', 'sla', { value: hours, reason: 'Faster before Christmas' })
    expect([status, body.approvalId]).toEqual([200, null])
    expect(await inForce('sla')).toMatchObject({
      version: 1,
      value: hours,
      effectiveOn: TODAY,
      changedBy: 'Babatunde Adeyemi',
      reason: 'Faster before Christmas',
    })
    const { rows } = await testApp.as('editor').ok('settingHistory', { section: 'sla' })
    expect(rows.map(row => [row.version, row.value])).toEqual([
      [1, hours],
      [0, initial('sla')],
    ])
    expect(await valueOn('sla', '2026-11-15')).toEqual(initial('sla'))
  })

  it('of the phone must be callable; values stored before the rule are still read', async () => {
    const lender = initial('organisation')
    const { status, body } = await change('admin', 'organisation', { value: { ...lender, phone: 'abc' } })
    expect([status, body]).toMatchObject([
      422,
      { fields: { phone: expect.stringContaining('0700 47656 00') } },
    ])
    await testApp.pool.query(
      `insert into setting_version (section, version, value, effective_on, changed_at) values ('organisation', 1, $1, '2026-01-01', now())`,
      [JSON.stringify({ ...lender, phone: 'ask for Bola' })],
    )
    expect(await valueOn('organisation', TODAY)).toMatchObject({ phone: 'ask for Bola' })
    for (const phone of ['0700 47656 00', '+234 803 123 4567', '01-270 1234', ''])
      expect((await change('admin', 'organisation', { value: { ...lender, phone } })).status, phone).toBe(200)
  })

  it('leaves before and after in the trail', async () => {
    const { rows } = await testApp
      .as('auditor')
      .ok('recordHistory', { subjectType: 'setting', subjectId: 'sla' })
    expect(rows[0]).toMatchObject({
      action: 'settingChange',
      actorName: 'Babatunde Adeyemi',
      before: initial('sla'),
      after: { reviewerHours: 8 },
      reason: 'Faster before Christmas',
    })
  })

  it('takes effect on its day and not before', async () => {
    const value = { days: [{ on: '2026-12-28', name: 'A day more' }] }
    await change('admin', 'holidays', { value, effectiveOn: '2026-12-01' })
    const row = await inForce('holidays')
    expect(row).toMatchObject({ version: 0, value: initial('holidays') })
    expect(row?.next).toMatchObject({ version: 1, value, effectiveOn: '2026-12-01' })
    expect(await valueOn('holidays', '2026-11-30')).toEqual(initial('holidays'))
    expect(await valueOn('holidays', '2026-12-01')).toEqual(value)

    testApp.clock.set('2026-11-30T23:30:00Z') // half past midnight in Lagos
    expect(await inForce('holidays')).toMatchObject({ version: 1, value, next: null })
    testApp.clock.set('2026-11-16T09:00:00Z')
  })

  it('gives way to a newer one that is in force on its day already', async () => {
    const cap = (dailyCap: number) => ({ ...initial('publicLink'), dailyCap })
    await change('admin', 'publicLink', { value: cap(500), effectiveOn: '2026-12-01' })
    await change('admin', 'publicLink', { value: cap(300), effectiveOn: '2027-01-01' })
    expect((await inForce('publicLink'))?.next).toMatchObject({ version: 1, effectiveOn: '2026-12-01' })

    await change('admin', 'publicLink', { value: cap(200), effectiveOn: TODAY })
    expect(await inForce('publicLink')).toMatchObject({ version: 3, next: null })
    expect(await valueOn('publicLink', '2027-02-01')).toMatchObject({ dailyCap: 200 })
  })

  it('is stored as it can be read again, however it was typed', async () => {
    const codes = [
      ...initial('reasonCodes').codes,
      { code: ' fraud ', label: ' Fraud ', use: 'reject', status: 'active' },
    ]
    await change('superAdmin', 'reasonCodes', { value: { codes } })
    const { value } = await sectionWithVersion(testApp.program.db, 'reasonCodes', localDate(TODAY))
    expect(value.codes.at(-1)).toMatchObject({ code: 'FRAUD', label: 'Fraud' })
  })
})

describe('the lender’s logo', () => {
  const withLogo = (logo: string) => ({ value: { ...initial('organisation'), logo } })
  const asAddress = (bytes: Uint8Array) => `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`

  it('is shown to all users and printed on letters', async () => {
    const logo = asAddress(jpeg())
    expect((await change('admin', 'organisation', withLogo(logo))).status).toBe(200)
    expect((await testApp.stranger.ok('organisationGet', {})).logo).toBe(logo)
    const lender = await section(testApp.program.db, 'organisation', localDate(TODAY))
    const paperWith = async (given: typeof lender) => {
      const paper = await openPaper(given, { title: 'Offer', on: localDate(TODAY) })
      return Buffer.from(await paper.finish()).toString('latin1')
    }
    expect(await paperWith(lender)).toContain('/Subtype /Image')
    // a picture that is cut short is no reason to write no letter
    const broken = { ...lender, logo: logo.slice(0, 60) }
    expect(await paperWith(broken)).not.toContain('/Subtype /Image')
  })

  it.each([
    ['a drawing that can hold a script', 'data:image/svg+xml;base64,PHN2Zy8+'],
    ['another kind under the name of a JPEG', 'data:image/jpeg;base64,iVBORw0KGgo='],
    ['B46 an address elsewhere', 'https://example.com/logo.jpg'],
    ['B46 an address of this machine or its cloud', 'http://169.254.169.254/latest/meta-data/'],
    ['B46 a file of the server', 'file:///etc/passwd'],
    ['one too large', `data:image/jpeg;base64,/9j/${'A'.repeat(40_000)}`],
  ])('is not %s', async (_, logo) => {
    const answer = await change('admin', 'organisation', withLogo(logo))
    expect(answer.status).toBe(422)
  })
})

describe('what is refused', () => {
  it('a change on top of a version that is no longer the newest', async () => {
    const { version = 0, value } = (await inForce('sla')) ?? {}
    expect(
      (await change('admin', 'sla', { value: value as object, basedOn: version - 1 })).body,
    ).toMatchObject({
      code: 'setting.stale',
      message: expect.stringContaining('Reload'),
    })
    expect((await inForce('sla'))?.version).toBe(version)
  })

  it('a day that is past', async () => {
    const answer = await change('admin', 'sla', { value: initial('sla'), effectiveOn: '2026-11-15' })
    expect([answer.status, answer.body.code]).toEqual([422, 'setting.past_date'])
  })

  const codes = SECTIONS.reasonCodes.initial.codes
  const [first, ...others] = codes
  const [source] = SECTIONS.payroll.initial.sources
  const [performing, watch] = SECTIONS.classes.initial.classes
  test.each`
    what                                    | name                | value                                                                          | field                           | message
    ${'a field nobody knows'}               | ${'sla'}            | ${{ ...initial('sla'), colour: 'red' }}                                        | ${'colour'}                     | ${'Not a field of this request'}
    ${'one inside a row'}                   | ${'reasonCodes'}    | ${{ codes: [{ ...first, colour: 'red' }, ...others] }}                         | ${'codes.0.colour'}             | ${'Not a field of this request'}
    ${'too many hours'}                     | ${'sla'}            | ${{ ...initial('sla'), reviewerHours: 1000 }}                                  | ${'reviewerHours'}              | ${'At most 720'}
    ${'half an hour'}                       | ${'sla'}            | ${{ ...initial('sla'), reviewerHours: 0.5 }}                                   | ${'reviewerHours'}              | ${'A whole number'}
    ${'a number that is a word'}            | ${'sla'}            | ${{ ...initial('sla'), reviewerHours: 'soon' }}                                | ${'reviewerHours'}              | ${/expected number/}
    ${'an amount below zero'}               | ${'approvalLimits'} | ${{ ...initial('approvalLimits'), manualReceipt: '-1' }}                       | ${'manualReceipt'}              | ${'Enter zero or more'}
    ${'the same reason twice'}              | ${'reasonCodes'}    | ${{ codes: [...codes, first] }}                                                | ${`codes.${codes.length}.code`} | ${'Already in the list'}
    ${'a used reason removed'}              | ${'reasonCodes'}    | ${{ codes: others }}                                                           | ${'codes'}                      | ${/Deactivate .* PAY-TOO-LOW/}
    ${'a payroll source removed'}           | ${'payroll'}        | ${{ sources: [source] }}                                                       | ${'sources'}                    | ${/Deactivate .* GIFMIS, STATE, TEACHERS/}
    ${'classes that do not begin at 0'}     | ${'classes'}        | ${{ classes: [watch] }}                                                        | ${'classes'}                    | ${'Start at day 0, in ascending order'}
    ${'classes that do not rise'}           | ${'classes'}        | ${{ classes: [performing, watch, watch] }}                                     | ${'classes'}                    | ${'Start at day 0, in ascending order'}
    ${'a day that is none'}                 | ${'holidays'}       | ${{ days: [{ on: '2027-02-30', name: 'Nothing' }] }}                           | ${'days.0.on'}                  | ${/Not a valid date/}
    ${'a holiday twice'} | ${'holidays'} | ${{ days: [{ on: '2027-10-01', name: 'A' }, { on: '2027-10-01', name: 'B' }] }} | ${'days.1.on'} | ${'Already in the list'}
    ${'a warning above the pass'}           | ${'affordability'}  | ${{ ...initial('affordability'), nameScoreWarn: 90 }}                          | ${'nameScoreWarn'}              | ${'Must not be above the score that passes'}
    ${'a sender of blanks'}                 | ${'sms'}            | ${{ ...initial('sms'), senderId: '   ' }}                                      | ${'senderId'}                   | ${/letters and digits, no spaces/}
    ${'Termii without a sender'}            | ${'sms'}            | ${{ ...initial('sms'), gateway: 'termii' }}                                    | ${'senderId'}                   | ${/requires a sender ID/}
    ${'a link that closes before it opens'} | ${'publicLink'}     | ${{ ...initial('publicLink'), opensOn: '2026-12-02', closesOn: '2026-12-01' }} | ${'closesOn'}                   | ${'Must not be before the opening date'}
  `('$what: $field', async ({ name, value, field, message }) => {
    const { status, body } = await change('admin', name, { value })
    expect([status, body.code]).toEqual([422, 'input.invalid'])
    expect(body.fields?.[field]).toMatch(message)
  })

  test.each(['reviewer', 'authorizer', 'editor', 'auditor'] as const)(
    'the %s, who only reads',
    async part => {
      const input = {
        section: 'sla',
        value: initial('sla'),
        effectiveOn: TODAY,
        reason: 'Mine now',
        basedOn: 1,
      } as const
      await testApp.as(part).refused('settingChange', input, 'permission.missing')
    },
  )
})

describe('parts of sections that one person changes otherwise', () => {
  const sms = SECTIONS.sms.initial
  const link = SECTIONS.publicLink.initial
  test.each([
    ['the gateway', 'sms', sms, { ...sms, gateway: 'termii' }, true],
    ['fewer banned words', 'sms', sms, { ...sms, bannedWords: 'thief' }, true],
    ['quiet hours that begin later', 'sms', sms, { ...sms, quietFromHour: 23 }, true],
    ['quiet hours that end earlier', 'sms', sms, { ...sms, quietUntilHour: 5 }, true],
    ['how fast it sends', 'sms', sms, { ...sms, ratePerSecond: 20 }, false],
    ['the phone check switched off', 'publicLink', { ...link, phoneCode: true }, link, true],
    ['the phone check switched on', 'publicLink', link, { ...link, phoneCode: true }, false],
    ['a closed page', 'publicLink', link, { ...link, isOpen: false }, false],
  ] as const)('%s needs approval: %s %o %o %s', (_, section, before, after, needed) => {
    expect(needsApproval(section, before, after)).toBe(needed)
  })

  test('the gateway is changed by two people, its speed by one', async () => {
    const own = await createTestApp()
    try {
      const change = (value: object, basedOn: number) =>
        own.as('admin').ok('settingChange', {
          section: 'sms',
          value: { ...sms, reminders: [...sms.reminders], ...value },
          effectiveOn: TODAY,
          reason: 'A new provider',
          basedOn,
        })
      await own.as('admin').ok('settingChange', {
        section: 'organisation',
        value: { ...SECTIONS.organisation.initial, phone: '0700 47656 00' },
        effectiveOn: TODAY,
        reason: 'The number customers call',
        basedOn: 0,
      })
      expect((await change({ ratePerSecond: 20 }, 0)).approvalId).toBeNull()
      const { approvalId } = await change({ gateway: 'termii', senderId: 'IROKO' }, 1)
      expect((await own.as('admin').ok('gatewayGet', {})).gateway).toBe('outbox')
      await own.as('authorizer').approve(approvalId)
      expect((await own.as('admin').ok('gatewayGet', {})).gateway).toBe('termii')
    } finally {
      await own.close()
    }
  })
})

describe('sections that move money, or erase, need approval', () => {
  const marked = SECTION_NAMES.filter(name => SECTIONS[name].secondPerson)

  it('they are these', () => {
    expect(marked).toEqual([
      'approvalLimits',
      'refunds',
      'affordability',
      'retirement',
      'payroll',
      'classes',
      'monthEnd',
      'requiredDocuments',
      'borrowing',
      'consent',
      'retention',
      'layouts',
      'channelAccounts',
    ])
  })

  // accounts of channels start tomorrow
  const startToday = marked.filter(name => name !== 'channelAccounts')

  test.each(startToday)('%s: the Admin asks, the Authorizer approves, then it is in force', async name => {
    const { body } = await change('admin', name, { value: initial(name), reason: 'New policy' })
    const approvalId = body.approvalId ?? ''
    expect(await inForce(name)).toMatchObject({ version: 0, pendingApprovalId: approvalId })

    expect((await change('superAdmin', name, { value: initial(name) })).body.code).toBe('approval.pending')
    await testApp.as('admin').refused('approvalApprove', { id: approvalId }, 'permission.missing')
    await testApp.as('authorizer').approve(approvalId)
    expect(await inForce(name)).toMatchObject({
      version: 1,
      pendingApprovalId: null,
      changedBy: 'Babatunde Adeyemi',
      reason: 'New policy',
    })
    const { rows } = await testApp.as('auditor').ok('settingHistory', { section: name })
    expect(rows.map(row => [row.changedBy, row.approvedBy])).toEqual([
      ['Babatunde Adeyemi', 'Emeka Nwosu'],
      [null, null],
    ])
  })

  it('a payroll source that had a cut-off day is read without it, and saved without it', async () => {
    const { sources } = initial('payroll')
    await testApp.pool.query(
      `insert into setting_version (section, version, value, effective_on, changed_at) values ('payroll', 2, $1, '2026-11-16', now())`,
      [JSON.stringify({ sources: sources.map(source => ({ ...source, cutOffDay: 10 })) })],
    )
    const { schema } = SECTIONS.payroll
    expect(z.encode(schema, (await valueOn('payroll', TODAY)) as never)).toEqual(initial('payroll'))
    const { body } = await change('admin', 'payroll', { value: { sources } })
    await testApp.as('authorizer').approve(body.approvalId)
    expect(await inForce('payroll')).toMatchObject({ version: 3, value: { sources } })
  })

  it('a payroll source belongs to a service that a retirement rule names', async () => {
    const { sources } = initial('payroll')
    const value = { sources: sources.map(source => ({ ...source, service: 'Nobles' })) }
    const { status, body } = await change('admin', 'payroll', { value })
    expect([status, body.fields?.['sources.0.service']]).toEqual([
      422,
      expect.stringContaining('Civil service') as string,
    ])
  })

  it('no user approves their own submission, the superAdmin included', async () => {
    const { body } = await change('superAdmin', 'borrowing', {
      value: { liveLoansMost: 2, daysBetween: 0, loansPerYear: 4 },
    })
    const id = body.approvalId ?? ''
    await testApp.as('superAdmin').refused('approvalApprove', { id }, 'approval.same_person')
    await testApp.as('authorizer').ok('approvalDecline', { id, note: 'One loan is enough' })
    expect(await valueOn('borrowing', TODAY)).toEqual(initial('borrowing'))
  })

  it('approved after its day, it counts from the day of the approval', async () => {
    const { body } = await change('admin', 'borrowing', {
      value: { liveLoansMost: 3, daysBetween: 0, loansPerYear: 4 },
    })
    testApp.clock.set('2026-11-18T09:00:00Z')
    await testApp.as('authorizer').approve(body.approvalId)
    expect(await inForce('borrowing')).toMatchObject({ effectiveOn: '2026-11-18' })
    expect(await valueOn('borrowing', '2026-11-17')).toEqual(initial('borrowing'))
    testApp.clock.set('2026-11-18T10:00:00Z')
  })
})

describe('repayment frequencies', () => {
  const fortnight = {
    code: 'fortnight',
    name: 'Every fortnight',
    rhythm: 'two-weekly',
    anchorDay: null,
    firstDue: 'one-period',
  } as const

  it('says which products use one, and does not retire it under them', async () => {
    const { rows } = await testApp.as('reviewer').ok('frequencyList', {})
    expect(rows.find(row => row.code === 'monthly')?.inUseBy).toEqual([
      'Public Servant Loan',
      'Salary Advance',
    ])
    const said = await testApp.as('admin').refused('frequencyRetire', { code: 'monthly' }, 'frequency.in_use')
    expect(said.message).toContain('Public Servant Loan, Salary Advance')
  })

  it('are added, retired, and taken up again by saving them', async () => {
    const admin = testApp.as('admin')
    expect(await admin.ok('frequencySave', fortnight)).toMatchObject({ status: 'active', inUseBy: [] })
    expect(await admin.ok('frequencyRetire', { code: 'fortnight' })).toMatchObject({ status: 'retired' })
    expect(await admin.ok('frequencySave', { ...fortnight, name: 'Fortnightly' })).toMatchObject({
      status: 'active',
      name: 'Fortnightly',
    })
  })

  it('are the Admin’s and the superAdmin’s to change', async () => {
    await testApp.as('authorizer').refused('frequencySave', fortnight, 'permission.missing')
    await testApp.as('admin').refused('frequencyRetire', { code: 'yearly' }, 'record.unknown')
  })
})

describe('officers’ links', () => {
  it('are open for every officer with a code until switched off or given a last day', async () => {
    const officer = await testApp.idOf('reviewer')
    await testApp.as('superAdmin').ok('userOfficerCodeChange', { id: officer, accountOfficerCode: 'ABJ-11' })
    const { rows } = await testApp.as('editor').ok('officerLinkList', {})
    expect(rows.find(row => row.code === 'ABJ-11')).toMatchObject({
      officerActive: true,
      enabled: true,
      expiresOn: null,
      opened: 0,
      started: 0,
      submitted: 0,
    })
    const off = { code: 'ABJ-11', enabled: false, expiresOn: '2026-12-31' }
    expect(await testApp.as('admin').ok('officerLinkChange', off)).toMatchObject(off)
    const after = await testApp.as('editor').ok('officerLinkList', {})
    expect(after.rows.find(row => row.code === 'ABJ-11')).toMatchObject(off)
  })

  it('are changed only by those who change settings, and only where there is one', async () => {
    const link = { code: 'ABJ-11', enabled: true, expiresOn: null }
    await testApp.as('reviewer').refused('officerLinkChange', link, 'permission.missing')
    await testApp.as('admin').refused('officerLinkChange', { ...link, code: 'KAN-99' }, 'record.unknown')
  })
})

describe('the program itself', () => {
  it('says how it is', async () => {
    const health = await testApp.as('editor').ok('health', {})
    expect(health).toMatchObject({
      jobsFailed: 0,
      messagesQueued: 0,
      messagesHeld: 0,
      gateway: 'outbox',
      gatewayBalance: null,
    })
    expect(BigInt(health.databaseBytes) > 1_000_000n).toBe(true)
  })

  it('counts the messages that are held apart from those about to go', async () => {
    await testApp.pool.query(
      `insert into message (id, at, phone, purpose, body, segments, status, status_at, event)
       select gen_random_uuid(), now(), '+2348035500001', 'reminder', 'Due soon', 1, status, now(), 'held ' || n
       from unnest(array['held', 'held', 'queued', 'delivered']) with ordinality as of (status, n)`,
    )
    expect(await testApp.as('editor').ok('health', {})).toMatchObject({ messagesQueued: 1, messagesHeld: 2 })
    await testApp.pool.query(`update message set status = 'cancelled' where event like 'held %'`)
  })

  it('knows its outside links', async () => {
    const { rows } = await testApp.as('editor').ok('outsideLinkList', {})
    expect(rows.map(row => [row.kind, row.state])).toEqual([
      ['sms', 'working'],
      ['payroll', 'unused'],
      ['payroll', 'unused'],
      ['payroll', 'unused'],
      ['payroll', 'unused'],
    ])
  })
})
