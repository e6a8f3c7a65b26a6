import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { auditFilter, userApi } from '../../contract/staff.ts'
import { filterFromUrl, urlWithFilter } from './urlFilter.ts'

const NGOZI = '0190a8f2-7c1e-7000-8000-000000000001'

describe('the filter in the address', () => {
  test.each([
    ['', {}],
    ['outcome=refused', { outcome: 'refused' }],
    ['outcome=perhaps', {}],
    ['from=2026-11-01&to=2026-11-14', { from: '2026-11-01', to: '2026-11-14' }],
    ['from=2026-02-30', {}],
    [`actorId=${NGOZI}&action=userSuspend`, { actorId: NGOZI, action: 'userSuspend' }],
    ['actorId=ngozi', {}],
    ['search=%20officer%20&tab=audit', { search: 'officer' }],
    ['search=', {}],
  ])('audit trail: ?%s', (query, filter) => {
    expect(filterFromUrl(auditFilter, new URLSearchParams(query))).toEqual(filter)
  })

  test('staff: what the address does not say has the contract’s default', () => {
    const schema = z.pick(userApi.userList.input, { status: true, sort: true })
    expect(filterFromUrl(schema, new URLSearchParams())).toEqual({ sort: 'name' })
    expect(filterFromUrl(schema, new URLSearchParams('sort=-signedUpAt&status=waiting'))).toEqual({
      sort: '-signedUpAt',
      status: 'waiting',
    })
  })

  test.each([
    ['tab=audit', { outcome: 'done' }, 'tab=audit&outcome=done'],
    ['outcome=done&cursor=a&cursor=b', { outcome: 'refused' }, 'outcome=refused'],
    ['search=ada&status=waiting', { search: '' }, 'status=waiting'],
    ['search=ada', { search: undefined }, ''],
  ])('?%s with %j becomes ?%s', (before, changes, after) => {
    expect(urlWithFilter(new URLSearchParams(before), changes).toString()).toBe(after)
  })
})
