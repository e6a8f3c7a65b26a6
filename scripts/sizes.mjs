import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root, stop } from './prepare.mjs'

/**
 * Prints how much JavaScript, gzipped, each page loads first, and fails when one loads more than it may.
 * The first screens have limits: sign-in, the public page and the dashboard. Other pages are listed with what they add to sign-in.
 * The public page, on a weak line, counts whole; so does the first page after signing in, with what it draws later unasked.
 */
const LOGIN_MAX_BYTES = 135_000
const PUBLIC_MAX_BYTES = 150_000
const DASHBOARD_MAX_BYTES = 210_000

const web = join(root, 'dist', 'web')
if (!existsSync(web)) stop('There is no build to weigh: run npm run build first.')
/**
 * Parts of the dashboard and its frame that are fetched on demand. Whatever else they fetch later comes on every first
 * visit, and counts.
 */
const ON_DEMAND = [
  'layouts/CommandPalette.tsx',
  'layouts/KeyboardHelp.tsx',
  'layouts/GuideDialog.tsx',
  'layouts/profile/ProfileDialog.tsx',
  // the tabs of the dashboard are weighed one by one
  'pages/dashboard/MyDesk.tsx',
  'pages/dashboard/PortfolioTab.tsx',
  // the rows behind a figure are another page
  'pages/dashboard/RowsScreen.tsx',
  // an approval that is being decided
  'parts/ApprovalSheet.tsx',
  'parts/loan/PayoutApprovalLines.tsx',
  'parts/settings/SettingChanges.tsx',
  'parts/ReasonText.tsx',
  // of lists and records, whose own parts share a file with the frame's
  'parts/DisplayPanel.tsx',
  'parts/DocumentEntries.tsx',
  'parts/HistoryEntries.tsx',
  'parts/MessageItems.tsx',
  'parts/PendingApprovalCard.tsx',
  'parts/ViewDialog.tsx',
  'parts/ViewMenu.tsx',
]

/** The frame fetches it at once: the warning that a session ends must come even when the line is gone by then. */
const TOASTER = 'ui/Toaster.tsx'

/** @type {Record<string, { file: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[] }>} */
const manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8'))
const chunks = Object.keys(manifest)
const pages = chunks.filter(chunk => /^pages\/.*Page\.tsx$/.test(chunk))

/** The files of these chunks and of everything they import at once. */
function filesOf(/** @type {string[]} */ wanted, /** @type {Set<string>} */ files = new Set()) {
  for (const chunk of wanted) {
    const found = manifest[chunk]
    if (!found?.file.endsWith('.js') || files.has(found.file)) continue
    files.add(found.file)
    filesOf(found.imports ?? [], files)
  }
  return files
}

/** The same, with what they fetch later by themselves; what was there before fetches nothing more. */
function filesInTime(/** @type {string[]} */ wanted, /** @type {Set<string>} */ before) {
  const files = new Set(before)
  const left = [...wanted]
  for (let chunk = left.pop(); chunk !== undefined; chunk = left.pop()) {
    const found = manifest[chunk]
    if (!found?.file.endsWith('.js') || files.has(found.file)) continue
    files.add(found.file)
    // a file of several parts is fetched later only for a question or a dialog
    const later = (found.dynamicImports ?? []).filter(
      each => !ON_DEMAND.includes(each) && !each.startsWith('_'),
    )
    left.push(...(found.imports ?? []), ...later)
  }
  return files
}

function layoutOf(/** @type {string} */ page) {
  const layouts = {
    'pages/auth/': 'AuthLayout',
    'pages/': 'MainLayout',
  }
  const [, layout = ''] = Object.entries(layouts).find(([folder]) => page.startsWith(folder)) ?? []
  return chunks.filter(chunk => chunk.startsWith(`layouts/${layout}`))
}

const weigh = (/** @type {Iterable<string>} */ files) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(web, file)), { level: 9 }).length, 0)

function report(/** @type {string} */ what, /** @type {number} */ weight, limit = Number.POSITIVE_INFINITY) {
  const isTooHeavy = weight > limit
  const bound = Number.isFinite(limit) ? ` of ${limit / 1000}` : ''
  console.log(
    `${(weight / 1000).toFixed(1).padStart(6)}${bound} kB  ${what}${isTooHeavy ? '  ← too heavy' : ''}`,
  )
  if (isTooHeavy) process.exitCode = 1
}

const login = pages.find(page => page.startsWith('pages/auth/Login'))
if (!login) throw new Error('The build has no sign-in page: pages/auth/Login… is not a chunk of its own.')
const first = filesOf([...chunks.filter(chunk => manifest[chunk]?.isEntry), ...layoutOf(login), login])
// scripts that the document names itself, outside the bundle
const html = readFileSync(join(web, 'index.html'), 'utf8')
for (const [, file = ''] of html.matchAll(/<script[^>]* src="\/([^"]+)"/g)) first.add(file)

report('/auth/login, first load', weigh(first), LOGIN_MAX_BYTES)
const entries = chunks.filter(chunk => manifest[chunk]?.isEntry)
report('/loan-request, in all', weigh(filesOf([...entries, 'applicant.tsx'])), PUBLIC_MAX_BYTES)
const dashboard = 'pages/dashboard/DashboardPage.tsx'
for (const part of [dashboard, TOASTER, ...ON_DEMAND])
  if (!manifest[part]) throw new Error(`The build has no ${part}: it is no chunk of its own any more.`)
for (const tab of ['MyDesk', 'PortfolioTab'])
  report(
    `the dashboard after signing in, ${tab}, with all that comes unasked`,
    weigh(filesInTime([...layoutOf(dashboard), dashboard, `pages/dashboard/${tab}.tsx`, TOASTER], first)),
    DASHBOARD_MAX_BYTES,
  )
for (const page of pages.filter(each => each !== login)) {
  const more = [...filesOf([...layoutOf(page), page])].filter(file => !first.has(file))
  report(`${page} more`, weigh(more))
}
