import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '../../../contract/roles.ts'
import {
  type Caller,
  type Colleague,
  callerWith,
  createTestApp,
  MONDAY,
  type Part,
  type TestApp,
} from '../../../test/testApp.ts'
import { insertLink } from '../auth/linkedAccounts.sql.ts'

let testApp: TestApp
let maker: Caller
beforeAll(async () => {
  testApp = await createTestApp()
  maker = testApp.as('superAdmin')
})
afterAll(() => testApp.close())
beforeEach(() => {
  testApp.clock.set(MONDAY)
  maker = testApp.as('superAdmin')
})

/** Ngozi submits a role change to Authorizer, which always needs approval here. */
async function ask(person?: Colleague, roles: Role[] = ['Editor', 'Authorizer']) {
  const subject = person ?? (await testApp.hire('Editor'))
  const { approvalId } = await maker.ok('userRolesChange', { id: subject.id, roles, reason: 'a new post' })
  return { id: approvalId ?? '', subject }
}
const rolesOf = async (id: string) => (await maker.ok('userGet', { id })).roles
const statusOf = async (id: string) => (await testApp.as('auditor').ok('approvalGet', { id })).status

describe('I11 makers and checkers', () => {
  test('the maker does not decide, whatever roles they hold', async () => {
    const both = await testApp.hire('superAdmin', 'Authorizer')
    const subject = await testApp.hire('Editor')
    const { approvalId } = await both.caller.ok('userRolesChange', {
      id: subject.id,
      roles: ['Authorizer'],
      reason: 'a new post',
    })
    const id = approvalId ?? ''
    await both.caller.refused('approvalApprove', { id }, 'approval.same_person')
    await both.caller.refused('approvalDecline', { id, note: 'no more' }, 'approval.same_person')
    expect((await both.caller.ok('approvalGet', { id })).blocked).toBe('same_person')
    expect(await statusOf(id)).toBe('waiting')
  })

  test('whom it concerns does not decide', async () => {
    const subject = await testApp.hire('Authorizer')
    const { id } = await ask(subject, ['Authorizer', 'superAdmin'])
    await subject.caller.refused('approvalApprove', { id }, 'approval.involved')
    expect((await subject.caller.ok('approvalGet', { id })).blocked).toBe('involved')
  })

  test.each(ROLES)('%s', async role => {
    const { id, subject } = await ask()
    const part = `${role[0]?.toLowerCase()}${role.slice(1)}` as Part
    // another superAdmin than the one who asked
    const caller = role === 'superAdmin' ? (await testApp.hire('superAdmin')).caller : testApp.as(part)
    const answer = await caller.call('approvalApprove', { id, note: 'seen the letter' })
    const may = role === 'superAdmin' || role === 'Authorizer'
    expect(answer.status).toBe(may ? 200 : 403)
    expect(await rolesOf(subject.id)).toEqual(may ? ['Editor', 'Authorizer'] : ['Editor'])
    if (!may) expect((await caller.ok('approvalGet', { id })).blocked).toBe('permission')
  })

  test('a checker who lost the role in between does not decide', async () => {
    const { id } = await ask()
    const checker = await testApp.hire('Authorizer')
    await checker.caller.ok('approvalGet', { id })
    await maker.ok('userRolesChange', { id: checker.id, roles: ['Auditor'], reason: 'moved on' })
    await checker.caller.refused('approvalApprove', { id }, 'permission.missing')
  })

  test('the database itself refuses one person in both places', async () => {
    const { id } = await ask()
    const insist = `update approval set status = 'approved', decided_at = now(), checker_id = maker_id where id = $1`
    await expect(testApp.pool.query(insist, [id])).rejects.toThrow('approval_two_people')
    const unknownId = `update approval set status = 'approved', decided_at = now() where id = $1`
    await expect(testApp.pool.query(unknownId, [id])).rejects.toThrow('approval_two_people')
  })
})

