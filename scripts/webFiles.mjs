import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Which files the console is cut into, and how a browser learns at once which of them the page it opens needs. */

const web = join(dirname(dirname(fileURLToPath(import.meta.url))), 'web')

const ENTRY = 'main.tsx'
const MAIN = [ENTRY]
const PUBLIC = ['applicant.tsx']
const SIGN_IN = ['console.tsx', 'layouts/AuthLayout.tsx', 'pages/auth/LoginPage.tsx']
const FRAME = [
  'layouts/MainLayout.tsx',
  'parts/ListFilters.tsx',
  'parts/ListPage.tsx',
  'parts/useList.ts',
  'ui/RowLink.tsx',
]
const DASHBOARD = [
  'pages/dashboard/DashboardPage.tsx',
  'pages/dashboard/MyDesk.tsx',
  'pages/dashboard/PortfolioDetails.tsx',
  'pages/dashboard/PortfolioTab.tsx',
]

/** What so many pages and dialogs need is one file: on a slow line each file costs a turn. */
const COMMON = 10

/** @typedef {import('vite').Rolldown.CodeSplittingGroup} Group */
/** @typedef {import('vite').Rolldown.ChunkingContext} Context */

/**
 * Each group holds what the way in before it lacks and imports from no group after it, so that none waits for a file that
 * it does not need. Pages and parts that are fetched on demand stay files of their own.
 * @returns {Group[]}
 */
export function fileGroups() {
  /** @type {Map<readonly string[], Set<string>>} */
  const found = new Map()
  const modulesOf = (/** @type {Context} */ context, /** @type {readonly string[]} */ roots) => {
    const known = found.get(roots)
    if (known) return known
    const modules = new Set()
    const left = roots.map(root => join(web, root))
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      if (modules.has(id)) continue
      modules.add(id)
      left.push(...(context.getModuleInfo(id)?.importedIds ?? []))
    }
    found.set(roots, modules)
    return modules
  }
  /**
   * @param {string} name
   * @param {(needs: (roots: readonly string[]) => boolean) => boolean} belongs
   * @param {number} minShareCount
   * @returns {Group}
   */
  const group = (name, belongs, minShareCount = 1) => ({
    debugName: name,
    minShareCount,
    // what a module imports is in the same group or in one before it
    includeDependenciesRecursively: false,
    name(id, context) {
      const isFetchedAlone = context.getModuleInfo(id)?.importers.length === 0
      if (isFetchedAlone || id === join(web, ENTRY) || id.endsWith('.css')) return null
      return belongs(roots => modulesOf(context, roots).has(id)) ? name : null
    },
  })
  const groups = [
    group('start', needs => needs(MAIN) || (needs(PUBLIC) && needs(SIGN_IN))),
    group('signIn', needs => needs(SIGN_IN)),
    group('frameAndPublic', needs => needs(PUBLIC) && (needs(FRAME) || needs(DASHBOARD))),
    group('forms', needs => needs(PUBLIC), 2),
    group('frame', needs => needs(FRAME)),
    group('desk', needs => needs(DASHBOARD), COMMON),
    group('common', needs => !needs(PUBLIC), COMMON),
    // an icon of one page alone travels with it
    { ...group('icons', needs => !needs(PUBLIC), 2), test: /node_modules\/lucide-react\// },
  ]
  return groups.map((each, place) => ({ ...each, priority: groups.length - place }))
}

const SCRIPT = 'beforePaint.js'

/**
 * Puts `beforePaint.js` first in the document: under a name that never changes its content, with the files of every page
 * written in front of it. In development there are no files yet, and it stands as it is.
 * @returns {import('vite').Plugin}
 */
export function beforePaint() {
  let source = ''
  return {
    name: 'iroko-before-paint',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const document = bundle['index.html']
      if (document?.type !== 'asset') throw new Error('The build has no index.html.')
      const routes = await readFile(join(web, 'routes.tsx'), 'utf8')
      const script = `${listing(pagesOf(routes), bundle)}${await readFile(join(web, SCRIPT), 'utf8')}`
      source = `assets/beforePaint-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName: source, source: script })
      document.source = String(document.source).replace(`/${SCRIPT}`, `/${source}`)
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${SCRIPT}` }, injectTo: 'head-prepend' }],
  }
}

/**
 * The modules of every address, in the order in which addresses are tried: written-out ones before those with a parameter, and the page of unknown ones last.
 * @param {string} routes the source of routes.tsx
 * @returns {[path: string, modules: string[]][]}
 */
export function pagesOf(routes) {
  const pages = [...routes.matchAll(/\[\s*'([^']+)',\s*\(\) => import\('\.\/(pages\/[^']+)'\)/g)].map(
    ([, path = '', page = '']) => /** @type {const} */ ([path, page]),
  )
  const written = routes.match(/import\('\.\/pages\//g)?.length ?? 0
  // the page of unknown addresses is named twice
  if (pages.length === 0 || pages.length !== written - 1)
    throw new Error(`routes.tsx names ${written} pages, of which ${pages.length} were understood.`)
  const layoutOf = (/** @type {string} */ path) => (path.startsWith('/auth/') ? 'AuthLayout' : 'MainLayout')
  const all = pages.map(
    ([path, page]) =>
      /** @type {[string, string[]]} */ ([path, ['console.tsx', `layouts/${layoutOf(path)}.tsx`, page]]),
  )
  /** @type {[string, string[]]} */
  const publicPage = ['/loan-request', PUBLIC]
  const openness = (/** @type {string} */ path) => (path.includes('*') ? 2 : Number(path.includes(':')))
  return [publicPage, ...all].sort(([one], [other]) => openness(one) - openness(other))
}

/** @param {[path: string, modules: string[]][]} pages @param {import('vite').Rolldown.OutputBundle} bundle */
function listing(pages, bundle) {
  const chunks = Object.values(bundle).filter(each => each.type === 'chunk')
  const inDocument = filesOf(chunks.filter(chunk => chunk.isEntry).map(chunk => chunk.fileName))
  /** @type {string[]} */
  const names = []
  const places = pages.map(([path, modules]) => {
    const wanted = modules.map(module => {
      const chunk = chunks.find(each => each.facadeModuleId === join(web, module))
      if (!chunk) throw new Error(`${module} is no file of its own any more.`)
      return chunk.fileName
    })
    const files = [...filesOf(wanted)].filter(file => !inDocument.has(file))
    for (const file of files) if (!names.includes(file)) names.push(file)
    return [path, files.map(file => names.indexOf(file))]
  })
  const short = names.map(name => name.replace(/^assets\/(.*)\.js$/, '$1'))
  const fonts = Object.keys(bundle).filter(file => /^assets\/inter-\d+-.*\.woff2$/.test(file))
  if (fonts.length === 0) throw new Error('The build has no fonts.')
  return `globalThis.irokoFiles = ${JSON.stringify({ names: short, places, fonts })}\n`

  /** @param {readonly string[]} wanted */
  function filesOf(wanted) {
    /** @type {Set<string>} */
    const files = new Set()
    const left = [...wanted]
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const found = bundle[file]
      if (found?.type !== 'chunk' || files.has(file)) continue
      files.add(file)
      left.push(...found.imports)
    }
    return files
  }
}
