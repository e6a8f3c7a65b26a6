import { expect, test } from 'vitest'
import { withView } from './preferences.ts'
import { isNarrowed, opensWith, viewQuery, WHOLE } from './viewQuery.ts'

test.each([
  ['what was typed later stands first', 'tab=arrears&officerCode=AO-014', 'officerCode=AO-014&tab=arrears'],
  ['page, open entry and message pass', 'status=failed&cursor=a&cursor=b&entry=7&message=9', 'status=failed'],
])('%s', (_, address, query) => expect(viewQuery(address)).toBe(query))

test.each([
  ['', false],
  ['tab=log', false],
  ['tab=log&cursor=abc', false],
  [WHOLE, false],
  ['tab=log&status=failed', true],
  ['sort=-amount', true],
])('“%s” is worth a name: %s', (address, is) => expect(isNarrowed(address)).toBe(is))

const LATE = 'officerCode=AO-014&tab=arrears'
test.each([
  ['from the menu', '', true],
  ['on the same tab', 'tab=arrears', true],
  ['on another tab', 'tab=settled', false],
  ['by a link with a filter', 'className=Watch', false],
  ['by a figure’s link', `tab=arrears&${WHOLE}`, false],
])('a list opened %s opens with its usual view: %s → %s', (_, address, opens) =>
  expect(opensWith(LATE, new URLSearchParams(address))).toBe(opens),
)

test('a new default takes the place of the old one, on its own list alone', () => {
  const view = (id: string, list: 'accounts' | 'customers', isDefault: boolean) => ({
    id,
    list,
    name: id,
    query: '',
    isDefault,
    isShared: false,
    sharedBy: null,
  })
  const views = [view('a', 'accounts', true), view('b', 'accounts', false), view('c', 'customers', true)]
  const after = withView(views, view('b', 'accounts', true))
  expect(after.map(each => [each.id, each.isDefault])).toEqual([
    ['a', false],
    ['b', true],
    ['c', true],
  ])
  expect(withView(views, view('d', 'accounts', false)).at(-1)?.id).toBe('d')
})