describe('linked people do not decide for each other', () => {
  type Link = { by: string; of: string; approvedBy?: string; hoursAgo?: number }
  const link = ({ by, of, approvedBy, hoursAgo = 1 }: Link) =>
    insertLink(testApp.program.db, {
      made_by: by,
      staff_id: of,
      kind: 'admitted',
      made_at: new Date(testApp.clock.now().getTime() - hoursAgo * 3_600_000),
      approved_by: approvedBy ?? null,
    })

  type Ids = Record<'maker' | 'checker' | 'third' | 'subject', string>
  test.each<[string, (ids: Ids) => Link[], boolean]>([
    ['the maker admitted the checker', ({ maker, checker }) => [{ by: maker, of: checker }], true],
    ['the checker admitted the maker', ({ maker, checker }) => [{ by: checker, of: maker }], true],
    ['a year ago', ({ maker, checker }) => [{ by: maker, of: checker, hoursAgo: 365 * 24 }], true],
    ['a third admitted both', ({ maker, checker, third }) => [{ by: third, of: maker }, { by: third, of: checker }], true],
    ['the maker admitted a third who admitted the checker', ({ maker, checker, third }) => [{ by: maker, of: third }, { by: third, of: checker }], true],
    ['the checker admitted the person it is about', ({ checker, subject }) => [{ by: checker, of: subject }], true],
    ['a third admitted the checker only', ({ checker, third }) => [{ by: third, of: checker }], false],
    ['the maker admitted the checker, and a third approved it', ({ maker, checker, third }) => [{ by: maker, of: checker, approvedBy: third }], false],
  ])('%s', async (_what, madeLinks, linked) => {
    const [checker, third] = [await testApp.hire('superAdmin'), await testApp.hire('superAdmin')]
    const { id, subject } = await ask()
    const ids = { maker: await testApp.idOf('superAdmin'), checker: checker.id, third: third.id, subject: subject.id }
    for (const each of madeLinks(ids)) await link(each)
    expect((await checker.caller.ok('approvalGet', { id })).blocked).toBe(linked ? 'linked' : null)
    const listed = await checker.caller.ok('approvalList', { view: 'toDecide', limit: 200 })
    expect(listed.rows.some(row => row.id === id)).toBe(!linked)
    const answer = await checker.caller.call('approvalApprove', { id })
    if (linked) expect(answer.body.code).toBe('approval.linked')
    else expect(answer.status).toBe(200)
    await testApp.pool.query('delete from staff_link')
  }) // biome-ignore format: a table
})

describe('from where it is approved', () => {
  test('not in the browser in which the person who asked is signed in, until they sign out there', async () => {
    const { email } = await testApp.hire('Authorizer')
    const asking = await testApp.signIn('superadmin@iroko.test')
    maker = asking
    const { id } = await ask()
    const own = await testApp.signIn(email)
    const shared = callerWith(testApp.app, { ...own, binding: `${asking.binding}.${own.binding}` })
    expect((await shared.ok('approvalGet', { id })).blocked).toBe('same_browser')
    expect((await own.ok('approvalGet', { id })).blocked).toBeNull()
    await shared.refused('approvalApprove', { id }, 'approval.same_browser')
    await asking.ok('signOut', {})
    await shared.approve(id)
  })

  test('the maker’s address is shown, and refused with the same browser only where the lender wants it', async () => {
    const checker = testApp.as('authorizer')
    const rule = (refuseSamePlace: boolean) =>
      maker.ok('securityChange', { totpRequiredFor: [], refuseSamePlace })
    const { id } = await ask()
    expect((await checker.ok('approvalGet', { id })).sameAddress).toBe(true)
    expect((await checker.ok('approvalGet', { id }, { from: '10.1.2.3' })).sameAddress).toBe(false)
    await rule(true)
    await checker.refused('approvalApprove', { id }, 'approval.same_place')
    const elsewhere = { headers: { 'user-agent': 'Another browser' } }
    expect((await checker.ok('approvalGet', { id }, elsewhere)).blocked).toBeNull()
    await rule(false)
    await checker.approve(id)
  })

  test('it says who admitted the maker, and who approved that', async () => {
    const [made_by, staff_id, approved_by] = [
      await testApp.idOf('superAdmin'),
      await testApp.idOf('admin'),
      await testApp.idOf('authorizer'),
    ]
    const admission = {
      made_by,
      staff_id,
      kind: 'admitted',
      made_at: testApp.clock.now(),
      approved_by,
    } as const
    await insertLink(testApp.program.db, admission)
    const { approvalId } = await testApp
      .as('admin')
      .ok('ledgerPeriodClose', { through: '2020-01-31', reason: 'The auditors have signed it' })
    const { makerAdmitted } = await testApp.as('authorizer').ok('approvalGet', { id: approvalId ?? '' })
    expect(makerAdmitted).toMatchObject({ by: 'Ngozi Okafor', approvedBy: 'Emeka Nwosu' })
  })
})

