import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './prepare.mjs'

/**
 * Prints how much JavaScript, gzipped, each page loads first, and fails when one loads more than it may.
 * The sign-in page is what everybody waits for; every other page counts by what it adds to that.
 */
const LOGIN_LIMIT = 130_000
const PAGE_LIMIT = 60_000

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[] }} Chunk */

const web = join(root, 'dist', 'web')
/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8'))

/** The chunk and everything it imports at once. @returns {Set<string>} */
function closure(/** @type {string[]} */ keys, /** @type {Set<string>} */ seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    closure(manifest[key]?.imports ?? [], seen)
  }
  return seen
}

/** @type {Map<string, number>} */
const weights = new Map()

function weigh(/** @type {string} */ key) {
  const file = manifest[key]?.file ?? ''
  if (!file.endsWith('.js')) return 0
  const known = weights.get(file)
  if (known !== undefined) return known
  const weight = gzipSync(readFileSync(join(web, file)), { level: 9 }).length
  weights.set(file, weight)
  return weight
}

const total = (/** @type {Iterable<string>} */ keys) =>
  [...new Set(keys)].reduce((sum, key) => sum + weigh(key), 0)

const keys = Object.keys(manifest)
const entries = keys.filter(key => manifest[key]?.isEntry)
const layouts = keys.filter(key => key.startsWith('layouts/'))
const pages = keys.filter(key => key.startsWith('pages/'))
const layoutOf = (/** @type {string} */ page) => {
  const name = page.startsWith('pages/auth/')
    ? 'AuthLayout'
    : page.startsWith('pages/loan-request/')
      ? 'ApplicantLayout'
      : 'MainLayout'
  return layouts.filter(layout => layout.includes(name))
}

const login = pages.find(page => page.startsWith('pages/auth/Login'))
if (!login) throw new Error('The build has no sign-in page: pages/auth/Login… is not a chunk of its own.')
const first = closure([...entries, ...layoutOf(login), login])

const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1).padStart(6)} kB`
let isTooHeavy = total(first) > LOGIN_LIMIT
console.log(`${kilobytes(total(first))} of ${LOGIN_LIMIT / 1000}  /auth/login, first load`)
for (const page of pages.filter(each => each !== login)) {
  const more = total([...closure([...layoutOf(page), page])].filter(key => !first.has(key)))
  if (more > PAGE_LIMIT) isTooHeavy = true
  console.log(
    `${kilobytes(more)} of ${PAGE_LIMIT / 1000}   ${page} more${more > PAGE_LIMIT ? '  ← too heavy' : ''}`,
  )
}
process.exitCode = isTooHeavy ? 1 : 0
