import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { COMMANDS, type CommandName } from '../../../contract/api.ts'
import type { Role } from '../../../contract/roles.ts'
import { submit } from '../../../test/applicants.ts'
import { batchesIn } from '../../../test/batches.ts'
import { approvedLoan } from '../../../test/loans.ts'
import { type Caller, createTestApp, DEMO_PASSWORD, emailOf, type TestApp } from '../../../test/testApp.ts'
import { insertApproval } from '../approvals/approvals.sql.ts'
import { openSetup } from '../auth/setup.ts'
import { totpFor } from '../auth/signin.ts'

/**
 * "No one person can move money alone", played out: one dishonest superAdmin, with as many accounts, browsers and days as they
 * like. Their colleagues are honest and do nothing.
 */

let testApp: TestApp
afterEach(() => testApp.close())

/** Every account the one person can sign in to, by e-mail, with the secret of a second factor they set up there. */
type Accounts = Map<string, string | undefined>
const ALL_ROLES: readonly Role[] = ['Admin', 'Reviewer', 'Authorizer', 'Editor', 'superAdmin']

const signIn = (email: string, secret?: string): Promise<Caller> => {
  if (!secret) return testApp.signIn(email)
  testApp.clock.advance({ seconds: 60 })
  const code = totpFor(secret, email).generate({ timestamp: testApp.clock.now().getTime() })
  return testApp.signIn(email, DEMO_PASSWORD, code)
}

const idOf = async (email: string): Promise<string> => {
  const { rows } = await testApp.pool.query('select id from staff where email = $1', [email])
  return rows[0].id
}

/** Takes an account over by a password link where that is possible without anyone else; then it is one of theirs. */
async function takeOver(by: Caller, email: string, accounts: Accounts): Promise<void> {
  const { body } = await by.call('userResetLink', { id: await idOf(email), dropTotp: true })
  if (!body.token) return
  const form = { token: body.token, password: DEMO_PASSWORD, confirm: DEMO_PASSWORD }
  await testApp.stranger.ok('passwordReset', form)
  accounts.set(email, undefined)
}

/** A new account of theirs with these roles, as far as the program gives them. */
async function ghost(by: Caller, roles: Role[], accounts: Accounts): Promise<string> {
  const { id, email } = await testApp.signUp()
  const { body } = await by.call('userApprove', { id, roles })
  if (body.approvalId === null) accounts.set(email, undefined)
  return id
}

/** They set up a second factor of their own, reset the password without removing it, and sign in with it. */
async function poseAsOwner(by: Caller, email: string, accounts: Accounts): Promise<void> {
  const caller = await signIn(email, accounts.get(email))
  const { secret } = await caller.ok('totpEnrol', { password: DEMO_PASSWORD })
  testApp.clock.advance({ seconds: 60 })
  const code = totpFor(secret, email).generate({ timestamp: testApp.clock.now().getTime() })
  await caller.ok('totpConfirm', { code })
  accounts.set(email, secret)
  const { token } = await by.ok('userResetLink', { id: await idOf(email) })
  await testApp.stranger.ok('passwordReset', {
    token: token ?? '',
    password: DEMO_PASSWORD,
    confirm: DEMO_PASSWORD,
  })
  await signIn(email, secret)
}

/** Every superAdmin of theirs confirms, grants and approves whatever the others would need. */
async function helpEachOther(accounts: Accounts): Promise<void> {
  const ids = await Promise.all([...accounts.keys()].map(idOf))
  for (const [email, secret] of accounts) {
    const caller = await signIn(email, secret)
    const confirmed = ids.map(id => caller.call('userIdentityConfirm', { id, reason: 'Seen in person' }))
    for (const { status } of await Promise.all(confirmed)) expect(status).not.toBe(200)
    const { rows } = await caller.ok('approvalList', { view: 'all', status: 'waiting', limit: 200 })
    await Promise.all(rows.map(({ id }) => mayNot(caller, id)))
  }
}

const REFUSED = ['approval.same_person', 'approval.linked', 'approval.involved', 'permission.missing']

async function mayNot(caller: Caller, id: string): Promise<void> {
  const { status, body } = await caller.call('approvalApprove', { id })
  expect(status).not.toBe(200)
  expect(REFUSED).toContain(body.code)
}

