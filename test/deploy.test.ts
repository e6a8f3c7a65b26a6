import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../server/kernel/files.ts'
import { deployFile, hasPackages, programOf } from './packages.ts'
import { throwawayFolder } from './throwaway.ts'

/** deploy/: its files are filled by their values alone, and are what their programs read. The cluster runs on them. */

const run = promisify(execFile)
const deploy = join(projectRoot, 'deploy')
let folder: string
let values: Record<string, string>
beforeAll(async () => {
  folder = await throwawayFolder('deploy')
  const example = await readFile(join(deploy, 'values.example'), 'utf8')
  const lines = [...example.matchAll(/^(\w+)=([^\n#]*?)\s*(?:#.*)?$/gm)]
  values = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value || 'a-secret']))
  values.ETC = folder
})
afterAll(() => rm(folder, { recursive: true }))

test('every value has a use, and every file finds its values', async () => {
  const used = new Set<string>()
  for (const entry of await readdir(deploy, { withFileTypes: true })) {
    const file = entry.name
    if (!entry.isFile() || file === 'values.example' || file.endsWith('.sh')) continue
    await deployFile(file, values)
    const text = await readFile(join(deploy, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/\$\{([A-Z]\w*)\}/g)) used.add(name)
  }
  expect([...used].sort()).toEqual(Object.keys(values).sort())
})

const filling = existsSync('/usr/bin/envsubst')
if (!filling) console.warn('Not tried without Debian’s package: apt-get install gettext-base')
test.skipIf(!filling)('fill.sh fills as the tests do, and leaves what is not a value', async () => {
  const own = join(folder, 'values')
  await writeFile(
    own,
    Object.entries(values)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  for (const file of ['patroni.yml', 'nginx.conf', 'pgbouncer.ini'])
    expect((await run(join(deploy, 'fill.sh'), [own, join(deploy, file)])).stdout).toBe(
      await deployFile(file, values),
    )
})

const systemd = existsSync('/usr/bin/systemd-analyze')
if (!systemd) console.warn('Not tried without systemd: the units of deploy/systemd')
test.skipIf(!systemd).each(['iroko-web.service', 'iroko-worker.service'])(
  '%s is right and shut in',
  async name => {
    // node and the program's folder are elsewhere on this machine
    const unit = (await readFile(join(deploy, 'systemd', name), 'utf8'))
      .replace('/usr/bin/node', process.execPath)
      .replace('WorkingDirectory=/opt/iroko', `WorkingDirectory=${projectRoot}`)
    const path = join(folder, name)
    await writeFile(path, unit)
    const verified = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
    expect(verified.stderr.split('\n').filter(line => line.includes(name))).toEqual([])
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', path])
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
    expect(exposure).toBeLessThanOrEqual(2)
  },
)

test.skipIf(!hasPackages('haproxy'))('HAProxy takes its file', async () => {
  const path = join(folder, 'haproxy.cfg')
  await writeFile(path, await deployFile('haproxy.cfg', values))
  const { stderr } = await run(programOf('haproxy'), ['-c', '-f', path])
  expect(stderr).not.toMatch(/WARNING|ALERT/)
})

test.skipIf(!hasPackages('pgbackrest'))('pgBackRest takes its file', async () => {
  const path = join(folder, 'pgbackrest.conf')
  await writeFile(path, await deployFile('pgbackrest.conf', { ...values, DATA: folder, BACKUPS: folder }))
  const { stdout, stderr } = await run(programOf('pgbackrest'), [
    `--config=${path}`,
    '--stanza=iroko',
    'info',
  ])
  expect(stdout).toContain('stanza: iroko')
  expect(stderr).toBe('')
})

test.skipIf(!hasPackages('nginx-light'))('nginx takes its file', async () => {
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=desk.example.ng',
    '-keyout',
    join(folder, 'desk.key'),
    '-out',
    join(folder, 'desk.crt'),
  ])
  const site = await deployFile('nginx.conf', values)
  const path = join(folder, 'main.conf')
  await writeFile(
    path,
    `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${site}\n}\n`,
  )
  const { stderr } = await run(programOf('nginx-light'), ['-t', '-e', 'stderr', '-c', path])
  expect(stderr).toContain('test is successful')
  expect(stderr).not.toMatch(/\[(warn|emerg)\]/)
})
