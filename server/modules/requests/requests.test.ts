import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adaeze, DOT, openDraft, recommended, submit } from '../../../test/applicants.ts'
import { solveProofOfWork } from '../../../test/proofOfWork.ts'
import { offerIn } from '../../../test/rhythms.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const seen = (request: { id: string }, version = 1) => ({ id: request.id, version })
const reject = { reasonCode: 'IDENTITY', note: 'The BVN belongs to another name' }

describe('from application to loan', () => {
  test('an officer’s link, a changed tenor, an approval: customer, loan, letter and messages in one', async () => {
    const request = await submit(testApp, { accountOfficerCode: 'AO-014' })
    const inQueue = await testApp.as('reviewer').ok('requestGet', { id: request.id })
    expect(inQueue.row).toMatchObject({
      officerName: 'Babatunde Adeyemi',
      stage: 'reviewer',
      channel: 'public',
    })
    expect(inQueue.row.instalment).toBe(6_166_667n)
    expect(inQueue.application).toMatchObject({
      bvn: expect.stringMatching(/^•{7}\d{4}$/),
      phone: expect.stringMatching(/^•/),
    })

    await testApp.as('reviewer').ok('requestRecommend', { ...seen(request), amount: '40000000', tenor: 18 })
    const { stage, loanId } = await testApp.as('authorizer').ok('requestAuthorize', seen(request))
    expect(stage).toBe('approved')

    const after = await testApp.as('auditor').ok('requestGet', { id: request.id })
    expect(after.requested).toMatchObject({ amount: 50_000_000n, tenor: 12 })
    expect(after.recommended).toMatchObject({ amount: 40_000_000n, tenor: 18 })
    expect(after.approved).toMatchObject({ amount: 40_000_000n, tenor: 18 })
    expect(after.loanId).toBe(loanId)
    expect(after.documents.map(each => each.title).sort()).toEqual([
      'Latest payslip',
      expect.stringMatching(/^Offer letter L\d+$/),
      'Work identity card',
    ])
    expect(after.timeline.map(each => each.kind)).toEqual(['approved', 'recommended', 'submitted'])
    const messages = await testApp
      .as('auditor')
      .ok('messageList', { subjectType: 'request', subjectId: request.id })
    expect(messages.rows.map(each => each.text).sort()).toEqual([
      expect.stringContaining('we have received your loan request'),
      // the net amount: 400,000 less the fees that are deducted
      expect.stringMatching(
        /is approved \(loan L\d+\)\. You will receive NGN38[\d,]+\.00 in your account ending \d{4}\.$/,
      ),
    ])
    const loan = await sql<{ status: string; principal: bigint }>`
      select status, principal from loan where id = ${loanId}`.execute(testApp.program.db)
    expect(loan.rows).toEqual([{ status: 'awaiting disbursement', principal: 40_000_000n }])
  })

  test('one instalment from the queue to the account: without the kobos that rounding leaves for the last', async () => {
    const request = await submit(testApp, { amount: '10000000', tenor: 7 })
    const terms = { amount: '10000000', tenor: 7 }
    const queued = await testApp.as('reviewer').ok('requestGet', { id: request.id })
    await testApp.as('reviewer').ok('requestRecommend', { ...seen(request), ...terms })
    const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', seen(request))
    const loan = await testApp.as('auditor').ok('loanGet', { id: loanId ?? '' })
    const first = loan.row.firstDue?.amount
    expect(loan.original.at(-1)?.total, 'the last takes the rest').toBeGreaterThan(first ?? 0n)
    const after = await testApp.as('auditor').ok('requestGet', { id: request.id })
    expect(
      [queued.row, after.row, after.requested, after.approved, loan.row].map(each => each?.instalment),
    ).toEqual(Array.from({ length: 5 }, () => first))
  })

  test('rejected, edited by an Editor, resubmitted, approved', async () => {
    const request = await submit(testApp)
    await testApp.as('reviewer').ok('requestReject', { ...seen(request), ...reject })
    const { rows } = await testApp.as('editor').ok('requestList', { stage: 'rejected' })
    const row = rows.find(each => each.id === request.id)
    expect(row).toMatchObject({ reasonCode: reject.reasonCode, reasonNote: reject.note })
    const { bvn: _b, nin: _n, accountNumber: _a, phone: _p, kinPhone: _k, ...rest } = request.stated
    const edited = await testApp.as('editor').ok('requestEdit', {
      ...seen(request),
      application: { ...rest, amount: '30000000' },
      note: 'Amount lowered after a call',
    })
    expect(edited.stage).toBe('reviewer')
    const versions = await testApp.as('editor').ok('requestVersions', { id: request.id })
    expect(versions.rows.map(each => each.application.amount)).toEqual([50_000_000n, 30_000_000n])
    await testApp
      .as('reviewer')
      .refused('requestRecommend', { ...seen(request), amount: '30000000', tenor: 12 }, 'request.stale')
    await testApp
      .as('reviewer')
      .ok('requestRecommend', { ...seen(request, 2), amount: '30000000', tenor: 12 })
    await testApp.as('authorizer').ok('requestAuthorize', seen(request, 2))
  })

  test('a known customer is linked, not made again', async () => {
    const first = await recommended(testApp)
    await testApp.as('authorizer').ok('requestAuthorize', seen(first))
    const again = await submit(testApp, first.stated)
    const page = await testApp.as('reviewer').ok('requestGet', { id: again.id })
    expect(page.checklist.find(each => each.name === 'noLiveLoan')).toMatchObject({ result: 'red' })
    await testApp
      .as('reviewer')
      .refused('requestRecommend', { ...seen(again), amount: '50000000', tenor: 12 }, 'request.red')
    for (const check of ['noLiveLoan', 'affordable'] as const) {
      const found = page.checklist.find(each => each.name === check)
      if (found?.result === 'red')
        await testApp
          .as('reviewer')
          .ok('requestOverride', { ...seen(again), check, reasonCode: 'POLICY', note: 'Top-up agreed' })
    }
    await testApp.as('reviewer').ok('requestRecommend', { ...seen(again), amount: '10000000', tenor: 12 })
    const { checklist } = await testApp.as('authorizer').ok('requestGet', { id: again.id })
    const confirmed = checklist.filter(each => each.override).map(each => each.name)
    await testApp.as('authorizer').ok('requestAuthorize', { ...seen(again), confirmed })
    const customers = await sql<{ count: number }>`
      select count(distinct customer_id)::int as count from loan_request
      where id in (${first.id}, ${again.id})`.execute(testApp.program.db)
    expect(customers.rows).toEqual([{ count: 1 }])
  })
})

