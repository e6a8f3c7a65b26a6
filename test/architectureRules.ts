/**
 * Reads the source and holds the house rules: which way things may point, who owns which table, where the world may
 * be touched. `brokenRules` takes files and gives complaints, so that the test can show it complaining.
 */

export type SourceFile = { path: string; source: string }
type Rule = (file: SourceFile) => string[]

/** A module imports only modules to its left, and only their face; `app` imports the files that hold what it names. */
export const MODULES = [
  'auth', 'approvals', 'settings', 'ledger', 'documents', 'customers', 'messaging', 'intake', 'payroll', 'payMonths', 'quotes', 'loans', 'letters', 'signals', 'loanImport',
  'payouts', 'refunds', 'requests', 'staff', 'bankAlerts', 'instructions', 'offices', 'repayments', 'demands', 'bankStatements', 'reconciliation', 'sourceEvents', 'closing', 'campaigns', 'privacy', 'decisions', 'auditTrail', 'dashboard', 'returns',
] as const // biome-ignore format: the order is the rule
type Module = (typeof MODULES)[number]

/** One owner a table, known by its name or its first word; the door, the queue and the trail keep their own. */
const TABLE_OWNERS: [names: RegExp, owner: Module | 'server'][] = [
  [
    /^(audit_entry|audit_seal|audit_waiting|first_answer|worker_heartbeat|proof_run|key_check|clock_check|backup_report|retired_key|primary_timeline)$/,
    'server',
  ],
  [
    /^(staff|staff_session|sign_in_attempt|sign_up_attempt|sign_in_rule|password_reset|staff_link|setup_code|staff_preference|saved_view|number_search|reveal_count|sign_in_failure|staff_customer)$/,
    'auth',
  ],
  [/^(setting|product|frequency|officer_link)(_|$)/, 'settings'],
  [/^ledger_/, 'ledger'],
  [/^bank_/, 'bankStatements'],
  [/^approval$/, 'approvals'],
  [/^message_(campaign|segment)(_|$)/, 'campaigns'],
  [/^message_(claim|inbound)$/, 'bankAlerts'],
  [/^message(_|$)/, 'messaging'],
  [/^document(_|$)/, 'documents'],
  [/^intake(_|$)/, 'intake'],
  [/^customer(_|$)/, 'customers'],
  [/^payroll_/, 'payroll'],
  [/^pay_month(_|$)/, 'payMonths'],
  [/^(loan|loan_(projection|bank_reference|daily_run|event|payout|refund|settled))$/, 'loans'],
  [/^loan_quote$/, 'quotes'],
  [/^loan_signal$/, 'signals'],
  [/^loan_import$/, 'loanImport'],
  [/^payout_/, 'payouts'],
  [/^refund(_|$)/, 'refunds'],
  [/^instruction(_|$)/, 'instructions'],
  [/^office_/, 'offices'],
  [/^reconciliation(_|$)/, 'reconciliation'],
  [/^source_event(_|$)/, 'sourceEvents'],
  [/^(loan_request|request)(_|$)/, 'requests'],
  [/^repayment_/, 'repayments'],
  [/^closing_/, 'closing'],
  [/^dashboard_/, 'dashboard'],
]
export const ownerOf = (table: string): Module | 'server' | undefined =>
  TABLE_OWNERS.find(([names]) => names.test(table))?.[1]

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

export function importsOf(file: SourceFile): string[] {
  return [...file.source.matchAll(IMPORT)].map(match => resolveImport(file.path, match[1] ?? match[2] ?? ''))
}

function resolveImport(from: string, target: string): string {
  if (!target.startsWith('.')) return target
  const parts = from.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.') parts.push(step)
  }
  return parts.join('/')
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const treeOf = (path: string): string => path.split('/')[0] ?? ''
const moduleOf = (path: string): Module | undefined =>
  MODULES.find(module => path.startsWith(`server/modules/${module}/`))
const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(])\/\/[^\n]*/g, '$1')

