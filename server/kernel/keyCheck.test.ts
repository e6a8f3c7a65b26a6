import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { submit } from '../../test/applicants.ts'
import { createTestApp, type TestApp } from '../../test/testApp.ts'
import { TEST_SECRET } from '../../test/testSecret.ts'
import { projectRoot } from './files.ts'
import { checkKeys, openKeys } from './keyCheck.ts'
import { deriveKeys } from './keys.ts'

const ANOTHER = 'another secret of more than thirty-two letters'
const NOT_THE_ONE = 'The secret is not the one that this database was sealed with.'

let testApp: TestApp
afterEach(() => testApp.close())

const opened = (secret: string | undefined) =>
  openKeys(testApp.program.db, { secret, dataDirectory: testApp.program.dataDirectory })

describe('a program that starts', () => {
  test('with the secret of the database goes on, with another one is refused', async () => {
    testApp = await createTestApp({ staff: false })
    await opened(TEST_SECRET)
    await opened(TEST_SECRET)
    await expect(opened(ANOTHER)).rejects.toThrow(NOT_THE_ONE)
    await expect(opened(ANOTHER)).rejects.toMatchObject({ message: expect.stringContaining('IROKO_SECRET') })
  })

  test('beside others on an empty database agrees with one of them', async () => {
    testApp = await createTestApp({ staff: false })
    const starts = Array.from({ length: 6 }, (_, at) =>
      checkKeys(testApp.program.db, deriveKeys(`${ANOTHER} ${at % 3}`)),
    )
    const outcomes = await Promise.allSettled(starts)
    expect(outcomes.map(each => each.status).filter(status => status === 'fulfilled')).toHaveLength(2)
  })

  test('without a secret makes one on an empty database, and none where data are sealed', async () => {
    testApp = await createTestApp({ staff: false })
    const made = await opened(undefined)
    expect((await opened(undefined)).secret).toBe(made.secret)
    await testApp.close()
    testApp = await createTestApp()
    await submit(testApp)
    await expect(opened(undefined)).rejects.toThrow('no secret was given')
    expect(existsSync(join(testApp.program.dataDirectory, 'secret'))).toBe(false)
    await expect(opened(ANOTHER)).rejects.toThrow(NOT_THE_ONE)
    await opened(TEST_SECRET)
  })

  test('ends with a sentence; a command that opens nothing needs no secret', async () => {
    testApp = await createTestApp({ staff: false })
    await opened(TEST_SECRET)
    const run = async (given: Record<string, string>, ...flags: string[]) => {
      const { IROKO_SECRET: _, ...env } = process.env
      const program = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', ...flags], {
        cwd: projectRoot,
        env: { ...env, DATABASE_URL: testApp.url, IROKO_DATA: testApp.program.dataDirectory, ...given },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const [said, [code]] = await Promise.all([text(program.stderr), once(program, 'exit')])
      return { code, said }
    }
    const [worker, proof] = await Promise.all([
      run({ IROKO_SECRET: ANOTHER, IROKO_ROLE: 'worker' }),
      run({}, '--command', 'ledger-verify'),
    ])
    expect(worker).toMatchObject({ code: 1, said: expect.stringContaining(NOT_THE_ONE) })
    expect(proof).toMatchObject({ code: 0 })
  })
})