describe('who may not', () => {
  test('A27 three different people, whatever roles they hold', async () => {
    const both = await testApp.hire('Reviewer', 'Authorizer')
    const request = await submit(testApp)
    await both.caller.ok('requestRecommend', { ...seen(request), amount: '50000000', tenor: 12 })
    await both.caller.refused('requestAuthorize', seen(request), 'request.same_person')
    const own = await submit(testApp, {}, { by: both.caller })
    await both.caller.refused(
      'requestRecommend',
      { ...seen(own), amount: '50000000', tenor: 12 },
      'request.same_person',
    )
    await testApp.as('reviewer').ok('requestRecommend', { ...seen(own), amount: '50000000', tenor: 12 })
    await both.caller.refused('requestAuthorize', seen(own), 'request.same_person')
  })

  test.each([
    ['superAdmin', 'requestRecommend'],
    ['admin', 'requestRecommend'],
    ['authorizer', 'requestRecommend'],
    ['editor', 'requestRecommend'],
    ['auditor', 'requestRecommend'],
    ['superAdmin', 'requestAuthorize'],
    ['reviewer', 'requestAuthorize'],
    ['admin', 'requestReject'],
    ['auditor', 'requestReject'],
    ['reviewer', 'requestEdit'],
    ['admin', 'requestEdit'],
  ] as const)('%s may not %s', async (part, act) => {
    const request = await submit(testApp)
    const input = { ...seen(request), amount: '50000000', tenor: 12, ...reject }
    const fields = {
      requestRecommend: { ...seen(request), amount: input.amount, tenor: 12 },
      requestAuthorize: seen(request),
      requestReject: { ...seen(request), ...reject },
      requestEdit: { ...seen(request), application: request.stated, note: 'try' },
    }[act]
    const { status } = await testApp.as(part).call(act, fields)
    expect(status).toBe(403)
    expect((await testApp.as('auditor').ok('requestGet', { id: request.id })).row.stage).toBe('reviewer')
  })

  test('an Auditor does not start requests', async () => {
    const draftId = await openDraft(testApp)
    await testApp
      .as('auditor')
      .refused('requestSubmit', { id: randomUUID(), draftId, application: adaeze() }, 'permission.missing')
    const opening = { id: randomUUID(), proof: 'none', website: '' }
    await testApp.as('auditor').refused('draftOpen', opening, 'permission.missing')
  })

  test('staff who start one answer for the applicant’s signature and for the documents they bring', async () => {
    const admin = testApp.as('admin')
    const draftId = await openDraft(testApp, ['Work identity card'])
    const payslip = { draftId, id: randomUUID(), title: 'Latest payslip', path: DOT }
    await admin.ok('draftDocumentAdd', payslip)
    const id = randomUUID()
    const application = adaeze()
    const first = await admin.ok('requestSubmit', { id, draftId, application })
    expect(first).toMatchObject({ alreadyPending: false, requestId: id })
    const again = { id: randomUUID(), draftId: await openDraft(testApp), application }
    expect(await admin.ok('requestSubmit', again)).toMatchObject({ alreadyPending: true, requestId: id })
    expect((await testApp.stranger.ok('requestSubmit', again)).requestId).toBeNull()
    const { documents, checklist } = await admin.ok('requestGet', { id })
    expect(
      documents.map(({ title, source, addedBy }) => [title, source, addedBy].join(', ')).toSorted(),
    ).toEqual(['Latest payslip, staff, Babatunde Adeyemi', 'Work identity card, applicant, Applicant'])
    expect(checklist.find(each => each.name === 'consent')?.evidence).toBe(
      'Ticked for the applicant by the member of staff who started the request, under the original consent text.',
    )
  })

  test('what a colleague has claimed is theirs, until they release it or go away', async () => {
    const other = await testApp.hire('Reviewer')
    const request = await submit(testApp)
    await other.caller.ok('requestClaim', { ids: [request.id] })
    const terms = { ...seen(request), amount: '50000000', tenor: 12 }
    const refusal = await testApp.as('reviewer').refused('requestRecommend', terms, 'request.claimed')
    expect(refusal.message).toContain('is working on this request')
    expect(await testApp.as('reviewer').ok('requestClaim', { ids: [request.id] })).toMatchObject({
      claimed: [],
    })
    await other.caller.ok('requestRelease', { ids: [request.id] })
    await testApp.as('reviewer').ok('requestRecommend', terms)
  })
})

