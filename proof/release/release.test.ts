import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const TEST_MAX_MS = 600_000

/** `npm run pack`, and what it makes on a machine with Node alone. */
test(
  'the packed program starts where nothing is installed, answers and stops',
  async () => {
    const printed = execFileSync(process.execPath, ['scripts/pack.mjs'], { encoding: 'utf8' })
    const tarball = /release\/\S+\.tar\.gz/.exec(printed)?.[0] ?? ''
    const machine = await mkdtemp(join(tmpdir(), 'iroko-release-'))
    // started by root, the database runs as a user who has to enter
    await chmod(machine, 0o755)
    try {
      execFileSync('tar', ['-xzf', tarball, '-C', machine])
      const [name = ''] = await readdir(machine)
      const folder = join(machine, name)
      const installed = await readdir(join(folder, 'node_modules'))
      for (const tool of ['vitest', 'vite', 'knip', '@playwright', '@biomejs'])
        expect(installed).not.toContain(tool)

      const program = spawn('npm', ['start'], {
        cwd: folder,
        env: {
          PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
          HOME: machine,
          PORT: '0',
          IROKO_DATA: join(machine, 'data'),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
        // npm and the program it starts end together
        detached: true,
      })
      const ended = once(program, 'exit')
      try {
        const address = await addressOf(program.stdout)
        expect(await (await fetch(`${address}/api/health`)).json()).toEqual({ live: true, ready: true })
        expect(await (await fetch(address)).text()).toContain('<title>')
      } finally {
        process.kill(-(program.pid ?? 0), 'SIGTERM')
        await ended
      }
    } finally {
      await rm(machine, { recursive: true, force: true })
    }
  },
  TEST_MAX_MS,
)

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /Iroko is ready at (http:\/\/\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('it did not start')
}
