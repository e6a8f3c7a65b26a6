import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ERRORS } from '../contract/errors.ts'
import { brokenRules, circlesIn, GIVEN, ownerOf, type SourceFile } from './architectureRules.ts'

const TREES = ['engine', 'contract', 'server', 'web', 'sample', 'proof', 'test']

function readTree(directory: string): SourceFile[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap(entry => {
    const path = `${directory}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : readTree(path)
    return /\.(ts|tsx|js)$/.test(entry.name) ? [{ path, source: readFileSync(path, 'utf8') }] : []
  })
}

/** Scripts that install, build and start the program; those that measure and take pictures are .ts. */
const starters = (): SourceFile[] =>
  readdirSync('scripts')
    .filter(name => name.endsWith('.mjs'))
    .map(name => ({ path: `scripts/${name}`, source: readFileSync(`scripts/${name}`, 'utf8') }))

test('follows the architecture rules', () => {
  const files = [...TREES.flatMap(readTree), ...starters()]
  expect(files.length).toBeGreaterThan(50)
  expect(brokenRules(files)).toEqual([])
})

test('what is given from right to left is no more than is needed', () => {
  const makers = readTree('server/modules').filter(({ path }) => !path.endsWith('.test.ts'))
  const isMade = (name: string): boolean => {
    const [module, made] = name.split('.')
    return makers.some(
      ({ path, source }) =>
        path.startsWith(`server/modules/${module}/`) &&
        new RegExp(`\\b(const|function) ${made}\\b`).test(source),
    )
  }
  expect(GIVEN.filter(name => !isMade(name))).toEqual([])
  expect(GIVEN.length).toBeLessThanOrEqual(8)
})

test('every "no" of the catalogue is said somewhere', () => {
  const spoken = ['server', 'web', 'engine']
    .flatMap(readTree)
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .map(({ source }) => source)
    .join('\n')
  expect(Object.keys(ERRORS).filter(code => !spoken.includes(`'${code}'`))).toEqual([])
})

test('a loan is locked so that rows which name it can be written meanwhile', () => {
  // behind "for update" such a row waits for each repayment, and in a repeatable read it fails
  const locks = readTree('server').flatMap(({ path, source }) =>
    [...source.matchAll(/\bfrom loan\b[^`;]*?\bfor update\b/g)].map(([text]) => `${path}: ${text}`),
  )
  expect(locks).toEqual([])
})

test('every table has an owner', () => {
  const migrations = readdirSync('db/migrations').map(name =>
    readFileSync(join('db/migrations', name), 'utf8'),
  )
  const tables = migrations.flatMap(sql =>
    [...sql.matchAll(/create (?:unlogged )?table ([a-z_]+)/g)].map(m => m[1] ?? ''),
  )
  expect(tables.filter(table => !ownerOf(table))).toEqual([])
})

