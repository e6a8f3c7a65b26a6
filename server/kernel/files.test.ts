import { mkdtemp, readdir, rm, symlink, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spool, spooled, unspoolBefore } from './files.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'iroko-spool-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const left = (): Promise<string[]> => readdir(join(directory, 'spool'))

async function* pieces(breaksOff: boolean): AsyncGenerator<Buffer> {
  yield Buffer.from('STAFF_ID,NETPAY\n')
  if (breaksOff) throw new Error('the database is away')
  yield Buffer.from('480001,187450.35\n')
}

test('an upload that cannot be laid out whole leaves nothing behind; the next try does', async () => {
  await expect(spool(directory, 'october', pieces(true))).rejects.toThrow('away')
  expect(await left()).toEqual([])
  expect(await spooled(directory, 'october', 33n)).toBeUndefined()
  const { path } = await spool(directory, 'october', pieces(false))
  expect(await spooled(directory, 'october', 33n)).toBe(path)
})

test('deletes unfetched files by age and ignores files removed at the same time', async () => {
  const old = new Date('2026-11-01T00:00:00Z')
  await utimes(join(directory, 'spool', 'october'), old, old)
  await spool(directory, 'november', pieces(false))
  // listed, and gone when it is read
  await symlink(join(directory, 'nowhere'), join(directory, 'spool', 'gone'))
  await unspoolBefore(directory, new Date('2026-11-02T00:00:00Z'))
  expect((await left()).sort()).toEqual(['gone', 'november'])
})
