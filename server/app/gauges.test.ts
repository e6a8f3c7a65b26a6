import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test/testApp.ts'
import { saveReport } from '../kernel/backupReport.sql.ts'
import { enqueue } from '../kernel/jobs.ts'
import { reportCommand } from './backups.ts'
import { GAUGE_NAMES } from './gauges.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

const scraped = async (): Promise<string> => (await testApp.app.inject('/metrics')).body

describe('/metrics', () => {
  test('counts jobs, backups and what is not sealed', async () => {
    const { db } = testApp.program
    await db.transaction().execute(tx => enqueue(tx, 'proof', {}))
    const at = new Date(Date.now() - 3_600_000)
    await saveReport(db, { kind: 'backup', at, ok: true, tookMs: 4_200, bytes: 12n, detail: '1 MB' })
    await saveReport(db, { kind: 'restoreTest', at, ok: false, tookMs: 900, bytes: null, detail: 'broken' })
    await testApp.as('superAdmin').ok('userList', {})
    const text = await scraped()
    expect(text).toContain('iroko_jobs{state="waiting"} 1')
    expect(text).toContain('iroko_jobs{state="failed"} 0')
    expect(text).toContain('iroko_backup_ok{kind="backup"} 1')
    expect(text).toContain('iroko_backup_ok{kind="restoreTest"} 0')
    expect(text).toContain('iroko_backup_seconds{kind="backup"} 4.2')
    expect(Number(/iroko_backup_age_seconds\{kind="backup"\} ([\d.]+)/.exec(text)?.[1])).toBeCloseTo(
      3_600,
      -2,
    )
    expect(text).not.toContain('iroko_backup_age_seconds{kind="restoreTest"}')
    expect(Number(/iroko_audit_unsealed (\d+)/.exec(text)?.[1])).toBeGreaterThan(0)
    expect(text).toContain('iroko_database_up 1')
    expect(text).toMatch(/iroko_pool_connections\{state="open"\} [1-9]/)
    expect(text).toMatch(/iroko_http_seconds_bucket\{[^}]*route="\/api\/[a-z]+/)
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds [\d.e-]+/)
  })

  test('has what another program reports of its backups', async () => {
    const took = { took: '17', detail: 'Made by pgBackRest' }
    expect(await reportCommand(testApp.program, { kind: 'backup', result: 'failed', ...took })).toBe(0)
    expect(await scraped()).toContain('iroko_backup_seconds{kind="backup"} 17')
    expect(await scraped()).toContain('iroko_backup_ok{kind="backup"} 0')
    expect(await reportCommand(testApp.program, { kind: 'log', result: 'ok', ...took })).toBe(1)
  })

  const missing = spawnSync('promtool', ['--version']).error
    ? ' (not run: install the Debian package prometheus)'
    : ''
  test.skipIf(missing !== '')(`is what promtool accepts, and so are the alert rules${missing}`, async () => {
    // it warns of names that are Node's own, with exit code 3; what it cannot read is an error
    const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: await scraped() })
    expect(stderr.toString()).not.toMatch(/iroko_(?!archive_failures)\w+ /)
    expect([0, 3]).toContain(status)
    expect(
      execFileSync('promtool', ['check', 'rules', 'deploy/prometheus/iroko.rules.yml']).toString(),
    ).toContain('SUCCESS')
  })

  test('has every figure that the dashboard and the alert rules use', async () => {
    const used = ['deploy/grafana/iroko.json', 'deploy/prometheus/iroko.rules.yml'].flatMap(file => [
      ...readFileSync(file, 'utf8').matchAll(/\biroko_\w+/g),
    ])
    const known = new Set([
      ...GAUGE_NAMES,
      'iroko_pool_connections',
      'iroko_http_seconds_bucket',
      'iroko_http_seconds_count',
    ])
    expect(used.length).toBeGreaterThan(30)
    expect(used.map(([name]) => name).filter(name => !known.has(name))).toEqual([])
  })
})

test('a database that is away is not ready, but the process lives', async () => {
  const away = await createTestApp({ staff: false })
  await away.pool.query('select 1')
  expect((await away.app.inject('/api/health/ready')).statusCode).toBe(200)
  await away.program.db.destroy()
  expect((await away.app.inject('/api/health/ready')).statusCode).toBe(503)
  expect((await away.app.inject('/api/health/live')).statusCode).toBe(200)
  expect((await away.app.inject('/metrics')).body).toContain('iroko_database_up 0')
  await away.close().catch(() => {})
})
