import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, startEmbedded } from '../../server/kernel/embedded.ts'
import { throwawayFolder } from '../throwaway.ts'

/** On a machine shared with others the sample lender takes minutes. */
const START_MAX_MS = 300_000

/** Starts the built program with the sample lender, on data to throw away, for one run of the browser tests. */
export default async function startProgram(): Promise<() => Promise<void>> {
  const data = await throwawayFolder('e2e')
  const port = await freePort()
  const program = spawn(
    process.execPath,
    [
      '--import',
      './scripts/stopWithParent.mjs',
      '--enable-source-maps',
      'dist/server/sample.js',
      // pictures show the whole lender
      ...(process.env.IROKO_E2E_WHOLE ? [] : ['--small']),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', IROKO_DATA: data, DATABASE_URL: '' },
    },
  )
  let output = ''
  for (const stream of [program.stdout, program.stderr])
    stream?.on('data', chunk => {
      output = (output + chunk).slice(-10_000)
    })
  const stop = async () => {
    program.kill('SIGTERM')
    if (program.exitCode === null && program.signalCode === null) await once(program, 'exit')
    await rm(data, { recursive: true, force: true })
  }

  process.env.IROKO_E2E_URL = `http://localhost:${port}`
  for (let waited = 0; !(await isReady(process.env.IROKO_E2E_URL)); waited += 200) {
    if (program.exitCode !== null || waited > START_MAX_MS) {
      await stop()
      throw new Error(`The program did not start.\n${output}`)
    }
    await sleep(200)
  }
  // for what no screen does: a loan that was approved months ago
  const database = await startEmbedded({ directory: join(data, 'postgres'), joinRunning: true })
  process.env.IROKO_E2E_DATABASE = database.url
  return stop
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`).then(
    answer => answer.ok,
    () => false,
  )
