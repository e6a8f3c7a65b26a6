import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adaeze, knownCustomer, recommended, submit } from '../../../test/applicants.ts'
import { batchesIn } from '../../../test/batches.ts'
import {
  type Caller,
  type Colleague,
  createTestApp,
  DEMO_PASSWORD,
  MONDAY,
  type TestApp,
} from '../../../test/testApp.ts'
import { roster, run, send } from '../../../test/uploads.ts'
import { prepareCampaign } from '../campaigns/jobs.ts'

/**
 * The author of a command's content, its payee, and a maker who lost the permission are not among the two people for
 * it.
 */

let testApp: TestApp
/** May ask, and approve what others ask. */
let sade: Colleague
beforeAll(async () => {
  testApp = await createTestApp()
  sade = await testApp.hire('superAdmin')
})
afterAll(() => testApp.close())
beforeEach(() => testApp.clock.set(MONDAY))

const { borrower, batchOf, rowsOf, handOver } = batchesIn(() => testApp)
const agree = (who: Colleague, id: string | null) =>
  who.caller.call('approvalApprove', { id: id ?? '' }).then(({ body }) => body.code)

describe('the author of the content', () => {
  test('a user who matched a row manually does not approve the batch, even if another user submits it', async () => {
    const { loanId } = await borrower()
    const id = await batchOf([{ staff: '999123', amount: '2000000.00' }])
    const [row] = await rowsOf(id)
    await sade.caller.ok('repaymentRowMatch', {
      id,
      rowNumber: row?.rowNumber ?? 0,
      part: 1,
      loanId,
      treatment: 'post',
      note: 'Knows the payer',
    })
    const approvalId = await handOver(id)
    expect(await agree(sade, approvalId)).toBe('approval.involved')
    await testApp.as('authorizer').approve(approvalId)
  })

  test('who confirmed the columns of a payroll does not accept it', async () => {
    const id = await send(testApp.as('admin'), roster([{ id: '480001' }]))
    await run(testApp, id)
    const { layout } = await sade.caller.ok('intakeGet', { id })
    await sade.caller.ok('intakeMap', { id, mapping: layout?.mapping ?? {} })
    await run(testApp, id)
    const { approvalId } = await testApp.as('admin').ok('intakeHandOver', { id, reason: 'Counted' })
    expect(await agree(sade, approvalId)).toBe('approval.involved')
    // accepted, it would show every other person here as unpaid
    await testApp.as('authorizer').ok('approvalDecline', { id: approvalId ?? '', note: 'Of another house' })
  })

  test('the author of a campaign does not approve it, even if another user starts it', async () => {
    const templateId = randomUUID()
    await testApp.as('admin').ok('templateSave', {
      id: templateId,
      name: 'Saturday',
      purpose: 'marketing',
      event: null,
      body: 'Dear {{firstName}}, our office is open on Saturday.',
      basedOn: 0,
    })
    const asked = await testApp
      .as('admin')
      .ok('templateApprove', { id: templateId, version: 1, reason: 'New' })
    await testApp.as('authorizer').approve(asked.approvalId)
    await borrower()
    const { rows } = await testApp.as('admin').ok('customerList', {})
    const customers = rows.map(each => each.number)
    await testApp.pool.query(
      `insert into setting_version (section, version, value, effective_on, changed_at)
       values ('approvalLimits', 1, '{"manualReceipt": "5000000", "campaignRecipients": 1}', '2026-01-01', now())`,
    )
    const id = randomUUID()
    const audience = { kind: 'list' as const, lines: customers.join('\n') }
    await sade.caller.ok('campaignCreate', { id, name: 'To all', templateId, audience })
    await prepareCampaign(testApp.program, id)
    const { approvalId } = await testApp.as('admin').ok('campaignStart', { id, at: null, reason: 'Season' })
    expect(await agree(sade, approvalId)).toBe('approval.involved')
    await testApp.as('authorizer').approve(approvalId)
  })
})

