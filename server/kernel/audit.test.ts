import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, requestFor, type TestApp } from '../../test/testApp.ts'
import { act, SYSTEM } from './act.ts'
import { auditHead, sealAudit, verifyAudit } from './audit.ts'
import { noteAuditAnchor, readAuditAnchors } from './files.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const db = () => testApp.program.db
const seal = (most = 100_000) =>
  db()
    .transaction()
    .execute(tx => sealAudit(tx, most))
const verify = (anchors: Parameters<typeof verifyAudit>[1] = []) => verifyAudit(db(), anchors)
/** What a superuser can do who means harm: the triggers do not stop them. */
const tamper = async (...statements: string[]) => {
  const client = await testApp.pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.query(`set session_replication_role = origin`)
    client.release()
  }
}
const append = (count: number, { pool }: Pick<TestApp, 'pool'> = testApp) =>
  pool.query(
    `insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome, before, after, reason)
     select now(), 'Ngozi Okafor', 'userSuspend', 'user', n::text, 'done', '{"status":"active"}', '{"status":"suspended"}', 'left us'
     from generate_series(1, $1::int) n`,
    [count],
  )

describe('T2 append only', () => {
  test.each([
    `update audit_entry set reason = 'another'`,
    `delete from audit_entry`,
    `truncate audit_entry cascade`,
    `update audit_seal set hash = ''`,
    `delete from audit_seal`,
    `truncate audit_seal`,
  ])('%s raises', async statement => {
    await seal()
    await expect(testApp.pool.query(statement)).rejects.toThrow('is append-only')
  })
})

describe('T1 in the same transaction', () => {
  test('an act that fails after its note leaves neither', async () => {
    const before = await verify()
    await expect(
      act(testApp.program, 'organisationChange', SYSTEM, async ctx => {
        ctx.audit({ subject: ['setting', 'security'], after: { lost: true } })
        throw new Error('the power went')
      }),
    ).rejects.toThrow('the power went')
    expect((await verify()).entries).toBe(before.entries)
  })

  test('a trail that cannot be written undoes the act', async () => {
    const { id } = await testApp.hire('Editor')
    await testApp.pool.query(
      `alter table audit_entry add constraint nothing_more check (action <> 'userSuspend') not valid`,
    )
    const answer = await testApp.as('superAdmin').call('userSuspend', { id, reason: 'left us' })
    await testApp.pool.query('alter table audit_entry drop constraint nothing_more')
    expect(answer.status).toBe(500)
    expect((await testApp.as('superAdmin').ok('userGet', { id })).status).toBe('active')
  })
})

describe('T3 the chain', () => {
  test('seals everything once, in order', async () => {
    await append(50)
    while ((await seal(7)) === 7);
    const { entries, sealed, breaks, head } = await verify()
    expect(breaks).toEqual([])
    expect(sealed).toBe(entries)
    expect(head).toMatch(/^[0-9a-f]{64}$/)
    expect(await seal()).toBe(0)
  })

  test('waits for an entry still in flight and then takes it, without stopping for it', async () => {
    await seal()
    const slow = await testApp.pool.connect()
    await slow.query('begin')
    await slow.query(
      `insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome) values (now(), 'Slow', 'x', 'x', 'x', 'done')`,
    )
    await append(3)
    expect(await seal()).toBe(3)
    expect((await verify()).breaks).toEqual([])
    await slow.query('commit')
    slow.release()
    expect(await seal()).toBe(1)
    expect((await verify()).breaks).toEqual([])
  })

  test('T5 under 32 writers and 4 sealers: no fork, no gap, nothing left out', async () => {
    const writers = Array.from({ length: 32 }, async (_, writer) => {
      for (let i = 0; i < 25; i++)
        await act(testApp.program, 'userSuspend', SYSTEM, async ctx => {
          ctx.audit({ subject: ['user', `${writer}`], after: { i } })
          if (i % 5 === 0) ctx.audit({ subject: ['user', `${writer}`], after: { i, again: true } })
        })
    })
    let writing = true
    const sealers = Array.from({ length: 4 }, async () => {
      while (writing) await seal(50)
    })
    await Promise.all(writers)
    writing = false
    await Promise.all(sealers)
    await seal()
    const { entries, sealed, breaks } = await verify()
    expect(breaks).toEqual([])
    expect(sealed).toBe(entries)
    const { rows } = await testApp.pool.query(
      'select count(*)::int as n, min(position)::int as first, max(position)::int as last, count(distinct entry_id)::int as distinct from audit_seal',
    )
    expect(rows[0]).toEqual({ n: sealed, first: 1, last: sealed, distinct: sealed })
  })

  test('survives a dump and restore into a younger cluster', async () => {
    // transaction numbers start again there; nothing in the chain may depend on them
    const { rows } = await testApp.pool.query(
      `select column_name from information_schema.columns where table_name like 'audit%' and data_type in ('xid', 'xid8')`,
    )
    expect(rows).toEqual([])
  })
})