/** 1. engine ← contract ← server, web. */
const MAY_IMPORT: Record<string, (target: string) => boolean> = {
  engine: target => treeOf(target) === 'engine',
  contract: target => ['contract', 'engine', 'zod'].includes(treeOf(target)),
  server: target => !['web', 'sample', 'proof', 'test'].includes(treeOf(target)),
  web: target => !['server', 'sample', 'proof', 'test'].includes(treeOf(target)),
  sample: target => !['web', 'proof', 'test'].includes(treeOf(target)),
}

const directionOfTrees: Rule = file => {
  const allowed = MAY_IMPORT[treeOf(file.path)]
  if (!allowed || isTest(file.path)) return []
  return importsOf(file)
    .filter(target => !allowed(target))
    .map(target => `imports ${target}`)
}

/** `server/main.ts` starts the program: it stands with `app`. */
const LAYERS = ['kernel', 'modules', 'app']
const layerOf = (path: string): number =>
  path === 'server/main.ts' ? LAYERS.length - 1 : LAYERS.indexOf(path.split('/')[1] ?? '')

/** 2. kernel ← modules ← app; one order of modules, and each known by its face alone. */
const directionOfModules: Rule = file => {
  if (treeOf(file.path) !== 'server' || isTest(file.path)) return []
  if (layerOf(file.path) < 0) return ['stands in none of kernel, modules and app']
  const own = moduleOf(file.path)
  return importsOf(file).flatMap(target => {
    if (treeOf(target) === 'server' && layerOf(target) > layerOf(file.path))
      return [`imports ${target}, which stands above it`]
    const other = moduleOf(target)
    if (!other || other === own) return []
    if (own && MODULES.indexOf(other) > MODULES.indexOf(own))
      return [`${own} imports ${other}, which stands to its right`]
    if (own) return target === faceOf(other) ? [] : [`imports ${target} instead of the face of ${other}`]
    return target.endsWith('.sql.ts') && !target.endsWith('/proof.sql.ts')
      ? [`imports the SQL of ${other}`]
      : []
  })
}

const faceOf = (module: Module): string => `server/modules/${module}/${module}.ts`

const FACE_NAMES_MAX = 25
const NAMES_FROM = /(?:^|\n)(import|export)(?: type)? \{([^}]*)\} from '([^']+)'/g

/** What a file imports or exports by name, and from where. */
const namesIn = (file: SourceFile, word: 'import' | 'export'): { name: string; from: string }[] =>
  [...file.source.matchAll(NAMES_FROM)].flatMap(([, first, list = '', from = '']) =>
    first !== word
      ? []
      : list
          .split(',')
          .map(each => each.trim().replace(/^type /, ''))
          .filter(Boolean)
          .map(each => {
            const [its, as] = each.split(' as ')
            return { name: (word === 'export' ? as : its) ?? each, from: resolveImport(file.path, from) }
          }),
  )

/** A module's face owns nothing and lists what other modules use, few names in all. */
function facesIn(files: readonly SourceFile[]): string[] {
  const used = new Set(
    files
      .filter(({ path }) => moduleOf(path) && !isTest(path))
      .flatMap(file => namesIn(file, 'import').map(({ name, from }) => `${from} ${name}`)),
  )
  return files.flatMap(file => {
    const own = moduleOf(file.path)
    if (!own || file.path !== faceOf(own)) return []
    const names = namesIn(file, 'export').map(({ name }) => name)
    return [
      ...(withoutComments(file.source).replaceAll(NAMES_FROM, '').trim() === '' ? [] : ['owns something']),
      ...(names.length > FACE_NAMES_MAX
        ? [`lists ${names.length} names; ${FACE_NAMES_MAX} is the most`]
        : []),
      ...names
        .filter(name => !used.has(`${file.path} ${name}`))
        .map(name => `lists ${name}, which no other module uses`),
    ].map(complaint => `${file.path} ${complaint}`)
  })
}