describe('one’s own account', () => {
  test('no user approves their own matter, and the trail of the refusal names no person', async () => {
    const { loanId, number } = await borrower({ email: sade.email })
    const { approvalId } = await testApp.as('admin').ok('loanActDo', {
      loanId,
      id: randomUUID(),
      input: { act: 'waiver', component: 'interest', amount: '100000' },
      reason: 'A colleague',
    })
    await sade.caller.refused('approvalApprove', { id: approvalId ?? '' }, 'approval.own')
    await sade.caller.refused('approvalDecline', { id: approvalId ?? '', note: 'Too little' }, 'approval.own')
    const { rows } = await testApp.pool.query(
      `select reason from audit_entry where subject_type = 'endpoint' and actor_id = $1 order by reason`,
      [sade.id],
    )
    const about = rows.map(row => row.reason).filter(reason => reason.includes('your own account'))
    expect(about).toHaveLength(2)
    for (const reason of about) {
      expect(reason).not.toContain(number)
      expect(reason).not.toContain('Okonkwo')
    }
    await testApp.as('authorizer').approve(approvalId)
  })

  test('it is shown as what another person decides, and counted only for them', async () => {
    const { loanId } = await borrower({ email: sade.email })
    const { approvalId } = await testApp.as('admin').ok('loanActDo', {
      loanId,
      id: randomUUID(),
      input: { act: 'waiver', component: 'interest', amount: '100000' },
      reason: 'A colleague',
    })
    const id = approvalId ?? ''
    expect((await sade.caller.ok('approvalGet', { id })).blocked).toBe('own')
    expect((await testApp.as('authorizer').ok('approvalGet', { id })).blocked).toBeNull()
    const listed = async (who: Caller) => {
      const { rows } = await who.ok('approvalList', { view: 'toDecide', status: 'waiting' })
      return rows.some(row => row.id === id)
    }
    expect([await listed(sade.caller), await listed(testApp.as('authorizer'))]).toEqual([false, true])
    const counted = async () => (await sade.caller.ok('dashboardWork', {})).toDecide?.waiting
    const before = await counted()
    await testApp.as('authorizer').approve(id)
    expect(await counted()).toBe(before)
  })

  const TODAY = '2026-11-16'
  test.each([
    { act: 'receipt', amount: '100', on: TODAY, channel: 'bank transfer', reference: 'Own-1' },
    { act: 'charge', component: 'fee', amount: '100', on: TODAY },
    { act: 'freeze', cause: 'deceased' },
  ] as const)('an act on a user’s own loan needs approval, whatever the amount: $act', async input => {
    const { loanId } = await borrower({ email: sade.email.toUpperCase() })
    const asked = { loanId, id: randomUUID(), input, reason: 'Between us' }
    const looks = (who: Caller) => who.ok('loanActPreview', { loanId, input })
    expect((await looks(sade.caller)).secondPerson).toBe(true)
    expect((await looks(testApp.as('admin'))).secondPerson).toBe(false)
    const { approvalId } = await sade.caller.ok('loanActDo', asked)
    expect(await agree(sade, approvalId)).toBe('approval.same_person')
    expect((await testApp.as('admin').ok('loanGet', { id: loanId })).happenings).toHaveLength(1)
    await testApp.as('authorizer').approve(approvalId)
  })

  test('nor confirms a bank alert on it alone', async () => {
    const { loanId } = await borrower({ email: sade.email })
    const id = randomUUID()
    await testApp.pool.query(
      `insert into message_claim (id, sender, body, amount, at, dedupe) values ($1, 'GTBank', 'CR', 100, now(), $2)`,
      [id, id],
    )
    const seen = { id, loanId, paidOn: TODAY, reference: `NIP-${id}`, note: 'On the statement' }
    expect((await sade.caller.ok('claimConfirm', seen)).approvalId).not.toBeNull()
  })

  test('nor writes down when they retire, or that they are blacklisted no longer', async () => {
    const { loanId } = await borrower({ email: sade.email })
    const { row } = await testApp.as('admin').ok('loanGet', { id: loanId })
    const { revision: basedOn } = await testApp.as('admin').ok('customerGet', { id: row.customerId })
    const later = { id: row.customerId, basedOn, on: '2050-01-01', reason: 'Gazette of the extension' }
    await sade.caller.refused('customerRetirementChange', later, 'customer.own')
    const { on: _, ...status } = { ...later, status: 'dormant' as const, reason: 'On leave' }
    await sade.caller.refused('customerStatusChange', status, 'customer.own')
    await testApp.as('admin').ok('customerRetirementChange', later)
  })

  test('who edits their own e-mail away is refused, and stays its owner after another person did', async () => {
    const { loanId } = await borrower({ email: sade.email })
    const { row } = await testApp.as('admin').ok('loanGet', { id: loanId })
    const change = async (who: Caller) => {
      const { revision: basedOn } = await testApp.as('admin').ok('customerGet', { id: row.customerId })
      return who.call('customerChange', {
        id: row.customerId,
        basedOn,
        email: 'other@example.com',
        reason: '',
      })
    }
    expect((await change(sade.caller)).body).toMatchObject({ code: 'customer.own' })
    expect((await change(testApp.as('admin'))).status).toBe(200)
    const input = {
      act: 'receipt',
      amount: '100',
      on: TODAY,
      channel: 'bank transfer',
      reference: 'Own-9',
    } as const
    const asked = { loanId, id: randomUUID(), input, reason: 'Between us' }
    const { approvalId } = await sade.caller.ok('loanActDo', asked)
    expect(approvalId).not.toBeNull()
  })

  test('known by the BVN that a user states once, with their password, and cannot change or state for another', async () => {
    const stated = adaeze()
    const customerId = await knownCustomer(testApp, stated)
    const [owner, other] = [await testApp.hire('Admin'), await testApp.hire('Admin')]
    expect((await owner.caller.ok('me', {})).bvnStated).toBe(false)
    const wrong = { bvn: stated.bvn, password: 'not my password' }
    expect((await owner.caller.refused('userBvnAdd', wrong, 'input.invalid')).fields).toHaveProperty(
      'password',
    )
    const right = { bvn: stated.bvn, password: DEMO_PASSWORD }
    await owner.caller.ok('userBvnAdd', right)
    expect((await owner.caller.ok('me', {})).bvnStated).toBe(true)
    await owner.caller.refused('userBvnAdd', { ...right, bvn: '22222222221' }, 'bvn.stated')
    expect((await other.caller.refused('userBvnAdd', right, 'input.invalid')).fields).toHaveProperty('bvn')
    const { revision: basedOn } = await testApp.as('admin').ok('customerGet', { id: customerId })
    const change = { id: customerId, basedOn, address: '1 New Street', reason: '' }
    await owner.caller.refused('customerChange', change, 'customer.own')
    await other.caller.ok('customerChange', change)
    const { rows } = await testApp.pool.query('select bvn_sealed from staff where id = $1', [owner.id])
    expect(rows[0].bvn_sealed).not.toContain(stated.bvn)
    const trail = await testApp.pool.query(
      `select after::text as after from audit_entry where action = 'userBvnAdd'`,
    )
    expect(JSON.stringify(trail.rows)).not.toContain(stated.bvn)
  })

  test('a request with their BVN is their own, whatever phone and email it names', async () => {
    const owner = await testApp.hire('Reviewer')
    const stated = adaeze()
    await owner.caller.ok('userBvnAdd', { bvn: stated.bvn, password: DEMO_PASSWORD })
    const { id } = await submit(testApp, stated)
    const terms = { id, version: 1, amount: '50000000', tenor: 12 }
    await owner.caller.refused('requestRecommend', terms, 'request.own')
  })

  test('a disbursement batch with an own loan in it is not theirs to decide', async () => {
    const request = await recommended(testApp, { email: sade.email })
    const { loanId } = await testApp.as('authorizer').ok('requestAuthorize', { id: request.id, version: 1 })
    const id = randomUUID()
    await testApp.as('admin').ok('payoutBatchMake', {
      id,
      loanIds: [loanId ?? ''],
      valueOn: '2026-11-16',
      payingAccount: 'GTBank 0123456789',
    })
    const { approvalId } = await testApp.as('admin').ok('payoutBatchAsk', { id, reason: 'Pay day' })
    expect((await sade.caller.ok('approvalGet', { id: approvalId ?? '' })).blocked).toBe('own')
    expect(await agree(sade, approvalId)).toBe('approval.own')
  })

  test('nor for its bank details', async () => {
    const { loanId } = await borrower({ phone: '08037770001' })
    const { row } = await testApp.as('admin').ok('loanGet', { id: loanId })
    const colleague = await testApp.hire('Authorizer')
    await testApp.pool.query(`update staff set phone = '+2348037770001' where id = $1`, [colleague.id])
    const { revision } = await testApp.as('admin').ok('customerGet', { id: row.customerId })
    const { approvalId } = await testApp.as('admin').ok('customerChange', {
      id: row.customerId,
      basedOn: revision,
      accountNumber: '3333333333',
      reason: 'New salary account',
    })
    expect(await agree(colleague, approvalId)).toBe('approval.own')
    await testApp.as('authorizer').approve(approvalId)
  })
})