describe('exactly once', () => {
  const countOf = async (id: string, action: string) =>
    (await maker.ok('auditList', { subjectId: id, action })).rows.filter(({ outcome }) => outcome === 'done')
      .length

  test('F17 two checkers at the same instant, 100 pairs: 100 wins, 100 clean refusals', async () => {
    const [one, two] = [await testApp.hire('Authorizer'), await testApp.hire('superAdmin')]
    await Promise.all([one.caller.ok('me', {}), two.caller.ok('me', {})])
    const subject = await testApp.hire('Editor')
    let wins = 0
    for (let pair = 0; pair < 100; pair++) {
      await testApp.pool.query(`update staff set roles = '{Editor}' where id = $1`, [subject.id])
      const { id } = await ask(subject)
      const answers = await Promise.all(
        [one, two].map(({ caller }) => caller.call('approvalApprove', { id })),
      )
      const codes = answers.map(({ status, body }) => String(body.code ?? status)).sort()
      expect(codes).toEqual(['200', 'approval.decided'])
      wins++
    }
    expect(wins).toBe(100)
    const { rows } = await testApp.pool.query(
      `select count(*)::int as runs from audit_entry where subject_id = $1 and action = 'userRolesChange' and outcome = 'done'`,
      [subject.id],
    )
    expect(rows[0].runs).toBe(100)
  })

  test('F18 approve, decline and withdraw at the same instant, 30 times: one winner', async () => {
    const [one, two] = [await testApp.hire('Authorizer'), await testApp.hire('superAdmin')]
    await Promise.all([one.caller.ok('me', {}), two.caller.ok('me', {})])
    for (let round = 0; round < 30; round++) {
      const { id, subject } = await ask()
      const answers = await Promise.all([
        one.caller.call('approvalApprove', { id }),
        two.caller.call('approvalDecline', { id, note: 'not yet' }),
        maker.call('approvalWithdraw', { id }),
      ])
      const won = answers.filter(({ status }) => status === 200)
      expect(won).toHaveLength(1)
      expect(answers.filter(({ body }) => body.code === 'approval.decided')).toHaveLength(2)
      const status = await statusOf(id)
      expect(won[0]?.body.status).toBe(status)
      expect(await rolesOf(subject.id)).toEqual(status === 'approved' ? ['Editor', 'Authorizer'] : ['Editor'])
    }
  })

  test('asking again while it waits is refused by name; after it is decided it is a new question', async () => {
    const { id, subject } = await ask()
    const again = { id: subject.id, roles: ['Authorizer'] as Role[], reason: 'once more' }
    const refusal = await maker.refused('userRolesChange', again, 'approval.pending')
    expect(refusal.message).toContain('Ngozi Okafor')
    await testApp.as('authorizer').ok('approvalDecline', { id, note: 'not yet' })
    expect((await maker.ok('userRolesChange', again)).approvalId).not.toBeNull()
  })

  test('twenty equal questions at the same instant: one waits', async () => {
    const subject = await testApp.hire('Editor')
    const input = { id: subject.id, roles: ['Authorizer'] as Role[], reason: 'a new post' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => maker.call('userRolesChange', input)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'approval.pending')).toHaveLength(19)
  })

  test('asking, approving and changing at the same instant never fails otherwise than by name', async () => {
    for (let round = 0; round < 10; round++) {
      const { id, subject } = await ask()
      const change = (roles: Role[]) =>
        maker.call('userRolesChange', { id: subject.id, roles, reason: 'a new post' })
      const answers = await Promise.all([
        testApp.as('authorizer').call('approvalApprove', { id }),
        change(['Authorizer', 'Editor']),
        change(['Auditor']),
      ])
      for (const { status } of answers) expect([200, 409]).toContain(status)
    }
  })

  test('approved twice with the same key is one approval with one answer', async () => {
    const { id, subject } = await ask()
    const key = `approve-${id}`
    const first = await testApp.as('authorizer').ok('approvalApprove', { id }, { key })
    expect(await testApp.as('authorizer').ok('approvalApprove', { id }, { key })).toEqual(first)
    expect(await countOf(subject.id, 'userRolesChange')).toBe(1)
  })
})

