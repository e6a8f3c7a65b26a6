import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StoredView, VIEWS_MAX } from '../../../contract/auth.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

/** A view as its owner saves it, not shared. */
const own = (of: StoredView) => ({ ...of, isShared: false, sharedBy: null })

const viewsOf = async (part: 'reviewer' | 'auditor' | 'editor' | 'admin') =>
  (await testApp.as(part).ok('preferencesGet', {})).views

const view = (of: Partial<StoredView> = {}): StoredView => ({
  id: randomUUID(),
  list: 'accounts',
  name: 'Late in Kano',
  query: 'tab=arrears&search=Kano',
  isDefault: false,
  ...of,
})

test('shows every column at comfortable density by default', async () =>
  expect(await testApp.as('auditor').ok('preferencesGet', {})).toEqual({
    density: 'comfortable',
    hidden: {},
    views: [],
  }))

test('stores choices per user', async () => {
  const taste = { density: 'compact' as const, hidden: { customers: ['phone', 'mda'] } }
  await testApp.as('reviewer').ok('preferencesChange', taste)
  expect(await testApp.as('reviewer').ok('preferencesGet', {})).toMatchObject(taste)
  expect(await testApp.as('editor').ok('preferencesGet', {})).toMatchObject({ density: 'comfortable' })
  await testApp.as('reviewer').ok('preferencesChange', { ...taste, dashboardTab: 'portfolio' })
  await testApp.as('reviewer').ok('preferencesChange', { density: 'comfortable', hidden: {} })
  expect(await testApp.as('reviewer').ok('preferencesGet', {})).toMatchObject({
    density: 'comfortable',
    dashboardTab: 'portfolio',
  })
  expect(await testApp.as('reviewer').ok('preferencesGet', {})).toMatchObject({ hidden: {} })
})

test('what the database cannot hold is refused, not tripped over', async () => {
  const odd = 'search=\u0000'
  await testApp.as('editor').refused('viewSave', view({ query: odd }), 'input.invalid')
  const taste = { density: 'compact' as const, hidden: { customers: [odd] } }
  await testApp.as('editor').refused('preferencesChange', taste, 'input.invalid')
})

describe('a view', () => {
  test('is named, renamed, removed, and brought back', async () => {
    const late = view()
    await testApp.as('editor').ok('viewSave', late)
    await testApp.as('editor').ok('viewSave', { ...late, name: 'Kano, late' })
    expect(await viewsOf('editor')).toEqual([own({ ...late, name: 'Kano, late' })])
    await testApp.as('editor').ok('viewRemove', { id: late.id })
    expect(await viewsOf('editor')).toEqual([])
    await testApp.as('editor').refused('viewRemove', { id: late.id }, 'record.unknown')
    await testApp.as('editor').ok('viewSave', late)
    expect(await viewsOf('editor')).toEqual([own(late)])
  })

  test('a list opens with one of them at most', async () => {
    const [first, second] = [view({ isDefault: true }), view({ isDefault: true, name: 'Mine' })]
    const other = view({ list: 'customers', isDefault: true })
    for (const each of [first, other, second]) await testApp.as('admin').ok('viewSave', each)
    const views = await viewsOf('admin')
    expect(views.filter(each => each.isDefault).map(each => each.id)).toEqual([second.id, other.id])
  })

  test('is its owner’s alone', async () => {
    const mine = view()
    await testApp.as('auditor').ok('viewSave', mine)
    await testApp.as('admin').refused('viewSave', { ...mine, name: 'Mine now' }, 'record.unknown')
    await testApp.as('admin').refused('viewRemove', { id: mine.id }, 'record.unknown')
    expect(await viewsOf('auditor')).toEqual([own(mine)])
  })

  test(`a list has ${VIEWS_MAX} at most`, async () => {
    for (let at = 0; at < VIEWS_MAX; at++)
      await testApp.as('reviewer').ok('viewSave', view({ name: `View ${at}` }))
    await testApp.as('reviewer').refused('viewSave', view(), 'view.too_many')
    // another list has room of its own, and a full one can still be renamed in
    await testApp.as('reviewer').ok('viewSave', view({ list: 'messages' }))
    const [first] = await viewsOf('reviewer')
    await testApp.as('reviewer').ok('viewSave', view({ id: first?.id ?? '', name: 'Renamed' }))
  })
})

describe('a view shared with all staff', () => {
  const shared = view({ list: 'suspense', isDefault: true })
  const seenBy = async (part: Parameters<typeof viewsOf>[0]) =>
    (await viewsOf(part)).find(each => each.id === shared.id)

  test('is shown to all users with its owner’s name, and only the owner changes it', async () => {
    await testApp.as('admin').ok('viewSave', shared)
    await testApp.as('admin').ok('viewShare', { id: shared.id, isShared: true })
    expect(await seenBy('auditor')).toEqual({
      ...shared,
      isDefault: false,
      isShared: true,
      sharedBy: 'Babatunde Adeyemi',
    })
    expect(await seenBy('admin')).toEqual({ ...shared, isShared: true, sharedBy: null })
    await testApp.as('auditor').refused('viewSave', { ...shared, name: 'Mine now' }, 'record.unknown')
    await testApp.as('superAdmin').refused('viewRemove', { id: shared.id }, 'record.unknown')
    // a new name does not take it away from the others
    await testApp.as('admin').ok('viewSave', { ...shared, name: 'Old suspense' })
    expect(await seenBy('auditor')).toMatchObject({ name: 'Old suspense', isShared: true })
  })

  test('is withdrawn by its owner or a superAdmin, and the trail knows', async () => {
    await testApp.as('superAdmin').ok('viewShare', { id: shared.id, isShared: false })
    expect(await seenBy('auditor')).toBeUndefined()
    expect(await seenBy('admin')).toMatchObject({ isShared: false })
    await testApp.as('superAdmin').refused('viewShare', { id: shared.id, isShared: true }, 'record.unknown')
    await testApp.as('admin').ok('viewShare', { id: shared.id, isShared: true })
    await testApp.as('admin').ok('viewShare', { id: shared.id, isShared: false })
    const { rows } = await testApp.as('auditor').ok('auditList', { action: 'viewShare' })
    expect(rows).toHaveLength(4)
  })

  test.each(['reviewer', 'authorizer', 'editor', 'auditor'] as const)('%s shares nothing', async part => {
    await testApp.as(part).refused('viewShare', { id: shared.id, isShared: true }, 'permission.missing')
  })
})