describe('who may no longer ask', () => {
  const waiting = async (maker: Colleague): Promise<string> => {
    const { loanId } = await borrower()
    const { approvalId } = await maker.caller.ok('loanActDo', {
      loanId,
      id: randomUUID(),
      input: { act: 'waiver', component: 'interest', amount: '100000' },
      reason: 'As the letter says',
    })
    return approvalId ?? ''
  }

  test('what a suspended person asked for is marked, not carried out, and can be declined', async () => {
    const maker = await testApp.hire('Admin')
    const id = await waiting(maker)
    await testApp.as('superAdmin').ok('userSuspend', { id: maker.id, reason: 'Under investigation' })
    const { makerName } = await testApp.as('authorizer').ok('approvalGet', { id })
    expect(makerName).toBe('Chinedu Eze (may no longer ask)')
    await testApp.as('authorizer').refused('approvalApprove', { id }, 'approval.maker_gone')
    await testApp.as('authorizer').ok('approvalDecline', { id, note: 'Left the house' })
  })

  test('nor a submission of a user who has lost the permission', async () => {
    const maker = await testApp.hire('Admin')
    const id = await waiting(maker)
    await testApp
      .as('superAdmin')
      .ok('userRolesChange', { id: maker.id, roles: ['Auditor'], reason: 'Moved' })
    await testApp.as('authorizer').refused('approvalApprove', { id }, 'approval.maker_gone')
  })
})

describe('items stored before there was a rule', () => {
  const outgrown = async (): Promise<string> => {
    const { loanId } = await borrower()
    const { approvalId } = await testApp.as('admin').ok('loanActDo', {
      loanId,
      id: randomUUID(),
      input: { act: 'waiver', component: 'interest', amount: '100000' },
      reason: 'As the letter says',
    })
    await testApp.pool.query(
      `update approval set input = jsonb_set(input, '{input,amount}', '"99999999999999999999"') where id = $1`,
      [approvalId],
    )
    return approvalId ?? ''
  }

  test('is not carried out, and can be declined', async () => {
    const id = await outgrown()
    await testApp.as('authorizer').refused('approvalApprove', { id }, 'approval.stale')
    await testApp.as('authorizer').ok('approvalDecline', { id, note: 'Ask anew' })
  })

  test('and can be withdrawn', async () => {
    await testApp.as('admin').ok('approvalWithdraw', { id: await outgrown() })
  })
})