describe('T3 I13 harm is found, and exactly there', () => {
  let own: TestApp
  let last: number
  beforeAll(async () => {
    // all cases share one database, and each is undone again
    own = testApp
    testApp = await createTestApp({ staff: false })
    await append(200)
    await seal()
    last = (await verify()).sealed
  })
  afterAll(async () => {
    await testApp.close()
    testApp = own
  })
  beforeEach(async () => {
    const { breaks } = await verify()
    if (breaks.length > 0) throw new Error(`the case before left harm behind: ${JSON.stringify(breaks)}`)
  })

  const places = (howMany: number) =>
    Array.from({ length: howMany }, (_, i) => 2 + Math.floor((i * (last - 4)) / howMany))
  const entryAt = (position: number) => `(select entry_id from audit_seal where position = ${position})`
  const keep = (table: string) => [`create table kept as table ${table}`]
  const putBack = (table: string) => [
    `delete from ${table}`,
    `insert into ${table} ${table === 'audit_entry' ? 'overriding system value' : ''} select * from kept`,
    `drop table kept`,
  ]
  const found = async () => (await verify()).breaks.map(({ position }) => position)

  test('20 edits, each of another column', async () => {
    const edits = [
      `reason = 'never'`, `actor_name = 'Emeka Nwosu'`, `at = at - interval '1 day'`, `after = '{"status":"active"}'`, `before = null`,
      `outcome = 'refused'`, `action = 'userReactivate'`, `subject_id = 'somebody'`, `address = '10.0.0.1'`, `request_id = 'x'`,
    ] // biome-ignore format: a table
    for (const [i, position] of places(20).entries()) {
      await tamper(
        ...keep('audit_entry'),
        `update audit_entry set ${edits[i % edits.length]} where id = ${entryAt(position)}`,
      )
      expect(await found()).toEqual([String(position)])
      await tamper(...putBack('audit_entry'))
    }
  })

  test('20 removed entries', async () => {
    for (const position of places(20)) {
      await tamper(...keep('audit_entry'), `delete from audit_entry where id = ${entryAt(position)}`)
      expect(await found()).toEqual([String(position)])
      await tamper(...putBack('audit_entry'))
    }
  })

  test('20 removed entries with their seals', async () => {
    for (const position of places(20)) {
      await tamper(
        `create table kept_entry as select * from audit_entry where id = ${entryAt(position)}`,
        ...keep('audit_seal'),
        `delete from audit_entry where id = ${entryAt(position)}`,
        `delete from audit_seal where position = ${position}`,
      )
      expect(await found()).toEqual([String(position + 1)])
      await tamper(
        ...putBack('audit_seal'),
        `insert into audit_entry overriding system value select * from kept_entry`,
        `drop table kept_entry`,
      )
    }
  })

  test('20 inserted entries, slipped past the queue', async () => {
    for (let i = 0; i < 20; i++) {
      await tamper(
        `insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome) values (now(), 'x', 'x', 'x', 'planted', 'done')`,
      )
      expect(await found()).toEqual([expect.stringMatching(/^entry \d+$/)])
      await tamper(`delete from audit_entry where subject_id = 'planted'`)
    }
  })

  test('20 reordered pairs', async () => {
    for (const position of places(20)) {
      const swap = [
        `update audit_seal set position = -1 where position = ${position}`,
        `update audit_seal set position = ${position} where position = ${position + 1}`,
        `update audit_seal set position = ${position + 1} where position = -1`,
      ]
      await tamper(...swap)
      expect(await found()).toContain(String(position))
      await tamper(...swap)
    }
  })

  test('T4 detects 20 cut tails and a chain forged from the middle, by the external anchor', async () => {
    const head = await auditHead(db())
    const { dataDirectory } = testApp.program
    await noteAuditAnchor(dataDirectory, {
      at: 'now',
      position: String(head?.position),
      hash: head?.hash ?? '',
    })
    const anchors = await readAuditAnchors(dataDirectory)
    expect((await verify(anchors)).breaks).toEqual([])
    for (let cut = 1; cut <= 20; cut++) {
      await tamper(...keep('audit_seal'), `delete from audit_seal where position > ${last - cut}`)
      const { breaks } = await verify(anchors)
      expect(breaks).toContainEqual({
        position: String(last),
        problem: 'differs from the external anchor',
      })
      await tamper(...putBack('audit_seal'))
    }
    await tamper(
      ...keep('audit_seal'),
      `update audit_entry set reason = 'forged' where id = ${entryAt(100)}`,
      `insert into audit_waiting select entry_id from audit_seal where position >= 100`,
      `delete from audit_seal where position >= 100`,
    )
    await seal()
    expect((await verify()).breaks).toEqual([])
    expect((await verify(anchors)).breaks).toHaveLength(1)
  })
})