describe('two at once', () => {
  test('F17 two authorizers approve the same request, ten times: one loan each', async () => {
    const second = await testApp.hire('Authorizer')
    for (let round = 0; round < 10; round++) {
      const request = await recommended(testApp)
      const answers = await Promise.all([
        testApp.as('authorizer').call('requestAuthorize', seen(request)),
        second.caller.call('requestAuthorize', seen(request)),
      ])
      expect(answers.map(each => each.status).toSorted((a, b) => a - b)).toEqual([200, 409])
    }
    const loans = await sql<{ twice: number }>`
      select count(*)::int as twice from (select request_id from loan group by 1 having count(*) > 1) t`.execute(
      testApp.program.db,
    )
    expect(loans.rows).toEqual([{ twice: 0 }])
  })

  test('a reviewer who rejects what a colleague has just recommended learns of the colleague', async () => {
    const request = await recommended(testApp)
    const refused = await testApp
      .as('reviewer')
      .refused('requestReject', { ...seen(request), ...reject }, 'request.decided')
    expect(refused.message).toMatch(/^Already recommended by Halima Bello at /)
    await testApp.as('editor').refused('requestReject', { ...seen(request), ...reject }, 'permission.missing')
  })

  test('F18 approve, reject, send back and withdraw at once: one of them', async () => {
    const second = await testApp.hire('Authorizer')
    const third = await testApp.hire('Authorizer')
    for (let round = 0; round < 10; round++) {
      const request = await recommended(testApp)
      const answers = await Promise.all([
        testApp.as('authorizer').call('requestAuthorize', seen(request)),
        second.caller.call('requestReject', { ...seen(request), ...reject }),
        third.caller.call('requestSendBack', {
          ...seen(request),
          reasonCode: 'RECHECK',
          note: 'Please look again',
        }),
        testApp.stranger.call('requestWithdraw', {
          reference: request.reference,
          phone: request.stated.phone,
        }),
      ])
      const won = answers.filter(each => each.status === 200)
      // a request that was sent back can still be withdrawn: two moves, one after the other
      const wasSentBackFirst = answers[2]?.status === 200 && answers[3]?.status === 200
      expect(won.length).toBe(wasSentBackFirst ? 2 : 1)
    }
  })

  test('F28 the button is tapped three times: one request, and every tap gets its reference', async () => {
    const sent = { id: randomUUID(), draftId: await openDraft(testApp), application: adaeze() }
    const taps = [1, 2, 3].map(() => testApp.stranger.ok('requestSubmit', sent))
    const references = (await Promise.all(taps)).map(each => each.reference)
    expect(new Set(references).size).toBe(1)
  })

  test('the same person submits twice at the same instant: one request, one reference', async () => {
    const stated = adaeze()
    const drafts = await Promise.all([openDraft(testApp), openDraft(testApp)])
    const answers = await Promise.all(
      drafts.map(draftId =>
        testApp.stranger.ok('requestSubmit', { id: randomUUID(), draftId, application: stated }),
      ),
    )
    expect(new Set(answers.map(each => each.reference)).size).toBe(1)
  })
})