const state = async () => {
  const { rows } = await testApp.pool.query(`
    select (select count(*)::int from ledger_entry) as entries, (select count(*)::int from setting_version) as settings,
      (select coalesce(sum(amount), 0)::text from ledger_line where code = 1010) as bank,
      (select string_agg(status || coalesce(frozen, ''), ',' order by number) from loan) as loans,
      (select string_agg(c::text, ',' order by id) from customer c) as customers`)
  return rows[0]
}

type Callers = readonly { id: string; caller: Caller }[]

/** Every command × maker × checker, whatever it would carry: the two users are checked before the content. */
async function tryCommands(callers: Callers): Promise<void> {
  const commands = Object.keys(COMMANDS) as CommandName[]
  for (const maker of callers) {
    const ids = await serialised(commands, command => ask(command, maker.id))
    for (const { caller } of callers) {
      const { rows } = await caller.ok('approvalList', { subjectType: 'test', limit: 200 })
      expect(rows.map(row => row.command).sort()).toEqual([...commands].sort())
      expect(rows.filter(row => row.blocked === null)).toEqual([])
    }
    if (maker === callers[0])
      for (const id of ids) await Promise.all(callers.map(each => mayNot(each.caller, id)))
    await testApp.pool.query(`delete from approval where subject_type = 'test'`)
  }
}

async function ask(command: CommandName, makerId: string): Promise<string> {
  const id = randomUUID()
  await insertApproval(testApp.program.db, {
    id, command, input: '{}', subject_type: 'test', subject_id: id, summary: command, amount: null, before: null, after: null,
    reason: null, maker_id: makerId, maker_address: '', maker_user_agent: '', involved: [], asked_at: testApp.clock.now(),
  }) // biome-ignore format: a row
  return id
}

const today = () => testApp.clock.now().toISOString().slice(0, 10)

/** The same with the real thing: loans disbursed, waived, written off and deferred, and the limit of approvals raised. */
async function tryMoney(callers: Callers, live: string | undefined): Promise<void> {
  const awaiting = await serialised(callers, () => approvedLoan(testApp))
  const before = await state()
  const acts = live
    ? ([
        { act: 'waiver', component: 'interest', amount: '100000' },
        { act: 'writeOff' },
        { act: 'holiday', periods: 3, interest: 'waived' },
      ] as const)
    : []
  const { rows } = await testApp.pool.query(
    `select coalesce(max(version), 0)::int as version from setting_version where section = 'approvalLimits'`,
  )
  const raise = {
    section: 'approvalLimits' as const, value: { manualReceipt: '100000000000', campaignRecipients: 1_000_000 },
    effectiveOn: today(), basedOn: rows[0].version, reason: 'Easier',
  } // biome-ignore format: a form
  let asked = 0
  for (const [index, { caller }] of callers.entries()) {
    const batch = {
      id: randomUUID(), loanIds: [awaiting[index]?.id ?? ''], valueOn: today(), payingAccount: 'GTBank 0123456789',
      reason: 'As agreed',
    } // biome-ignore format: a form
    const answers = [
      await caller.call('payoutBatchMake', batch),
      await caller.call('settingChange', raise),
      ...(await serialised(acts, input =>
        caller.call('loanActDo', { loanId: live ?? '', id: randomUUID(), input, reason: 'As agreed' }),
      )),
    ]
    const mine = await caller.ok('approvalList', { view: 'mine', status: 'waiting', limit: 200 })
    const pending = mine.rows.filter(({ subjectType }) => subjectType !== 'user')
    expect(pending).toHaveLength(answers.filter(({ status }) => status === 200).length)
    for (const { id } of pending) {
      asked++
      await Promise.all(callers.map(each => mayNot(each.caller, id)))
      await caller.ok('approvalWithdraw', { id })
    }
  }
  expect(asked).toBeGreaterThan(live ? 4 : 1)
  expect(await state()).toEqual(before)
}

async function serialised<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of items) results.push(await run(item))
  return results
}

/**
 * A request of theirs, entered by the applicant or by any of their accounts, recommended by any: none of them
 * authorizes it.
 */
async function tryRequests(callers: Callers): Promise<void> {
  const [first] = callers
  for (const options of [{}, first ? { by: first.caller } : {}]) {
    const { id, stated } = await submit(testApp, {}, options)
    const seen = { id, version: 1 }
    for (const { caller } of callers)
      await caller.call('requestRecommend', { ...seen, amount: stated.amount, tenor: stated.tenor })
    for (const { caller } of callers)
      expect((await caller.call('requestAuthorize', seen)).status).not.toBe(200)
  }
}

