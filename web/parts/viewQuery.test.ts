import { describe, expect, test } from 'vitest'
import { withView } from './preferences.ts'
import { addressOf, isNarrowed, opensWith, viewQuery, WHOLE, wholeOf } from './viewQuery.ts'

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

describe('a view of one batch’s lines', () => {
  const SCOPE = ['batch']
  const here = new URLSearchParams('tab=payouts&batch=b-2&status=failed&cursor=abc')

  test('is kept without the batch', () => {
    expect(viewQuery(here, SCOPE)).toBe('status=failed&tab=payouts')
    expect(isNarrowed('tab=payouts&batch=b-2', SCOPE)).toBe(false)
    expect(isNarrowed('tab=payouts&batch=b-2')).toBe(true)
  })
  test('opens on the batch that is open, and so does the whole list', () => {
    expect(addressOf('status=paid&tab=payouts', here, SCOPE)).toBe('batch=b-2&status=paid&tab=payouts')
    expect(wholeOf(here, SCOPE)).toBe(`tab=payouts&batch=b-2&${WHOLE}`)
    expect(wholeOf(new URLSearchParams('status=failed'))).toBe(WHOLE)
    expect(opensWith('status=paid&tab=payouts', new URLSearchParams('tab=payouts&batch=b-2'), SCOPE)).toBe(
      true,
    )
    expect(opensWith('status=paid&tab=payouts', new URLSearchParams('tab=payouts&batch=b-2'))).toBe(false)
  })
  test('that was kept with a batch opens on the one that is open all the same', () => {
    expect(addressOf('batch=b-1&status=paid&tab=payouts', here, SCOPE)).toBe(
      'batch=b-2&status=paid&tab=payouts',
    )
  })
})

test('a filter may be called “view”; only the wish for everything is none', () => {
  expect(viewQuery('campaign=c-1&view=excluded', ['campaign'])).toBe('view=excluded')
  expect(viewQuery(`campaign=c-1&${WHOLE}`, ['campaign'])).toBe('')
})