/** Each rule, broken on purpose: a rule that cannot complain holds nothing. */
const BROKEN: [rule: string, path: string, source: string, complaint: RegExp][] = [
  ['engine imports nothing', 'engine/x.ts', `import { z } from 'zod'`, /imports zod/],
  ['contract imports only zod and engine', 'contract/x.ts', `import pg from 'pg'`, /imports pg/],
  ['web never imports server', 'web/x.ts', `import { tx } from '../server/kernel/db.ts'`, /imports server/],
  ['server never imports web', 'server/app/x.ts', `import { menu } from '../../web/menu.ts'`, /imports web/],
  [
    'modules look left',
    'server/modules/auth/x.ts',
    `import { post } from '../ledger/ledger.ts'`,
    /stands to its right/,
  ],
  [
    'modules show only their face',
    'server/modules/ledger/x.ts',
    `import { f } from '../auth/accounts.sql.ts'`,
    /instead of the face/,
  ],
  [
    'app leaves SQL to the modules',
    'server/app/api.ts',
    `import { findStaff } from '../modules/auth/accounts.sql.ts'`,
    /imports the SQL of auth/,
  ],
  ['a face owns nothing', 'server/modules/auth/auth.ts', 'export const minutes = 15', /owns something/],
  [
    'a face lists what another module uses',
    'server/modules/auth/auth.ts',
    `export { signIn } from './signin.ts'`,
    /lists signIn, which no other module uses/,
  ],
  [
    'a face is narrow',
    'server/modules/auth/auth.ts',
    `export { ${Array.from({ length: 30 }, (_, n) => `a${n}`).join(', ')} } from './signin.ts'`,
    /lists 30 names/,
  ],
  [
    'a handler is given nothing',
    'server/modules/auth/x.ts',
    `export const listAll =\n  (waitingOn: (tx: Tx) => Promise<void>): Handler<Api['userList']> =>\n  async ctx => {}`,
    /makes a handler of what it is given: auth.listAll/,
  ],
  [
    'app gives nothing to a job or a command',
    'server/app/x.ts',
    `import { runDaily } from '../modules/loans/daily.ts'\nimport * as setup from '../modules/auth/setup.ts'\nconst jobs = { a: () => setup.start(1, runDaily) }`,
    /gives a function of a module to auth.start/,
  ],
  [
    'nor a table of functions',
    'server/app/x.ts',
    `import { intakeWorks } from './uploadKinds.ts'\nimport { sweep } from '../modules/loans/x.ts'\nsweep({ works: intakeWorks })`,
    /gives a function of a module to loans.sweep/,
  ],
  [
    'nor within another call',
    'server/app/x.ts',
    `import { sweep } from '../modules/loans/x.ts'\nimport { runDaily } from '../modules/loans/daily.ts'\nact(program, sweep(runDaily))`,
    /gives a function of a module to loans.sweep/,
  ],
  ['a module is short', 'server/modules/staff/x.ts', 'x\n'.repeat(4_701), /staff has 4701 lines/],
  [
    'a module does not know what calls it',
    'server/modules/settings/x.ts',
    `import { handlers } from '../../app/api.ts'`,
    /stands above it/,
  ],
  [
    'nor does the kernel know a module',
    'server/kernel/x.ts',
    `import type { Books } from '../modules/ledger/ledger.ts'`,
    /stands above it/,
  ],
  [
    'an export is derived from its list',
    'contract/x.ts',
    `export const xApi = {\n  loanExport: endpoint({\n    permission: 'console.read',\n    reply: fileReply,\n  }),\n}`,
    /makes loanExport by itself, not by exportOf/,
  ],
  ['a server file has its layer', 'server/x.ts', '', /none of kernel, modules and app/],
  [
    'the program does not know its proofs',
    'server/app/x.ts',
    `import { walk } from '../../proof/walk/walk.ts'`,
    /imports proof/,
  ],
  ['SQL has its rooms', 'server/modules/auth/x.ts', 'const q = sql`select 1`', /holds SQL/],
  [
    'a table has one owner',
    'server/modules/ledger/x.sql.ts',
    'sql`update staff set a = 1`',
    /belongs to auth/,
  ],
  [
    'tables are read from the right',
    'server/modules/auth/x.sql.ts',
    'sql`select 1 from approval`',
    /stands to its right/,
  ],
  ['time has one door', 'server/modules/auth/x.ts', 'const now = new Date()', /the time/],
  ['the environment has one door', 'server/app/x.ts', 'process.env.PORT', /the environment/],
  ['the disk has one door', 'server/app/x.ts', `import { readFile } from 'node:fs/promises'`, /the disk/],
  [
    'transactions have their doors',
    'server/modules/auth/x.ts',
    'db.transaction().execute(f)',
    /a transaction/,
  ],
  ['the network has one door', 'web/pages/x.tsx', `fetch('/api')`, /the network/],
  ['storage has one door', 'web/pages/x.tsx', `localStorage.getItem('a')`, /browser storage/],
  [
    'a page never imports a page',
    'web/pages/users/x.tsx',
    `import P from '../settings/P.tsx'`,
    /imports the page/,
  ],
  ['a part never imports a page', 'web/parts/x.tsx', `import P from '../pages/P.tsx'`, /import the page/],
  [
    'nor does a layout',
    'web/layouts/x.tsx',
    `import { ENTRIES } from '../pages/settings/entries.ts'`,
    /layouts import the page/,
  ],
  ['ui knows no lending', 'web/ui/x.tsx', `import { kobo } from '../../engine/money.ts'`, /ui knows of/],
  [
    'nor how it counts',
    'web/ui/x.tsx',
    `import { countText } from '../../engine/countText.ts'`,
    /ui knows of/,
  ],
  ['nor a part', 'web/ui/x.tsx', `import { today } from '../parts/today.ts'`, /ui knows of/],
  ['ui knows no contract', 'web/ui/x.tsx', `import { api } from '../../contract/api.ts'`, /ui knows of/],
  [
    'no amount becomes a float',
    'server/modules/ledger/x.ts',
    'const naira = Number(amount) / 100',
    /a float/,
  ],
  ['nor by way of its text', 'web/parts/x.ts', 'Number.parseInt((a / b).toString(), 10)', /a float/],
  [
    'parts of a table begin where the last ended',
    'server/modules/loans/x.sql.ts',
    `sql\`select id from loan where \${after}::uuid is null or id > \${after}::uuid\``,
    /begins at the first row/,
  ],
  [
    'a lock reads nothing by a join',
    'server/modules/loans/x.sql.ts',
    'sql`select l.id, c.phone from loan l join customer c on c.id = l.customer_id for update of l`',
    /locks a row in a statement that reads others/,
  ],
  [
    'nor by a sub-select',
    'server/modules/loans/x.sql.ts',
    'sql`select id, (select count(*) from loan_event) from loan for no key update`',
    /locks a row in a statement that reads others/,
  ],
  [
    'nor in a part of another statement',
    'server/modules/loans/x.sql.ts',
    'sql`update loan set frozen = null where id in (select id from loan where tenor = 1 for update) and id in (select id from loan)`',
    /locks a row in a statement that reads others/,
  ],
  [
    'nor by a piece that stands elsewhere',
    'server/modules/loans/x.sql.ts',
    `const WITH_NAMES = sql\`select l.* from loan l\`\nsql\`\${WITH_NAMES} where id = \${id} for update\``,
    /row lock|locks a row/,
  ],
  [
    'nor by a condition that stands elsewhere',
    'server/modules/loans/x.sql.ts',
    `const isPaid = (id: string) => sql\`id in (select loan_id from loan_event where id = \${id})\`\nsql\`select 1 from loan where \${isPaid(id)} for update\``,
    /locks a row in a statement that reads others/,
  ],
  [
    'a lock is part of its statement',
    'server/modules/loans/x.sql.ts',
    `sql\`select 1 from loan \${isHeld ? sql\`for update\` : sql\`\`}\``,
    /apart from its statement/,
  ],
  ['no start drops a schema', 'server/app/x.ts', `query('DROP  schema public cascade')`, /drops a schema/],
  ['no script that starts drops a database', 'scripts/x.mjs', `'drop database iroko'`, /drops a schema/],
  [
    'only its command clears a sample lender',
    'server/main.ts',
    `import { clearHalfLoaded } from '../sample/clear.ts'`,
    /which only its command may/,
  ],
  ['files stay readable', 'web/x.ts', 'x\n'.repeat(401), /lines/],
  ['files are named in camelCase', 'server/kernel/dead-line.ts', '', /not named in camelCase/],
  ['a dot sets apart a kind of file', 'server/kernel/db.line.ts', '', /not named in camelCase/],
  [
    'names are known in the trade',
    'web/x.ts',
    `con${'st'} toldTwice = 1`,
    /only this code understands: toldTwice/,
  ],
  [
    'a style of all that an element holds does not change with a dialog',
    'web/x.tsx',
    `const line = <i className="group-${'last'}:hidden" />`,
    /changes? with a dialog/,
  ],
  [
    'a test measures nothing',
    'server/kernel/x.test.ts',
    'const start = performance.now()',
    /measures time or memory/,
  ],
  ['a bound is MAX or MIN', 'web/x.ts', 'const LONGEST_NAME = 80', /names a bound otherwise/],
  ['names say something', 'server/utils.ts', '', /named after nothing/],
]

