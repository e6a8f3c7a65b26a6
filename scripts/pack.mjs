import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare, RELEASE, root, run } from './prepare.mjs'

/**
 * `npm run pack`: the built program with what it needs to run, as one file for this system and processor. Unpacked on a machine
 * with Node alone, `npm start` runs it: nothing is installed, built or fetched there.
 */

const SHIPPED = [
  'dist',
  'db',
  'docs',
  'deploy',
  'scripts/launch.mjs',
  'scripts/prepare.mjs',
  'scripts/stopWithParent.mjs',
  'package.json',
  'package-lock.json',
  '.npmrc',
  '.env.example',
  'README.md',
  'CHANGELOG.md',
]

await prepare()
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const name = `iroko-${version}-${process.platform}-${process.arch}`
const scratch = await mkdtemp(join(tmpdir(), 'iroko-pack-'))
const folder = join(scratch, name)
for (const path of SHIPPED)
  await cp(join(root, path), join(folder, path), {
    recursive: true,
    filter: source => !source.endsWith('.map'),
  })
await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], process.env, folder)
await writeFile(join(folder, RELEASE), `${version}\n`)

const target = join(root, 'release')
await mkdir(target, { recursive: true })
const file = join(target, `${name}.tar.gz`)
await run('tar', ['-czf', file, '-C', scratch, name])
await rm(scratch, { recursive: true })
const sum = createHash('sha256')
  .update(await readFile(file))
  .digest('hex')
await writeFile(`${file}.sha256`, `${sum}  ${name}.tar.gz\n`)
console.log(`release/${name}.tar.gz\nSHA-256 ${sum}`)
