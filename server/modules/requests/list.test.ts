import { afterAll, beforeAll, expect, test } from 'vitest'
import { submit } from '../../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { countRequests, listRequests } from './list.sql.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
  for (const [surname, firstName, otherNames] of PEOPLE)
    await submit(testApp, { surname, firstName, otherNames })
})
afterAll(() => testApp.close())

const PEOPLE = [
  ['ABUBAKAR', 'OKONKWO', ''],
  ['OKONKWO', 'ZAINAB', ''],
  ['DANJUMA', 'HALIMA', 'OKONKWO'],
  ['OKONKWO', 'ADAEZE', 'NGOZI'],
  ['BELLO', 'KUNLE', ''],
  ['YUSUF', 'OKONKWO', ''],
] as const

const queue = (search: string) => ({
  filter: { stage: 'reviewer' as const, search },
  viewerId: '00000000-0000-4000-8000-000000000000',
  canRevealNumbers: true,
  deadline: null,
})

/** Every row of the queue, a page of one after the other. */
async function everyone(search: string, { descending = false, isFew = false }): Promise<string[]> {
  const names: string[] = []
  let after: { key: string; id: string } | null = null
  for (;;) {
    const order = { sort: 'applicant', descending, after, limit: 2, isFew } as const
    const { text } = await listRequests(testApp.program.db, queue(search), order)
    const rows = JSON.parse(`[${text}]`) as { id: string; applicant: string }[]
    const last = rows[0]
    if (!last) return names
    names.push(last.applicant)
    after = { key: last.applicant, id: last.id }
  }
}

test('those whose surname begins with the word come first, then the others who bear it, each once', async () => {
  const inOrder = [
    'OKONKWO ADAEZE NGOZI',
    'OKONKWO ZAINAB',
    'ABUBAKAR OKONKWO',
    'DANJUMA HALIMA OKONKWO',
    'YUSUF OKONKWO',
  ]
  // whether few or many bear it changes how they are found, never what is shown
  for (const isFew of [true, false]) expect(await everyone('okonkwo', { isFew })).toEqual(inOrder)
  expect(await everyone('Okonkwo', { descending: true })).toEqual([
    'OKONKWO ZAINAB',
    'OKONKWO ADAEZE NGOZI',
    'YUSUF OKONKWO',
    'DANJUMA HALIMA OKONKWO',
    'ABUBAKAR OKONKWO',
  ])
  expect(await everyone('okonkwo halima', {})).toEqual(['DANJUMA HALIMA OKONKWO'])
  expect(await everyone('konk', {})).toHaveLength(5)
})

test('a search is counted as it is listed', async () => {
  expect(await countRequests(testApp.program.db, queue('okonkwo'))).toEqual({ total: 5, exact: true })
})