/** How fast is measured by `npm run bench:ledger`. */
test('T6 thousands of entries are verified whole', async () => {
  const own = await createTestApp({ staff: false })
  try {
    const { db } = own.program
    await append(5_000, own)
    await db.transaction().execute(tx => sealAudit(tx, 100_000))
    const { entries, breaks } = await verifyAudit(db, [])
    expect(breaks).toEqual([])
    expect(entries).toBeGreaterThanOrEqual(5_000)
  } finally {
    await own.close()
  }
})

describe('reading it', () => {
  test('I12 a refused sign-in has its line, with who, where and which request', async () => {
    await testApp.stranger.call(
      'signIn',
      { email: 'editor@iroko.test', password: 'wrong password' },
      { from: '10.2.3.4' },
    )
    const { rows } = await testApp
      .as('auditor')
      .ok('auditList', { action: 'signIn', outcome: 'refused', limit: 1 })
    expect(rows[0]).toMatchObject({
      actorName: 'Public',
      subjectType: 'user',
      address: '10.2.3.4',
      reason: 'signin.wrong',
    })
    expect(rows[0]?.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('B73 an export runs no formula, is exactly what the filter shows, and is audited itself', async () => {
    const evil = [`=cmd|' /C calc'!A0`, '@SUM(1)', '-1+1', '+1', '\t=1', '\r=1', '\n=1', '\r\n=1', ' =1']
    for (const reason of evil) {
      const { id } = await testApp.hire('Editor')
      await testApp.pool.query(
        `insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome, reason) values (now(), '-Ade', 'evil', 'user', $1, 'done', $2)`,
        [id, reason],
      )
    }
    const { token, binding } = await testApp.signIn('auditor@iroko.test')
    const answer = await testApp.app.inject(requestFor('auditExport', { action: 'evil' }, { token, binding }))
    const csv = answer.body
    expect(csv.charCodeAt(0)).toBe(0xfeff)
    const taken = parse(csv, { bom: true })
    expect(taken).toHaveLength(1 + evil.length)
    for (const cell of taken.flat()) expect(cell).not.toMatch(/^\s*[=+@-]/)
    for (const reason of evil) expect(taken.flat()).toContain(`'${reason}`)
    expect(csv).toContain('-Ade')
    const { rows: lines } = await testApp.as('auditor').ok('auditList', { action: 'auditExport', limit: 1 })
    expect(lines[0]?.after).toEqual({ filter: { action: 'evil' }, format: 'csv', rows: evil.length })
  })

  test('an export says who did what to which record in words, on the clock of Lagos, and keeps the code', async () => {
    const { id } = await testApp.signUp({ firstName: 'Zainab', lastName: 'Bello' })
    await testApp.pool.query(
      `insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome, reason, before, after)
       values ('2026-03-01T23:30:00Z', 'Emeka Nwosu', 'userOfficerCodeChange', 'user', $1, 'refused', 'permission.missing',
         '{"accountOfficerCode": "A1"}', '{"accountOfficerCode": "B2", "amount": "5000000"}')`,
      [id],
    )
    const { token, binding } = await testApp.signIn('auditor@iroko.test')
    const take = (format: 'csv' | 'xlsx') =>
      testApp.app.inject(
        requestFor(
          'auditExport',
          { subjectId: id, action: 'userOfficerCodeChange', format },
          { token, binding },
        ),
      )
    expect(parse((await take('csv')).body, { bom: true, columns: true })).toMatchObject([
      {
        'When (Lagos)': '2026-03-02 00:30:00',
        Person: 'Emeka Nwosu',
        Action: 'User officer code changed',
        Record: 'User Zainab Bello',
        Outcome: 'Refused',
        Changes: 'Account officer code: A1 → B2; Amount: ₦50,000.00',
        Code: `userOfficerCodeChange user ${id}`,
      },
    ])
    expect((await take('xlsx')).rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('days are Lagos days', async () => {
    await testApp.pool.query(
      `insert into audit_entry (at, actor_name, action, subject_type, subject_id, outcome)
       values ('2026-03-01T22:59:59Z', 'x', 'late', 'x', 'before', 'done'), ('2026-03-01T23:00:00Z', 'x', 'late', 'x', 'after', 'done')`,
    )
    const on = async (day: string) =>
      (await testApp.as('auditor').ok('auditList', { action: 'late', from: day, to: day })).rows.map(
        row => row.subjectId,
      )
    expect(await on('2026-03-01')).toEqual(['before'])
    expect(await on('2026-03-02')).toEqual(['after'])
  })

  test('returns the same result from the verify endpoint', async () => {
    await seal()
    const verdict = await testApp.as('auditor').ok('auditVerify', {})
    expect(verdict.breaks).toEqual([])
    expect(verdict.sealed).toBeGreaterThan(0)
  })
})