async function tryEverything(accounts: Accounts, live?: string): Promise<void> {
  await helpEachOther(accounts)
  const callers = await serialised([...accounts], async ([email, secret]) => ({
    id: await idOf(email),
    caller: await signIn(email, secret),
  }))
  await tryMoney(callers, live)
  await tryRequests(callers)
  await tryCommands(callers)
}

/** A lender with an honest Authorizer and an honest Admin, and a live loan. */
async function createHonestApp(): Promise<{ accounts: Accounts; live: string }> {
  testApp = await createTestApp()
  const { loanId } = await batchesIn(() => testApp).borrower()
  return { accounts: new Map([[emailOf('superAdmin'), undefined]]), live: loanId }
}

const days = (count: number) => testApp.clock.advance({ hours: 24 * count })

test('by second accounts, while a colleague could approve: none of them gets a role that moves anything', async () => {
  const { accounts, live } = await createHonestApp()
  const caller = testApp.as('superAdmin')
  for (const role of ALL_ROLES) await ghost(caller, [role], accounts)
  const auditor = await ghost(caller, ['Auditor'], accounts)
  await caller.call('userRolesChange', { id: auditor, roles: ['Admin', 'Authorizer'], reason: 'Promoted' })
  await takeOver(caller, emailOf('admin'), accounts)
  await takeOver(caller, emailOf('reviewer'), accounts)
  await poseAsOwner(testApp.as('superAdmin'), emailOf('admin'), accounts)
  expect(accounts.size).toBe(4)
  days(400)
  await tryEverything(accounts, live)
})

test('by the accounts of the colleagues, whose passwords they reset, and of friends whom they then admit', async () => {
  const { accounts, live } = await createHonestApp()
  for (const part of ['authorizer', 'admin', 'reviewer'] as const)
    await takeOver(testApp.as('superAdmin'), emailOf(part), accounts)
  await ghost(testApp.as('superAdmin'), [...ALL_ROLES], accounts)
  const second = [...accounts.keys()].at(-1) ?? ''
  // the ghost lets in another, so that the first superAdmin never touched it
  await ghost(await signIn(second), ['Authorizer', 'Reviewer', 'Admin'], accounts)
  await poseAsOwner(testApp.as('superAdmin'), emailOf('authorizer'), accounts)
  expect(accounts.size).toBe(6)
  days(100)
  await tryEverything(accounts, live)
})

test('by suspending the only Authorizer, appointing another, and bringing the first back a month later', async () => {
  const { accounts, live } = await createHonestApp()
  const id = await testApp.idOf('authorizer')
  const reason = 'In my way'
  await testApp.as('superAdmin').ok('userSuspend', { id, reason })
  await ghost(testApp.as('superAdmin'), ['Authorizer', 'superAdmin'], accounts)
  await ghost(testApp.as('superAdmin'), ['Admin', 'Reviewer'], accounts)
  expect(accounts.size).toBe(3)
  days(40)
  const caller = testApp.as('superAdmin')
  await caller.refused('userReactivate', { id, reason }, 'user.roles_lapsed')
  await caller.ok('userRolesChange', { id, roles: ['Authorizer'], reason })
  await caller.ok('userReactivate', { id, reason })
  await takeOver(testApp.as('superAdmin'), emailOf('authorizer'), accounts)
  expect(accounts.size).toBe(4)
  days(40)
  await tryEverything(accounts, live)
})

test('as the first superAdmin of a new lender, who does not have the second setup code', async () => {
  testApp = await createTestApp({ staff: false })
  const [setupCode] = await openSetup(testApp.program)
  const form = { firstName: 'Femi', lastName: 'Ojo', phone: '0803 000 0099', password: DEMO_PASSWORD, confirm: DEMO_PASSWORD }
  const email = 'femi@iroko.test'
  await testApp.stranger.ok('signUp', { ...form, email, setupCode })
  const accounts: Accounts = new Map([[email, undefined]])
  for (const guess of [setupCode, 'AAAA-BBBB-CCCC-DDDD']) {
    const { status } = await testApp.stranger.call('signUp', { ...form, email: 'two@iroko.test', setupCode: guess })
    expect(status).toBe(422)
  }
  const caller = await signIn(email)
  await ghost(caller, [...ALL_ROLES], accounts)
  await ghost(caller, ['Authorizer', 'Reviewer'], accounts)
  await ghost(caller, ['superAdmin'], accounts)
  expect(accounts.size).toBe(4)
  days(400)
  await tryEverything(accounts)
}) // biome-ignore format: a form