/** Who is given functions from its right, for tables that name many modules; everyone else imports what they call. */
export const GIVEN: readonly string[] = [
  'decisions.approve',
  'intake.accept',
  'intake.cancel',
  'intake.changePeriod',
  'intake.submitUpload',
  'intake.runIntake',
  'intake.discardAbandoned',
  'messaging.sendWaiting',
]
const MAKES_HANDLER = /\b(?:const|function) (\w+)[^=(\n]*=?\s*\((?:[^()]|\([^()]*\))*\): Handler</g

const handlersAreWhole: Rule = file => {
  const own = moduleOf(file.path)
  if (!own || isTest(file.path)) return []
  return [...file.source.matchAll(MAKES_HANDLER)]
    .map(match => `${own}.${match[1]}`)
    .filter(name => !GIVEN.includes(name))
    .map(name => `makes a handler of what it is given: ${name}`)
}

/** Its arguments are looked ahead to, so that a call within a call is found too. */
const CALL = /\b([\w.]+)(?=\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\))/g
const FROM_MODULES = /import (?:\* as (\w+)|\{([^}]*)\}) from '[./]*\/modules\/([a-zA-Z]+)\/[^']+'/g
/** The tables of `app` that are made of functions of modules. */
const TABLES_OF_FUNCTIONS = ['commands', 'intakeWorks']

/** Nor does `app` give a function of a module, or a table of them, to another: a handler, a command or a job. */
const appGivesLittle: Rule = file => {
  if (!file.path.startsWith('server/app/') || isTest(file.path)) return []
  const moduleNamed = new Map<string, string>()
  for (const [, all, list = '', module = ''] of file.source.matchAll(FROM_MODULES))
    for (const name of all ? [all] : list.split(',').map(each => each.trim().replace(/^.* as /, '')))
      if (name) moduleNamed.set(name, module)
  const known = [...moduleNamed.keys(), ...TABLES_OF_FUNCTIONS]
  const isGiven = (argument: string): boolean =>
    known.some(name => new RegExp(`(?<![\\w.'])${name}(\\.\\w+)?(?![\\w.(])`).test(argument))
  return [...file.source.matchAll(CALL)].flatMap(([, callee = '', given = '']) => {
    const [first = '', last = first] = callee.split('.')
    const name = `${moduleNamed.get(first)}.${last}`
    return moduleNamed.has(first) && isGiven(given) && !GIVEN.includes(name)
      ? [`gives a function of a module to ${name}`]
      : []
  })
}

const SQL_ROOMS =
  /^server\/kernel\/(db|jobs|audit)\.ts$|^server\/app\/(commands|web|prove)\.ts$|\.sql\.ts$|^sample\/|^proof\/|^test\/|^scripts\//