describe('the public page', () => {
  test('B79 a proof of work opens a draft once; a robot or a spent proof does not', async () => {
    const page = await testApp.stranger.ok('publicPage', {})
    const proof = solveProofOfWork(page.proofOfWork)
    await testApp.stranger.refused(
      'draftOpen',
      { id: randomUUID(), proof, website: 'http://spam' },
      'draft.robot',
    )
    await testApp.stranger.ok('draftOpen', { id: randomUUID(), proof }, { from: '10.9.8.7' })
    await testApp.stranger.refused('draftOpen', { id: randomUUID(), proof }, 'draft.robot')
    await testApp.stranger.refused('draftOpen', { id: randomUUID(), proof: 'bm90aGluZw==' }, 'draft.robot')
  })

  test('a database fault while a proof is spent is reported as a fault, not as a robot', async () => {
    const page = await testApp.stranger.ok('publicPage', {})
    const proof = solveProofOfWork(page.proofOfWork)
    const open = () => testApp.stranger.call('draftOpen', { id: randomUUID(), proof }, { from: '10.9.8.6' })
    await testApp.pool.query('alter table request_proof rename to request_proof_away')
    expect((await open()).body.code).toBe('server.fault')
    await testApp.pool.query('alter table request_proof_away rename to request_proof')
    expect((await open()).status).toBe(200)
  })

  test('B84 knowing a BVN reveals nothing of its owner’s request', async () => {
    const request = await submit(testApp)
    const draftId = await openDraft(testApp)
    const other = adaeze({ bvn: request.stated.bvn })
    const answer = await testApp.stranger.ok('requestSubmit', {
      id: randomUUID(),
      draftId,
      application: other,
    })
    expect(answer).toMatchObject({ alreadyPending: false })
    expect(answer.reference).not.toBe(request.reference)
    const shown = await testApp.as('reviewer').ok('requestGet', { id: request.id })
    expect(shown.checklist.find(each => each.name === 'noDuplicate')?.result).toBe('red')
  })

  test('status and withdrawal need reference and phone', async () => {
    const request = await submit(testApp)
    await testApp.stranger.refused(
      'requestStatus',
      { reference: request.reference, phone: '08030000001' },
      'request.not_found',
    )
    const own = { reference: request.reference.toLowerCase(), phone: request.stated.phone }
    expect(await testApp.stranger.ok('requestStatus', own)).toMatchObject({
      stage: 'reviewer',
      canWithdraw: true,
    })
    await testApp.stranger.ok('requestWithdraw', own)
    await testApp.as('reviewer').refused('requestReject', { ...seen(request), ...reject }, 'request.decided')
    await testApp.stranger.refused('requestWithdraw', own, 'request.wrong_stage')
  })

  test('a reference is found however an applicant types it', async () => {
    const { reference, stated } = await submit(testApp)
    const [, first = '', second = ''] = reference.split('-')
    for (const typed of [
      reference.toLowerCase(),
      `irk ${first} ${second}`.toLowerCase(),
      `IRK${first}${second}`,
      `${first}-${second}`,
      `${first}${second}`,
      `  irk–${first}–${second} `,
    ])
      expect(
        await testApp.stranger.ok('requestStatus', { reference: typed, phone: stated.phone }),
        typed,
      ).toMatchObject({ reference })
    await testApp.stranger.refused(
      'requestStatus',
      { reference: `${first}-${second}X`, phone: stated.phone },
      'request.not_found',
    )
  })

  test('documents that were asked for arrive and answer the question', async () => {
    const request = await submit(testApp, {}, { documents: ['Work identity card'] })
    const terms = { ...seen(request), amount: '50000000', tenor: 12 }
    await testApp.as('reviewer').refused('requestRecommend', terms, 'request.red')
    await testApp
      .as('reviewer')
      .ok('requestReturn', { ...seen(request), reasonCode: 'DOC-MISSING', note: 'Latest payslip please' })
    const own = { reference: request.reference, phone: request.stated.phone }
    expect(await testApp.stranger.ok('requestStatus', own)).toMatchObject({
      documentsWanted: 'Latest payslip please',
    })
    await testApp.stranger.ok('requestDocumentAdd', {
      id: randomUUID(),
      ...own,
      title: 'Latest payslip',
      path: DOT,
    })
    await testApp.as('reviewer').ok('requestRecommend', terms)
  })

  test.each([
    ['nothing', '0', 12, 'input.invalid'],
    ['less than nothing', '-100', 12, 'input.invalid'],
    ['no more rows than the moratorium has', '30000000', 2, 'request.terms'],
  ] as const)(
    'terms with %s are refused by name, though they have no schedule',
    async (_, amount, tenor, code) => {
      const moratorium = { principalRows: 2, interestRows: 0, interestIs: 'deferred' }
      const productId = await offerIn(testApp, 'weekly', { moratorium, leastTenor: 3 })
      const request = await submit(testApp, { productId, amount: '30000000', tenor: 12 })
      await testApp.as('reviewer').refused('requestRecommend', { ...seen(request), amount, tenor }, code)
    },
  )

  test('an unknown officer’s code is stored and flagged', async () => {
    const request = await submit(testApp, { accountOfficerCode: 'poster-7' })
    const { row } = await testApp.as('reviewer').ok('requestGet', { id: request.id })
    expect(row).toMatchObject({ officerCode: 'POSTER-7', officerName: null, flags: ['unknownOfficer'] })
  })

  test.each([
    ['under 18', { dateOfBirth: '2010-01-01' }, 'dateOfBirth'],
    ['born tomorrow', { dateOfBirth: '2026-11-17' }, 'dateOfBirth'],
    ['no such day', { dateOfBirth: '1999-02-29' }, 'application.dateOfBirth'],
    ['appointed in the future', { firstAppointmentOn: '2027-01-01' }, 'firstAppointmentOn'],
    ['appointed as a child', { firstAppointmentOn: '1995-01-01' }, 'firstAppointmentOn'],
    ['a landline', { phone: '012345678' }, 'phone'],
    ['letters as a phone', { phone: '0803abc4567' }, 'application.phone'],
    ['a BVN of ten digits', { bvn: '2212345678' }, 'application.bvn'],
    ['a BVN of one digit', { bvn: '11111111111' }, 'application.bvn'],
    ['a NIN of twelve digits', { nin: '221234567812' }, 'application.nin'],
    ['nine digits of account', { accountNumber: '012345678' }, 'application.accountNumber'],
    ['a bank nobody knows', { bankCode: '999' }, 'application.bankCode'],
    ['a state that is not', { state: 'Biafra' }, 'application.state'],
    ['a title that is not', { title: 'DR' as 'MR' }, 'application.title'],
    ['a gender that is not', { gender: 'X' as 'MALE' }, 'application.gender'],
    ['a negative amount', { amount: '-5000000' }, 'application.amount'],
    ['no amount', { amount: '0' }, 'application.amount'],
    ['kobo', { amount: '5000001' }, 'amount'],
    ['too much', { amount: '30000000100' }, 'amount'],
    ['too little', { amount: '100' }, 'amount'],
    ['half an instalment', { tenor: 1.5 }, 'application.tenor'],
    ['no instalment', { tenor: 0 }, 'application.tenor'],
    ['too many instalments', { tenor: 36 }, 'tenor'],
    ['an amount in words', { amount: '12,5OO' }, 'application.amount'],
    ['a name with markup', { surname: '<script>alert(1)</script>' }, 'application.surname'],
    ['a name that reads backwards', { firstName: 'Ada\u202eeze' }, 'application.firstName'],
    ['a name of NULs', { firstName: 'Ada\u0000eze' }, 'application.firstName'],
    ['an emoji as a name', { surname: '😀' }, 'application.surname'],
    ['a name of 300 letters', { surname: 'a'.repeat(300) }, 'application.surname'],
    ['an employer that is not on the list', { payrollSource: 'NASA' }, 'payrollSource'],
    ['a product that is not offered', { productId: randomUUID() }, 'productId'],
    ['no consent', { consented: false as true }, 'application.consented'],
  ])('%s is refused by name, and nothing is stored', async (_, changes, field) => {
    const before = await testApp.as('reviewer').ok('requestCounts', {})
    const draftId = await openDraft(testApp, [])
    const { status, body } = await testApp.stranger.call('requestSubmit', {
      id: randomUUID(),
      draftId,
      application: adaeze(changes),
    })
    expect(status).toBe(422)
    expect(Object.keys(body.fields ?? {})).toContain(field)
    expect(await testApp.as('reviewer').ok('requestCounts', {})).toEqual(before)
  })

  test.each(["O'Brien", 'Ọláìdé', 'Nnamdi-Azikiwe', 'Ng'])('B41%s is a name', async surname => {
    const request = await submit(testApp, { surname })
    expect(request.reference).toMatch(/^IRK-/)
  })

  test('a closed link takes nothing and says so; the status look-up goes on', async () => {
    const request = await submit(testApp)
    const setting = (await testApp.as('admin').ok('settingList', {})).rows.find(
      each => each.section === 'publicLink',
    )
    const value = { ...(setting?.value as object), isOpen: false, notice: 'Back on Monday.' }
    const change = {
      section: 'publicLink' as const,
      value,
      effectiveOn: '2026-11-16',
      reason: 'Holiday',
      basedOn: 0,
    }
    await testApp.as('admin').ok('settingChange', change)
    expect(await testApp.stranger.ok('publicPage', {})).toMatchObject({
      isOpen: false,
      notice: 'Back on Monday.',
    })
    const draftId = randomUUID()
    const refusal = await testApp.stranger.refused('draftOpen', { id: draftId, proof: 'x' }, 'link.closed')
    expect(refusal.message).toBe('Back on Monday.')
    await testApp.stranger.ok('requestStatus', { reference: request.reference, phone: request.stated.phone })
    await testApp
      .as('admin')
      .ok('settingChange', { ...change, value: { ...value, isOpen: true }, basedOn: 1 })
  })
})

