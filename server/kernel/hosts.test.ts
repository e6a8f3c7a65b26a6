import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { administer } from '../../test/administer.ts'
import { testDatabase } from '../../test/db.ts'
import { layWire, type Wire } from '../../test/faultProxy.ts'
import { connect, isAway, openDb } from './db.ts'
import { hostsOf, oneHost } from './hosts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let wires: Wire[]
let two: string
beforeEach(async () => {
  database = await testDatabase()
  wires = [layWire(), layWire()]
  const ports = await Promise.all(wires.map(async wire => new URL(await wire.through(database.url)).port))
  const { username, password, pathname } = new URL(database.url)
  two = `postgres://${username}:${password}@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}${pathname}`
})
afterEach(async () => {
  for (const wire of wires) await wire.close()
  await database.drop()
})
const setReadOnly = (value: 'on' | 'off') =>
  administer(
    inject('database').server,
    `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = ${value}`,
  )

test('one connection string for each host', () => {
  expect(hostsOf('postgres://iroko:p%40ss,word@one:5432,[::1]:5433,three/iroko?sslmode=require')).toEqual([
    'postgres://iroko:p%40ss,word@one:5432/iroko?sslmode=require',
    'postgres://iroko:p%40ss,word@[::1]:5433/iroko?sslmode=require',
    'postgres://iroko:p%40ss,word@three/iroko?sslmode=require',
  ])
  expect(hostsOf('postgresql://one/iroko')).toEqual(['postgresql://one/iroko'])
})

test('a pool goes on over the host that is left', async () => {
  const pool = connect(`${two}?target_session_attrs=read-write`, { most: 2, name: 'iroko hosts' })
  try {
    expect((await pool.query('select 7 as n')).rows).toEqual([{ n: 7 }])
    for (const lost of [0, 1]) {
      await wires[lost]?.cut()
      expect((await pool.query('select 7 as n').catch(() => pool.query('select 7 as n'))).rows).toEqual([
        { n: 7 },
      ])
      await wires[lost]?.restore()
    }
  } finally {
    await pool.end()
  }
})

test('none that may be written to, or none that answers: away, and found as soon as there is one', async () => {
  await setReadOnly('on')
  await expect(oneHost(two)).rejects.toSatisfy(isAway)
  expect(hostsOf(`${two}?target_session_attrs=any`)).toContain(
    await oneHost(`${two}?target_session_attrs=any`),
  )
  await setReadOnly('off')
  expect(hostsOf(two)).toContain(await oneHost(two))
  await expect(oneHost(`${two}?target_session_attrs=standby`)).rejects.toSatisfy(isAway)
  await oneHost(`${two}?target_session_attrs=prefer-standby`)
  for (const wire of wires) await wire.cut()
  await expect(oneHost(two)).rejects.toSatisfy(isAway)
})

test('a wrong password is said, not waited for', async () => {
  const wrong = two.replace(/:[^:@]*@/, ':wrong@')
  await expect(oneHost(wrong)).rejects.toBeInstanceOf(pg.DatabaseError)
})

test('a connection whose server became a replica leaves the pool, however busy it is', async () => {
  const pool = connect(database.url, { most: 1, name: 'iroko web' })
  const db = openDb(pool)
  try {
    const write = () => db.transaction().execute(tx => tx.deleteFrom('first_answer' as never).execute())
    const read = () => db.selectFrom('first_answer' as never).execute()
    await setReadOnly('on')
    await expect(write()).rejects.toMatchObject({ code: '25006' })
    await setReadOnly('off')
    await read()
    await write()
  } finally {
    await pool.end()
  }
})
