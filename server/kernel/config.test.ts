import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('nothing set: loopback, 4400, the checkout’s own folder, everything in one process', () => {
  expect(readConfig({})).toMatchObject({
    port: 4400,
    host: '127.0.0.1',
    databaseUrl: undefined,
    dataDirectory: expect.stringMatching(/\.iroko$/),
    secret: undefined,
    role: 'all',
    webProcesses: expect.any(Number),
    behindProxy: false,
    directUrl: undefined,
    readUrl: undefined,
    prepared: undefined,
    collector: undefined,
  })
})

test('everything set', () => {
  const secret = 'k'.repeat(32)
  expect(
    readConfig({
      PORT: '8080', HOST: '0.0.0.0', DATABASE_URL: 'postgresql://iroko:pw@db:6432/iroko',
      DATABASE_DIRECT_URL: 'postgresql://iroko:pw@one:5432,two:5432/iroko?target_session_attrs=read-write', DATABASE_READ_URL: 'postgres://iroko:pw@one,two/iroko', IROKO_DATA: '/var/lib/iroko',
      IROKO_SECRET: secret, IROKO_ROLE: 'worker', IROKO_LOG: 'debug', IROKO_PROXY: 'yes',
      IROKO_LOCAL_GATEWAY: 'yes', IROKO_ANY_CLOCK: 'yes', IROKO_PREPARED: 'no', IROKO_WEB_PROCESSES: '3', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    }), // biome-ignore format: a table
  ).toEqual({
    port: 8080, host: '0.0.0.0', databaseUrl: 'postgresql://iroko:pw@db:6432/iroko',
    directUrl: 'postgresql://iroko:pw@one:5432,two:5432/iroko?target_session_attrs=read-write', readUrl: 'postgres://iroko:pw@one,two/iroko', dataDirectory: '/var/lib/iroko', secret,
    role: 'worker', webProcesses: 3, logLevel: 'debug', behindProxy: true, plainHttp: false, localGateway: true, anyClock: true, prepared: false,
    collector: 'http://127.0.0.1:4318',
  }) // biome-ignore format: a table
})

test('other machines are served behind a proxy, or in the clear where that was said', () => {
  for (const HOST of ['0.0.0.0', '::', '10.0.0.4', 'desk.example.ng'])
    expect(() => readConfig({ HOST })).toThrow(/IROKO_PROXY=yes .* IROKO_PLAIN_HTTP=yes/)
  for (const HOST of ['127.0.0.1', '127.0.0.2', '::1', 'localhost'])
    expect(readConfig({ HOST }).host).toBe(HOST)
  expect(readConfig({ HOST: '0.0.0.0', IROKO_PROXY: 'yes' }).host).toBe('0.0.0.0')
  expect(readConfig({ HOST: '0.0.0.0', IROKO_PLAIN_HTTP: 'yes' }).plainHttp).toBe(true)
  // a worker serves no requests
  expect(readConfig({ HOST: '0.0.0.0', IROKO_ROLE: 'worker' }).host).toBe('0.0.0.0')
})

describe('a wrong value stops with a sentence that names it', () => {
  test.each([
    ['PORT',         'abc',                         'PORT is "abc"; it must be a whole number from 0 to 65535.'],
    ['PORT',         '65536',                       'PORT is "65536"; it must be a whole number from 0 to 65535.'],
    ['PORT',         '-1',                          'PORT is "-1"; it must be a whole number from 0 to 65535.'],
    ['PORT',         '80.5',                        'PORT is "80.5"; it must be a whole number from 0 to 65535.'],
    ['IROKO_WEB_PROCESSES', '0', 'IROKO_WEB_PROCESSES is "0"; it must be a whole number from 1 to 8.'],
    ['IROKO_WEB_PROCESSES', '9', 'IROKO_WEB_PROCESSES is "9"; it must be a whole number from 1 to 8.'],
    ['IROKO_WEB_PROCESSES', 'all', 'IROKO_WEB_PROCESSES is "all"; it must be a whole number from 1 to 8.'],
    ['PORT',         '0x50',                        'PORT is "0x50"; it must be a whole number from 0 to 65535.'],
    ['DATABASE_URL', 'mysql://iroko:geheim@db/x',   'DATABASE_URL must look like postgres://user:password@host:5432/iroko.'],
    ['DATABASE_URL', 'iroko',                       'DATABASE_URL must look like postgres://user:password@host:5432/iroko.'],
    ['DATABASE_URL', 'postgres://one:5432,two:x/iroko', 'DATABASE_URL must look like postgres://user:password@host:5432/iroko.'],
    ['DATABASE_DIRECT_URL', 'postgres://one/iroko', 'DATABASE_DIRECT_URL is set and DATABASE_URL is not. Set both, or DATABASE_URL alone.'],
    ['IROKO_SECRET', 'short',                       'IROKO_SECRET has 5 characters; it needs at least 32 random ones.'],
    ['IROKO_ROLE',   'webb',                        'IROKO_ROLE is "webb"; it must be one of all, web, worker.'],
    ['IROKO_ROLE',   'Web',                         'IROKO_ROLE is "Web"; it must be one of all, web, worker.'],
    ['IROKO_PROXY',  'true',                        'IROKO_PROXY is "true"; it must be one of yes, no.'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT must look like http://collector:4318.'],
    ['IROKO_LOG',    'loud',                        'IROKO_LOG is "loud"; it must be one of fatal, error, warn, info, debug, trace, silent.'],
  ])('%s=%s', (name, value, message) => expect(() => readConfig({ [name]: value })).toThrow(message)) // biome-ignore format: a table

  test('and never repeats a secret', () => {
    for (const name of ['DATABASE_URL', 'IROKO_SECRET'])
      try {
        readConfig({ [name]: 'geheim' })
      } catch (error) {
        expect(String(error)).not.toContain('geheim')
      }
  })
})

test('backups need a whole path and a key of their own', () => {
  const key = 'b'.repeat(32)
  expect(readConfig({ IROKO_BACKUP: '/mnt/b', IROKO_BACKUP_KEY: key }).backup).toEqual({
    folder: '/mnt/b',
    key,
    days: 14,
  })
  expect(readConfig({ IROKO_BACKUP_KEY: key }).backup).toBeUndefined()
  expect(() => readConfig({ IROKO_BACKUP: 'b', IROKO_BACKUP_KEY: key })).toThrow(/whole path/)
  expect(() => readConfig({ IROKO_BACKUP: '/b' })).toThrow(/IROKO_BACKUP_KEY/)
  expect(() => readConfig({ IROKO_BACKUP: '/b', IROKO_BACKUP_KEY: key, IROKO_SECRET: key })).toThrow(/differ/)
  expect(() => readConfig({ IROKO_BACKUP: '/b', IROKO_BACKUP_KEY: key, IROKO_BACKUP_DAYS: '0' })).toThrow(
    /DAYS/,
  )
})