describe('personal data', () => {
  test('T7 revealing needs the permission and a reason, and is recorded', async () => {
    const request = await submit(testApp)
    await testApp
      .as('editor')
      .refused('requestReveal', { id: request.id, reason: 'curious' }, 'permission.missing')
    const shown = await testApp
      .as('reviewer')
      .ok('requestReveal', { id: request.id, reason: 'Applicant on the phone' })
    expect(shown.bvn).toBe(request.stated.bvn)
    const history = await testApp
      .as('auditor')
      .ok('recordHistory', { subjectType: 'request', subjectId: request.id })
    expect(history.rows[0]).toMatchObject({ action: 'requestReveal', reason: 'Applicant on the phone' })
  })

  test('D2 I18 BVN and NIN stand nowhere in the database or the log', async () => {
    const request = await submit(testApp)
    await testApp.as('reviewer').ok('requestRecommend', { ...seen(request), amount: '50000000', tenor: 12 })
    await testApp.as('authorizer').ok('requestAuthorize', seen(request))
    for (const table of [
      'loan_request',
      'request_version',
      'request_event',
      'customer',
      'loan',
      'message',
      'audit_entry',
    ]) {
      const found = await sql<{ hits: number }>`
        select count(*)::int as hits from ${sql.table(table)} t
        where t::text like ${`%${request.stated.bvn}%`} or t::text like ${`%${request.stated.nin}%`}`.execute(
        testApp.program.db,
      )
      expect(found.rows, table).toEqual([{ hits: 0 }])
    }
    expect(testApp.log.some(line => line.includes(request.stated.bvn))).toBe(false)
  })
})

