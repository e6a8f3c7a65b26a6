import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../server/kernel/embedded.ts'
import { projectRoot } from '../../server/kernel/files.ts'
import { createTestApp, type TestApp } from '../../test/testApp.ts'
import { TEST_SECRET } from '../../test/testSecret.ts'

const run = promisify(execFile)
const PROGRAM = join(projectRoot, 'dist', 'server', 'main.js')

let testApp: TestApp
let program: ChildProcess
let url: string
let output: string

beforeAll(() => run(process.execPath, [join(projectRoot, 'scripts', 'build.mjs')]))
beforeEach(async () => {
  testApp = await createTestApp({ staff: false })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  output = ''
  program = spawn(process.execPath, [PROGRAM], {
    env: {
      ...process.env,
      DATABASE_URL: testApp.url,
      IROKO_DATA: testApp.program.dataDirectory,
      IROKO_SECRET: TEST_SECRET,
      IROKO_WEB_PROCESSES: '2',
      IROKO_LOG: 'info',
      PORT: String(port),
      HOST: '127.0.0.1',
    },
  })
  for (const stream of [program.stdout, program.stderr])
    stream?.on('data', chunk => {
      output += chunk
    })
  await untilSaid('Iroko is ready')
})
afterEach(async () => {
  if (program.exitCode === null && program.signalCode === null) {
    program.kill('SIGKILL')
    await once(program, 'exit')
  }
  await testApp.close()
})

async function untilSaid(words: string): Promise<void> {
  await expect.poll(() => output).toContain(words)
}
const children = async (): Promise<number[]> => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat='])
  return stdout
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, parent, state = '']) => Number(parent) === program.pid && !state.startsWith('Z'))
    .map(([pid]) => Number(pid))
}
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
/** Each over a connection of its own, so that they go to the processes in turn. */
const ask = (times: number) =>
  Promise.all(
    Array.from({ length: times }, async () =>
      (await fetch(`${url}/api/health/live`, { headers: { connection: 'close' } })).json(),
    ),
  )

test('processes answer at one port; one that is killed starts again, and all end with the program', async () => {
  const before = await children()
  expect(before).toHaveLength(3)
  await untilSaid('The worker is running')
  expect(output.match(/Iroko is ready/g)).toHaveLength(1)
  await ask(10)
  // whichever is asked, the count is that of all
  const metrics = await (await fetch(`${url}/metrics`)).text()
  expect(metrics).toMatch(/iroko_http_seconds_count\{route="\/api\/health\/live",[^}]*\} 10\b/)

  const victim = before[0] ?? 0
  process.kill(victim, 'SIGKILL')
  await expect.poll(() => isAlive(victim)).toBe(false)
  await ask(10)
  await expect.poll(children).toHaveLength(3)
  expect(output).toContain('A process ended unexpectedly; it starts again')

  const after = await children()
  expect(after).not.toEqual(before)
  program.kill('SIGTERM')
  expect(await once(program, 'exit')).toEqual([0, null])
  expect(after.filter(isAlive)).toEqual([])
})

test('none outlives the program, even one that is killed', async () => {
  const pids = await children()
  expect(pids).toHaveLength(3)
  program.kill('SIGKILL')
  await once(program, 'exit')
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})