describe('each rule complains when it is broken', () => {
  test.each(BROKEN)('%s', (_, path, source, complaint) => {
    expect(brokenRules([{ path, source }]).join('\n')).toMatch(complaint)
  })
})

test('a module has few files, tests not counted', () => {
  const files = Array.from({ length: 31 }, (_, n) => ({ path: `server/modules/staff/a${n}.ts`, source: '' }))
  expect(brokenRules(files)).toEqual(['server/modules/staff has 31 files; 30 is the most'])
  const tests = files.slice(1).map(({ path, source }) => ({ path: path.replace('.ts', '.test.ts'), source }))
  expect(brokenRules(tests)).toEqual([])
})

test('a circle is found through types and re-exports', () => {
  const files = [
    { path: 'engine/a.ts', source: `import type { B } from './b.ts'` },
    { path: 'engine/b.ts', source: `export { c } from './c.ts'` },
    { path: 'engine/c.ts', source: `import {\n  a,\n} from './a.ts'` },
  ]
  expect(circlesIn(files)).toEqual([
    'a circle of imports: engine/a.ts → engine/b.ts → engine/c.ts → engine/a.ts',
  ])
  expect(circlesIn(files.slice(1))).toEqual([])
})

test('a part serves two areas, itself or through another part', () => {
  const part = { path: 'web/parts/Sum.tsx', source: '' }
  const using = (path: string, target: string): SourceFile => ({
    path,
    source: `import { S } from '${target}'`,
  })
  const users = using('web/pages/users/List.tsx', '../../parts/Sum.tsx')
  const usersToo = using('web/pages/users/audit/Trail.tsx', '../../../parts/Sum.tsx')
  const settings = using('web/pages/settings/Panel.tsx', '../../parts/Sum.tsx')
  const header = using('web/layouts/Header.tsx', '../parts/Sum.tsx')
  const card = using('web/parts/Card.tsx', './Sum.tsx')
  const cardInUse = [
    using('web/pages/users/Page.tsx', '../../parts/Card.tsx'),
    using('web/pages/ippis/Page.tsx', '../../parts/Card.tsx'),
  ]
  expect(brokenRules([part, users, usersToo])).toEqual(['web/parts/Sum.tsx serves web/pages/users alone'])
  expect(brokenRules([part])).toEqual(['web/parts/Sum.tsx serves no page'])
  expect(brokenRules([part, card, cardInUse[0] ?? card])).toEqual([
    'web/parts/Sum.tsx serves web/pages/users alone',
    'web/parts/Card.tsx serves web/pages/users alone',
  ])
  expect(brokenRules([part, users, settings])).toEqual([])
  expect(brokenRules([part, users, header])).toEqual([])
  expect(brokenRules([part, card, ...cardInUse])).toEqual([])
})