describe('queues', () => {
  let phoned: string | undefined

  test('totals follow every move, and pages come one after another without gap or repeat', async () => {
    const { rows, total } = await testApp.as('reviewer').ok('requestList', { stage: 'reviewer', limit: 200 })
    expect(total).toBe(rows.length)
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await testApp
        .as('reviewer')
        .ok('requestList', { stage: 'reviewer', limit: 3, sort: '-amount', cursor })
      ids.push(...page.rows.map(each => each.id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(new Set(ids).size).toBe(total)
    const counted = await sql<{ stage: string; rows: bigint; real: bigint }>`
      select c.stage, c.rows, count(r.id) as real from request_count c left join loan_request r on r.stage = c.stage
      group by c.stage, c.rows`.execute(testApp.program.db)
    for (const each of counted.rows) expect(each.rows, each.stage).toBe(each.real)
  })

  test('the audit trail calls a request, its loan and its customer by number and name', async () => {
    const request = await submit(testApp)
    await testApp.as('reviewer').ok('requestRecommend', { ...seen(request), amount: '40000000', tenor: 18 })
    await testApp.as('authorizer').ok('requestAuthorize', seen(request))
    const { rows } = await testApp.as('auditor').ok('auditList', { limit: 10 })
    const labelOf = (type: string) => rows.find(row => row.subjectType === type)?.subjectLabel
    expect(labelOf('request')).toMatch(/^IRK-\S+, \S+/)
    expect(labelOf('loan')).toMatch(/^L\d+, \S+ \S+/)
    expect(labelOf('customer')).toMatch(/^C\d+, \S+ \S+/)
    // and each is found again by that number
    for (const type of ['request', 'loan', 'customer']) {
      const search = labelOf(type)?.split(',')[0]?.toLowerCase() ?? ''
      const found = await testApp.as('auditor').ok('auditList', { search })
      expect(new Set(found.rows.map(row => row.subjectType)), search).toEqual(new Set([type]))
      expect(found.total).toBe(found.rows.length)
    }
  })

  test.each([
    ['as it is dialled', '08055512345'],
    ['as it is spoken', '0805 551 2345'],
    ['with hyphens', '0805-551-2345'],
    ['from abroad', '+2348055512345'],
    ['from abroad, spoken', '+234 805 551 2345'],
    ['with the zero that only stands before it', '+234 (0) 805 551 2345'],
    ['by how it begins', '0805551'],
    ['by its end', '5512345'],
    ['with a name', 'okafor 08055512345'],
  ])('found by the phone %s: %s', async (_how, search) => {
    const rows = async (stage: 'reviewer' | 'rejected') =>
      (await testApp.as('reviewer').ok('requestList', { stage, search })).rows
    if (phoned === undefined) phoned = (await submit(testApp, { surname: 'Okafor', phone: '08055512345' })).id
    expect((await rows('reviewer')).map(each => each.id)).toEqual([phoned])
    expect(await rows('rejected')).toEqual([])
  })

  test('found by any part of name, reference, number or employer', async () => {
    const request = await submit(testApp, { surname: 'Adéwálé', ippisNumber: 'NCS9911' })
    for (const search of [
      'adéw',
      'adewale',
      'ncs99',
      request.reference,
      request.reference.slice(4, 8),
      'health adéw',
      'HEALTH Adewale',
    ])
      expect(
        (await testApp.as('reviewer').ok('requestList', { stage: 'reviewer', search })).rows.map(
          each => each.id,
        ),
        search,
      ).toContain(request.id)
    expect((await testApp.as('reviewer').ok('requestList', { stage: 'reviewer', search: '%' })).rows).toEqual(
      [],
    )
  })
})
