import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { CurrentUserContext } from './currentUser.ts'
import { useDraft } from './useDraft.ts'

const BAYO = {
  id: '0190a8f2-7c1e-4000-8000-000000000001',
  email: 'bayo@iroko.test',
  firstName: 'Bayo',
  lastName: 'Adeyemi',
  roles: ['Admin' as const],
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const wrapper = ({ children }: { children: ReactNode }) => (
  <CurrentUserContext value={BAYO}>{children}</CurrentUserContext>
)
const EMPTY = { text: '', tags: [] as string[] }
const schema = z.object({ text: z.string(), tags: z.array(z.string()) })
type Options = { initial?: typeof EMPTY; revision?: number }

const open = ({ initial = EMPTY, revision = 1 }: Options = {}) =>
  renderHook(() => useDraft('note.7', { initial, revision, schema }), { wrapper })

function typeAndReload(values: Partial<typeof EMPTY>, options?: Options): void {
  const { result, unmount } = open(options)
  act(() => result.current.setValues(now => ({ ...now, ...values })))
  unmount()
}

test('restores what was typed, and only the fields that were changed', () => {
  typeAndReload({ tags: ['late'] })
  expect(JSON.parse(sessionStorage.getItem(`iroko.work.note.7.${BAYO.id}`) ?? '')).toEqual({
    basedOn: 1,
    typed: { tags: ['late'] },
    withheld: [],
  })
  const { result } = open({ initial: { ...EMPTY, text: 'As saved since' } })
  expect(result.current.values).toEqual({ text: 'As saved since', tags: ['late'] })
  expect([result.current.isRestored, result.current.restored]).toEqual([true, ['tags']])
})

test('a form typed back to what it said at first leaves no draft', () => {
  const { result } = open()
  act(() => result.current.setValues({ text: 'x', tags: [] }))
  expect(sessionStorage).toHaveLength(1)
  act(() => result.current.setValues({ text: '', tags: [] }))
  expect([sessionStorage.length, result.current.isDirty]).toEqual([0, false])
})

test('a draft typed over an older version is behind until it was looked at', () => {
  typeAndReload({ text: 'Rent' })
  const { result } = open({ revision: 2 })
  expect([result.current.isBehind, result.current.basedOn]).toEqual([true, 1])
  act(() => result.current.markSeen())
  expect([result.current.isBehind, result.current.basedOn]).toEqual([false, 2])
})

test.each([
  ['no JSON', '{'],
  ['another shape', JSON.stringify({ text: 'x' })],
  ['values of another kind', JSON.stringify({ basedOn: 1, typed: { tags: 'late' }, withheld: [] })],
  ['unknown fields', JSON.stringify({ basedOn: 1, typed: { other: 'x' }, withheld: ['another'] })],
])('%s in the storage is not restored', (_, saved) => {
  sessionStorage.setItem(`iroko.work.note.7.${BAYO.id}`, saved)
  const { result } = open()
  expect([result.current.values, result.current.isRestored]).toEqual([EMPTY, false])
})

test('clearing deletes the draft, and nothing is saved again until the next change', () => {
  const { result, rerender } = open()
  act(() => result.current.setValues({ text: 'Rent', tags: [] }))
  act(() => result.current.clear())
  rerender()
  expect(sessionStorage).toHaveLength(0)
})
