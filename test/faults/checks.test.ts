import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../db.ts'
import { WRONG } from './checks.ts'
import { meanwhile } from './fire.ts'
import { WRONG_NIGHTS } from './nights.ts'

/** The suite's own eyes: a check that cannot complain proves nothing. */

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test.each(Object.entries({ ...WRONG, 'I16 nights': WRONG_NIGHTS }))(
  '%s finds nothing where nothing is, and could say what',
  async (_, query) => {
    const { rows, fields } = await client.query(query)
    expect(rows).toEqual([])
    expect(fields.map(field => field.name)).toEqual(['problem'])
  },
)

test('I16 a night that is missing or unfinished between two others is told', async () => {
  await client.query(
    `insert into loan_daily_run (day, started_at, finished_at, worker)
     select day, now(), case when day <> '2026-03-30' then now() end, 'here'
     from generate_series('2026-03-27'::timestamp, '2026-04-01', '1 day') day where day <> '2026-03-29'`,
  )
  const { rows } = await client.query<{ problem: string }>(WRONG_NIGHTS)
  expect(rows.map(row => row.problem)).toEqual([
    'the night of 2026-03-29 is missing or unfinished',
    'the night of 2026-03-30 is missing or unfinished',
  ])
})

describe('work beside something else', () => {
  const workUntil = async (isOver: () => boolean): Promise<string> => {
    while (!isOver()) await new Promise(resolve => setImmediate(resolve))
    return 'went home'
  }

  test('ends when that is done', async () => {
    let ended = ''
    await meanwhile(
      async isOver => {
        ended = await workUntil(isOver)
      },
      async () => {},
    )
    expect(ended).toBe('went home')
  })

  test('ends when that breaks off', async () => {
    let working: Promise<string> | undefined
    const broken = meanwhile(
      isOver => {
        working = workUntil(isOver)
        return working
      },
      async () => {
        throw new Error('the program did not start')
      },
    )
    await expect(broken).rejects.toThrow('the program did not start')
    await expect(working).resolves.toBe('went home')
  })

  test('that goes wrong is told at the end, and not by the end of everything', async () => {
    const broken = meanwhile(
      async () => {
        throw new Error('no answer for minutes')
      },
      () => new Promise(resolve => setTimeout(resolve, 20)),
    )
    await expect(broken).rejects.toThrow('no answer for minutes')
  })
})