test('a tenth of the files of web may be tiny, and no more', () => {
  const line = '// a line\n'
  const files = (tiny: number): SourceFile[] =>
    Array.from({ length: 100 }, (_, n) => ({ path: `web/f${n}.ts`, source: line.repeat(n < tiny ? 24 : 25) }))
  expect(brokenRules(files(10))).toEqual([])
  expect(brokenRules(files(11))).toEqual(['web has 11 files under 25 lines; 10% is the most'])
})

test('a lock of one table, by values that were handed in, and a queue’s pick are in order', () => {
  const source = [
    `sql\`select 1 from loan where id = \${id} for update\``,
    `sql\`select id from loan where (id, tenor) in (select * from unnest(\${ids}::uuid[], \${tenors}::int[])) for update\``,
    'sql`update message set status = 1 where id in (select id from message limit 9 for update skip locked)`',
  ].join('\n')
  expect(
    brokenRules([{ path: 'server/modules/loans/x.sql.ts', source }]).filter(each => each.includes('lock')),
  ).toEqual([])
})

/** 14. What a library also offers, and the decision that says why it is written here. */
const HAND_WRITTEN: [path: string, decision: string][] = [
  ['server/kernel/migrate.ts', '0002'],
  ['server/modules/intake/readers/csv.ts', '0010'],
  ['server/kernel/connectionQueue.ts', '0016'],
  ['server/kernel/rows.sql.ts', '0022'],
  ['web/ui/Dialog.tsx', '0023'],
  ['server/modules/documents/sniff.ts', '0024'],
  ['server/kernel/embedded.ts', '0025'],
]

test.each(HAND_WRITTEN)('%s, which a library also offers, is argued in decision %s', (path, decision) => {
  const name = readdirSync('docs/decisions').find(file => file.startsWith(decision)) ?? ''
  const text = readFileSync(join('docs/decisions', name), 'utf8')
  expect(readFileSync(path, 'utf8').length).toBeGreaterThan(0)
  expect(text).toContain(path)
})