describe('what runs is what was shown', () => {
  test('a command refused when it is approved keeps waiting and changes nothing', async () => {
    const waiting = await testApp.signUp()
    const { approvalId } = await maker.ok('userApprove', { id: waiting.id, roles: ['Authorizer'] })
    const id = approvalId ?? ''
    await maker.ok('userApprove', { id: waiting.id, roles: ['Auditor'] })
    await testApp.as('authorizer').refused('approvalApprove', { id }, 'user.state')
    expect(await statusOf(id)).toBe('waiting')
    expect(await rolesOf(waiting.id)).toEqual(['Auditor'])
    await maker.ok('approvalWithdraw', { id })
  })

  test('roles changed since the submission are not overwritten', async () => {
    const { id, subject } = await ask()
    await maker.ok('userRolesChange', { id: subject.id, roles: ['Auditor'], reason: 'another post' })
    await testApp.as('authorizer').refused('approvalApprove', { id }, 'approval.stale')
    expect(await rolesOf(subject.id)).toEqual(['Auditor'])
    expect(await statusOf(id)).toBe('waiting')
  })

  test('declined: nothing changes; only the maker withdraws; decided is decided', async () => {
    const { id, subject } = await ask()
    await testApp.as('authorizer').refused('approvalWithdraw', { id }, 'approval.not_yours')
    await testApp.as('authorizer').refused('approvalDecline', { id, note: '' }, 'input.invalid')
    await testApp.as('authorizer').ok('approvalDecline', { id, note: 'not yet' })
    for (const decide of ['approvalApprove', 'approvalWithdraw'] as const) {
      const refusal = await testApp
        .as(decide === 'approvalApprove' ? 'authorizer' : 'superAdmin')
        .refused(decide, { id }, 'approval.decided')
      expect(refusal.message).toMatch(/^Already declined by Emeka Nwosu at /)
    }
    expect(await rolesOf(subject.id)).toEqual(['Editor'])
  })

  test('the record, the checker’s list and the maker’s list show it while it waits', async () => {
    const { id, subject } = await ask()
    const lists = async () => ({
      record: (await maker.ok('userGet', { id: subject.id })).pendingApprovalId,
      checker: (
        await testApp.as('authorizer').ok('approvalList', { view: 'toDecide', limit: 200 })
      ).rows.some(row => row.id === id),
      maker: (await maker.ok('approvalList', { view: 'mine', status: 'waiting', limit: 200 })).rows.some(
        row => row.id === id,
      ),
      own: (await maker.ok('approvalList', { view: 'toDecide', limit: 200 })).rows.some(row => row.id === id),
    })
    expect(await lists()).toEqual({ record: id, checker: true, maker: true, own: false })
    await testApp.as('authorizer').approve(id)
    expect(await lists()).toEqual({ record: null, checker: false, maker: false, own: false })
  })

  test('a declined item is shown to its maker with the reason, until it is dismissed or old', async () => {
    const asker = await testApp.hire('superAdmin')
    const declined = async () =>
      (await asker.caller.ok('approvalList', { view: 'declined' })).rows.map(
        row => `${row.checkerName}: ${row.note}`,
      )
    const ids: string[] = []
    for (const note of ['No letter of appointment', 'Wait for the audit', 'Ask in January']) {
      const { id } = await testApp.hire('Editor')
      const roles: Role[] = ['Authorizer']
      const { approvalId } = await asker.caller.ok('userRolesChange', { id, roles, reason: 'a new post' })
      ids.push(approvalId ?? '')
      testApp.clock.advance({ hours: 1 })
      await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note })
    }
    const [first = '', second = ''] = ids
    expect(await declined()).toEqual([
      'Emeka Nwosu: Ask in January',
      'Emeka Nwosu: Wait for the audit',
      'Emeka Nwosu: No letter of appointment',
    ])
    expect((await maker.ok('approvalList', { view: 'declined', limit: 200 })).rows).not.toContainEqual(
      expect.objectContaining({ id: first }),
    )
    await maker.refused('approvalSeen', { id: first }, 'record.unknown')
    await asker.caller.ok('approvalSeen', { id: second })
    await asker.caller.ok('approvalSeen', { id: second })
    expect(await declined()).toEqual(['Emeka Nwosu: Ask in January', 'Emeka Nwosu: No letter of appointment'])
    await asker.caller.ok('approvalSeen', { id: second, isSeen: false })
    expect(await declined()).toHaveLength(3)
    await maker.refused('approvalSeen', { id: second, isSeen: false }, 'record.unknown')
    await asker.caller.ok('approvalSeen', { id: second, isSeen: true })
    const page = await asker.caller.ok('approvalList', { view: 'declined', limit: 1 })
    const rest = await asker.caller.ok('approvalList', { view: 'declined', cursor: page.next ?? '' })
    expect([...page.rows, ...rest.rows].map(row => row.note)).toEqual([
      'Ask in January',
      'No letter of appointment',
    ])
    expect((await asker.caller.ok('approvalGet', { id: second })).note).toBe('Wait for the audit')
    await testApp.pool.query(
      `update approval set decided_at = decided_at - interval '14 days' where id = $1`,
      [first],
    )
    expect(await declined()).toEqual(['Emeka Nwosu: Ask in January'])
  })

  test('the trail records who submitted, who approved and what changed', async () => {
    const { id, subject } = await ask()
    await testApp.as('authorizer').ok('approvalApprove', { id, note: 'seen the letter' })
    const { rows } = await testApp
      .as('auditor')
      .ok('recordHistory', { subjectType: 'user', subjectId: subject.id })
    expect(
      rows
        .slice(0, 3)
        .map(({ action, actorName }) => `${actorName}: ${action}`)
        .sort(),
    ).toEqual(['Emeka Nwosu: approvalApprove', 'Emeka Nwosu: userRolesChange', 'Ngozi Okafor: approvalAsk'])
  })

  test('the approver’s list starts with the longest pending, page after page', async () => {
    const checker = (await testApp.hire('Authorizer')).caller
    for (let hour = 0; hour < 3; hour++) {
      await ask()
      testApp.clock.advance({ hours: 1 })
    }
    const asked: string[] = []
    let cursor: string | undefined
    do {
      const input = { view: 'toDecide', status: 'waiting', limit: 2, ...(cursor ? { cursor } : {}) } as const
      const page = await checker.ok('approvalList', input)
      asked.push(...page.rows.map(row => `${row.askedAt} ${row.id}`))
      cursor = page.next ?? undefined
    } while (cursor)
    const { total } = await checker.ok('approvalList', { view: 'toDecide', status: 'waiting', limit: 1 })
    expect(asked).toEqual([...asked].sort())
    expect([new Set(asked).size, asked.length]).toEqual([total, total])
  })

  test('pages of the list meet without gap or repeat', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await maker.ok('approvalList', { limit: 50, ...(cursor ? { cursor } : {}) })
      seen.push(...page.rows.map(row => row.id))
      cursor = page.next ?? undefined
    } while (cursor)
    const { total } = await maker.ok('approvalList', { limit: 1 })
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(total)
  })
})
