import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../../sample/staff.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const form = (email: string) => ({
  firstName: 'Ngozi',
  lastName: 'Okafor',
  email,
  phone: '08031234567',
  password: DEMO_PASSWORD,
  confirm: DEMO_PASSWORD,
})

test('a repeated sign-up under a pending email gets the same answer, and the approver sees the count', async () => {
  const email = 'ngozi.okafor@lender.ng'
  const first = await testApp.stranger.ok('signUp', form(email), { from: '10.9.0.1' })
  testApp.clock.advance({ hours: 2 })
  const second = await testApp.stranger.ok('signUp', form(email), { from: '10.9.0.2' })
  expect(second).toEqual(first)
  const { rows } = await testApp.as('superAdmin').ok('userList', { search: email })
  expect(rows).toMatchObject([{ status: 'waiting', signedUpAgainAt: testApp.clock.now().toISOString() }])
  const { rows: trail } = await testApp
    .as('auditor')
    .ok('recordHistory', { subjectType: 'user', subjectId: rows[0]?.id ?? '' })
  expect(trail[0]).toMatchObject({ outcome: 'refused', reason: 'email already has an account' })
})

test('a sign-up under the email of an active user records nothing', async () => {
  await testApp.stranger.ok('signUp', form('editor@iroko.test'), { from: '10.9.0.3' })
  const { rows } = await testApp.as('superAdmin').ok('userList', { search: 'editor@iroko.test' })
  expect(rows).toMatchObject([{ status: 'active', signedUpAgainAt: null }])
})

test('one address can add at most fifty sign-ups an hour', async () => {
  await testApp.pool.query(
    `insert into sign_up_attempt (address, at) select '10.9.0.4', $1::timestamptz from generate_series(1, 49)`,
    [testApp.clock.now()],
  )
  await testApp.stranger.ok('signUp', form('fifty@lender.ng'), { from: '10.9.0.4' })
  await testApp.stranger.refused('signUp', form('one.more@lender.ng'), 'rate.limited', { from: '10.9.0.4' })
  await testApp.stranger.ok('signUp', form('elsewhere@lender.ng'), { from: '10.9.0.5' })
  testApp.clock.advance({ hours: 1, seconds: 1 })
  await testApp.stranger.ok('signUp', form('one.more@lender.ng'), { from: '10.9.0.4' })
})

test('another address of the same line is the same line', async () => {
  await testApp.pool.query(
    `insert into sign_up_attempt (address, at) select '2c0f:f5c0:1:2::/64', $1::timestamptz from generate_series(1, 49)`,
    [testApp.clock.now()],
  )
  await testApp.stranger.ok('signUp', form('six@lender.ng'), { from: '2c0f:f5c0:1:2::6' })
  const next = form('six.more@lender.ng')
  await testApp.stranger.refused('signUp', next, 'rate.limited', { from: '2c0f:f5c0:1:2:a:b:c:d' })
  await testApp.stranger.ok('signUp', next, { from: '2c0f:f5c0:1:3::6' })
})