const SQL = /\bsql(?:<[^`]*>)?`|\b(?:insertInto|updateTable|deleteFrom|selectFrom)\(/
const WRITES =
  /\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)\b|(?:insertInto|updateTable|deleteFrom)\('([a-z_]+)'\)/g
const READS = /\b(?:from|join)\s+([a-z_]+)\b|selectFrom\('([a-z_]+)/g

/** 3. SQL has its rooms, a table has one owner, and is read only from its right. */
const ownersOfTables: Rule = file => {
  if (treeOf(file.path) !== 'server' || isTest(file.path)) return []
  const source = withoutComments(file.source)
  if (!SQL_ROOMS.test(file.path)) return SQL.test(source) ? ['holds SQL outside a .sql.ts file'] : []
  const own = moduleOf(file.path)
  if (!own || !SQL.test(source)) return []
  const complaints: string[] = []
  for (const match of source.matchAll(WRITES)) {
    const owner = ownerOf(match[1] ?? match[2] ?? '')
    if (owner && owner !== own) complaints.push(`writes ${match[1] ?? match[2]}, which belongs to ${owner}`)
  }
  for (const match of source.matchAll(READS)) {
    const owner = ownerOf(match[1] ?? match[2] ?? '')
    if (owner && owner !== 'server' && MODULES.indexOf(owner) > MODULES.indexOf(own))
      complaints.push(`reads ${match[1] ?? match[2]}, which stands to its right in ${owner}`)
  }
  return complaints
}

/** 4. The world has named doors. */
const DOORS: { what: string; pattern: RegExp; trees: string[]; rooms: RegExp }[] = [
  {
    what: 'the time',
    pattern: /new Date\(\)|Date\.now\(\)/,
    trees: ['engine', 'contract', 'server', 'sample'],
    rooms: /^server\/kernel\/clock\.ts$/,
  },
  {
    what: 'the environment',
    pattern: /process\.env/,
    trees: ['engine', 'contract', 'server', 'web', 'sample'],
    // the one who starts hands the environment to config.ts
    rooms: /^server\/(app\/start|kernel\/(config|embedded\w*))\.ts$/,
  },
  {
    what: 'the disk',
    pattern: /from 'node:fs/,
    trees: ['engine', 'contract', 'server', 'web'],
    rooms: /^server\/(app\/web|kernel\/(files|embedded\w*|backup\w*))\.ts$/,
  },
  {
    what: 'a transaction',
    pattern: /\.transaction\(\)/,
    trees: ['server'],
    rooms: /^server\/(kernel\/(http|act)|app\/(worker|commands|prove))\.ts$/,
  },
  {
    what: 'the network',
    pattern: /\bfetch\(/,
    trees: ['engine', 'contract', 'server', 'web'],
    rooms: /^web\/(call\.ts|beforePaint\.js)$|^server\/modules\/messaging\/gateway/,
  },
  {
    what: 'browser storage',
    pattern: /\b(?:session|local)Storage\b/,
    trees: ['web'],
    rooms: /^web\/(session\.ts|beforePaint\.js)$/,
  },
]

const doorsOfTheWorld: Rule = file => {
  if (isTest(file.path)) return []
  const source = withoutComments(file.source)
  return DOORS.filter(
    door =>
      door.trees.includes(treeOf(file.path)) && !door.rooms.test(file.path) && door.pattern.test(source),
  ).map(door => `touches ${door.what} outside its door`)
}

/** 5. pages → parts → ui. */
const directionOfScreens: Rule = file => {
  if (treeOf(file.path) !== 'web' || isTest(file.path)) return []
  const room = file.path.split('/')[1] ?? ''
  return importsOf(file).flatMap(target => {
    const isPage = target.startsWith('web/pages/')
    if (room === 'pages' && isPage && areaOf(target) !== areaOf(file.path))
      return [`a page imports the page ${target}`]
    if (['layouts', 'parts'].includes(room) && isPage) return [`${room} import the page ${target}`]
    if (room === 'ui' && /^(web\/(pages|parts|layouts)\/|contract\/|engine\/)/.test(target))
      return [`ui knows of ${target}`]
    return []
  })
}

/** `web/pages/users`, `web/layouts`; a file outside any folder is an area by itself. */
const areaOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('web/pages/') ? 3 : 2)
    .join('/')

/** A part serves two areas or more, itself or through other parts; what serves one is in the folder of that area. */
function partsIn(files: readonly SourceFile[]): string[] {
  const isPart = (path: string): boolean => path.startsWith('web/parts/')
  const screens = files.filter(({ path }) => treeOf(path) === 'web' && !isTest(path))
  const users = new Map<string, string[]>()
  for (const file of screens)
    for (const target of importsOf(file).filter(isPart))
      users.set(target, [...(users.get(target) ?? []), file.path])
  const areasOf = (part: string, seen: ReadonlySet<string>): string[] =>
    seen.has(part)
      ? []
      : (users.get(part) ?? []).flatMap(user =>
          isPart(user) ? areasOf(user, new Set([...seen, part])) : [areaOf(user)],
        )
  return screens.flatMap(({ path }) => {
    const areas = new Set(isPart(path) ? areasOf(path, new Set()) : [])
    return isPart(path) && areas.size < 2
      ? [`${path} serves ${areas.size === 0 ? 'no page' : `${[...areas].join()} alone`}`]
      : []
  })
}

/**
 * Files where a number is read out of text or a ratio leaves exact arithmetic; none of them turns an amount into one but
 * for a cell of a workbook, since Excel knows no other.
 */
const MAKES_NUMBERS =
  /^engine\/(bankAlertText|dates|fraction|nuban)\.ts$|^server\/(kernel\/(config|faults|sheetAmount|embedded\w*)|modules\/intake\/shown)\.ts$/

const FLOATS = /(?<![.\w])Number\(|parseFloat|\.toFixed\(/
/** The way round the rule: a whole number of kobo written out and read again. */
const BY_TEXT = /parseInt\([^\n]*\.toString\(\)/

/** No amount ever becomes a floating-point number; a screen draws shares and bars, and asks `divide` for them. */
const amountsStayWhole: Rule = file => {
  if (!['engine', 'contract', 'server', 'web'].includes(treeOf(file.path))) return []
  if (isTest(file.path) || MAKES_NUMBERS.test(file.path)) return []
  const source = withoutComments(file.source)
  const isScreen = treeOf(file.path) === 'web'
  const forbidden = isScreen ? BY_TEXT : new RegExp(`${BY_TEXT.source}|${FLOATS.source}`)
  return forbidden.test(source) ? ['makes a float near money'] : []
}

/** A kept plan of it serves both, and so reads from the first row for every part of a table: `beyond` has two texts. */
const FROM_THE_FIRST_ROW = /\}(::\w+)?\s+is null\s+or\s+[\w.(), ]+[<>]/

const partsBeginInPlace: Rule = file =>
  treeOf(file.path) === 'server' && FROM_THE_FIRST_ROW.test(file.source)
    ? ['asks for a place or none in one statement, which then begins at the first row']
    : []

type Statement = { text: string; holes: string[]; name: string | undefined }

/** Every `sql` of a file: its own text, what is put into it, and the constant it is, if any. */
function statementsOf(source: string): Statement[] {
  return [...source.matchAll(/\bsql(?:<[^`]*?>)?`/g)].map(({ index, 0: start }) => {
    const name = /\bconst (\w+)\b(?:(?!\bawait\b)[^`;])*$/.exec(
      source.slice(Math.max(0, index - 300), index),
    )?.[1]
    const holes: string[] = []
    let [text, at] = ['', index + start.length]
    while (at < source.length && source[at] !== '`') {
      if (!source.startsWith('${', at)) text += source[at++]
      else {
        const end = endOfHole(source, at + 2)
        holes.push(source.slice(at + 2, end))
        text += ' '
        at = end + 1
      }
    }
    return { text, holes, name }
  })
}

function endOfHole(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if (source[at] === '{') depth++
    else if (source[at] === '}' && depth-- === 0) return at
  }
  return source.length
}

const ROW_LOCK = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b/
/** Values that were handed in are no rows of another. */
const OF_VALUES = /\bselect \* from unnest\(/g
const READS_MORE = /\bjoin\b|\bwith\b|\bselect\b[\s\S]*\bselect\b/
const isRead = (text: string): boolean => /\bselect\b|\bjoin\b/.test(text.replace(OF_VALUES, ''))

/**
 * Behind a lock PostgreSQL reads the locked row again, but not what is joined or selected beside it: that is of before the wait. So a
 * statement that locks reads one table, and the rest is read by the next. `skip locked` never waits: a queue's pick may do both.
 */
const locksBeforeReading: Rule = file => {
  if (treeOf(file.path) !== 'server' || isTest(file.path)) return []
  const statements = statementsOf(withoutComments(file.source))
  const reading = new Set(statements.filter(each => isRead(each.text)).map(each => each.name))
  return statements.flatMap(({ text, holes }) => {
    if (!ROW_LOCK.test(text) || text.includes('skip locked')) return []
    const own = text.replace(OF_VALUES, '')
    if (!/\bselect\b/.test(own)) return ['holds a row lock apart from its statement']
    const isMixed = READS_MORE.test(own) || holes.some(hole => reading.has(/\w+/.exec(hole)?.[0]))
    return isMixed ? ['locks a row in a statement that reads others beside it'] : []
  })
}

/** No way into the program leads to one of these: only the command that clears an interrupted sample lender has them. */
const DROPS = /drop\s+(?:schema|database)\b/i
const CLEARING = 'sample/clear.ts'

const nothingIsDropped: Rule = file => {
  if (isTest(file.path) || treeOf(file.path) === 'test' || file.path === CLEARING) return []
  return [
    ...(DROPS.test(file.source) ? ['drops a schema or a database'] : []),
    ...(importsOf(file).includes(CLEARING) ? [`imports ${CLEARING}, which only its command may`] : []),
  ]
}

/** A list and its export have the same readers and the same filter, since the one is derived from the other. */
const EXPORTS = /^ {2}(\w*Export): endpoint\(\{\n([\s\S]*?)^ {2}\}\)/gm

const exportsAreDerived: Rule = file => {
  if (treeOf(file.path) !== 'contract' || isTest(file.path)) return []
  return [...file.source.matchAll(EXPORTS)]
    .filter(match => match[2]?.includes('reply: fileReply'))
    .map(match => `makes ${match[1]} by itself, not by exportOf`)
}

const FILE_MAX_LINES = 400
const NAMES = /(^|\/)(utils?|helpers?|managers?|misc|common)\b/i

const sizeAndName: Rule = file => {
  const complaints: string[] = []
  const lines = file.source.split('\n').length
  const isTable = /^(contract\/|server\/kernel\/schema\.ts|test\/)/.test(file.path) || isTest(file.path)
  if (lines > FILE_MAX_LINES && !isTable)
    complaints.push(`has ${lines} lines; ${FILE_MAX_LINES} is the most a reader holds`)
  if (NAMES.test(file.path)) complaints.push('is named after nothing')
  return complaints
}

const CONSTANT = /(?:^|\n)(?:export )?const ([A-Z][A-Z0-9_]*)\b/g
const VAGUE_BOUND = /(^|_)(MOST|LEAST|LONGEST|SHORTEST|FEWEST|LIMIT)(_|$)/

/** 13. A constant ends in its bound and unit: `START_MAX_MS`, `PASSWORD_MIN_LENGTH`. */
const boundsOfConstants: Rule = file =>
  [...file.source.matchAll(CONSTANT)]
    .map(match => match[1] ?? '')
    .filter(name => VAGUE_BOUND.test(name))
    .map(name => `names a bound otherwise than by MAX or MIN: ${name}`)

const SMALL_LINES = 25
const SMALL_MAX_PERCENT = 10
/** Of fewer files a share says nothing. */
const COUNTED_FROM = 100

/** A screen is not scattered over tiny files: what belongs together is in one. */
function smallFilesIn(files: readonly SourceFile[]): string[] {
  const screens = files.filter(({ path }) => treeOf(path) === 'web')
  const small = screens.filter(({ source }) => source.split('\n').length <= SMALL_LINES)
  return screens.length >= COUNTED_FROM && small.length * 100 > screens.length * SMALL_MAX_PERCENT
    ? [`web has ${small.length} files under ${SMALL_LINES} lines; ${SMALL_MAX_PERCENT}% is the most`]
    : []
}

const FILE_NAME = /^[a-zA-Z][a-zA-Z0-9]*(\.(sql|test|e2e|config))?\.(ts|tsx|js|mjs)$/

/** 9. File names are camelCase, components PascalCase; a dot sets apart SQL, tests and settings of a tool. */
const fileNames: Rule = file =>
  FILE_NAME.test(file.path.split('/').at(-1) ?? '')
    ? []
    : ['is not named in camelCase, with a dot only for its kind']

const DECLARED = /\b(?:const|let|function|type|class) ([A-Za-z_$][\w$]*)/g
const PRIVATE_WORDS = ['told', 'kept', 'turn', 'turns', 'ahead', 'aside', 'felt', 'whose']
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).map(word => word.toLowerCase())

/** 10. Names are words that anybody of the trade knows; these meant a dozen things, and only here. */
const namesAreKnown: Rule = file =>
  [...withoutComments(file.source).matchAll(DECLARED)]
    .map(match => match[1] ?? '')
    .filter(name => wordsOf(name).some(word => PRIVATE_WORDS.includes(word)))
    .map(name => `has a name that only this code understands: ${name}`)

/**
 * 12. Whether an element is open, is the last among its sisters or has a part says nothing of all that is in it: the browser
 * would go through the whole page whenever a dialog comes or goes. `in-[…]` asks only those that carry the class.
 */
const stylesStayNear: Rule = file =>
  treeOf(file.path) === 'web' && /\bgroup-(?:has-|open\b|last\b|first\b|only\b|empty\b)/.test(file.source)
    ? ['has a style of every part of an element that changes with a dialog; use in-[…]']
    : []

const MEASURES = /\bperformance\.now\(|\bmemoryUsage\b|\bcpuUsage\b|\bprocessorTime\b|\bhrtime\b/

/** 11. Time and memory are measured by the proofs: a busy machine fails a test that measures, without a defect. */
const testsMeasureNothing: Rule = file =>
  isTest(file.path) &&
  !/^proof\/|^test\/architectureRules/.test(file.path) &&
  MEASURES.test(withoutComments(file.source))
    ? ['measures time or memory, which is for proof/']
    : []

const RULES = [
  directionOfTrees,
  directionOfModules,
  handlersAreWhole,
  appGivesLittle,
  ownersOfTables,
  doorsOfTheWorld,
  directionOfScreens,
  amountsStayWhole,
  partsBeginInPlace,
  locksBeforeReading,
  nothingIsDropped,
  exportsAreDerived,
  sizeAndName,
  boundsOfConstants,
  fileNames,
  namesAreKnown,
  stylesStayNear,
  testsMeasureNothing,
]

const MODULE_FILES_MAX = 30
const MODULE_LINES_MAX = 4_700

/** A module is no larger than one person keeps in mind; its tests are not counted. */
function sizesOfModules(files: readonly SourceFile[]): string[] {
  return MODULES.flatMap(module => {
    const own = files.filter(({ path }) => moduleOf(path) === module && !isTest(path))
    const lines = own.reduce((sum, { source }) => sum + source.split('\n').length - 1, 0)
    return [
      ...(own.length > MODULE_FILES_MAX ? [`has ${own.length} files; ${MODULE_FILES_MAX} is the most`] : []),
      ...(lines > MODULE_LINES_MAX ? [`has ${lines} lines; ${MODULE_LINES_MAX} is the most`] : []),
    ].map(complaint => `server/modules/${module} ${complaint}`)
  })
}

/** Files that lead back to themselves, types and re-exports counted. */
export function circlesIn(files: readonly SourceFile[]): string[] {
  const targets = new Map(files.map(file => [file.path, importsOf(file)]))
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) circles.push(`a circle of imports: ${[...trail.slice(at), path].join(' → ')}`)
    if (at >= 0 || done.has(path)) return
    for (const target of targets.get(path) ?? []) if (targets.has(target)) visit(target, [...trail, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return circles
}

export const brokenRules = (files: readonly SourceFile[]): string[] => [
  ...files.flatMap(file => RULES.flatMap(rule => rule(file).map(complaint => `${file.path} ${complaint}`))),
  ...facesIn(files),
  ...partsIn(files),
  ...smallFilesIn(files),
  ...sizesOfModules(files),
  ...circlesIn(files),
]
