import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROLES } from '../../contract/roles.ts'
import { nubanCheckDigit } from '../../engine/nuban.ts'
import { projectRoot } from '../../server/kernel/files.ts'
import { adaeze } from '../../test/applicants.ts'
import { SECRET, type Site } from '../chaos/stage.ts'
import { type Regular, regular } from './callers.ts'
import type { Document } from './document.ts'
import { readRecords } from './records.ts'
import { sampler, shotFor, type Values } from './sample.ts'
import type { Score } from './score.ts'
import type { Hit, Target } from './target.ts'

/**
 * I18, D1, D2: numbers and keys that occur nowhere else are given to the program, everything is done with them that can be, and
 * then they are searched for in what it said, logged and stored.
 */

const digits = (seed: string): string => `${seed}${String(Date.now()).slice(-7)}`
const serial = '047110815'

export async function attackSecrets(
  site: Site,
  target: Target,
  document: Document,
  score: Score,
): Promise<void> {
  const personal = {
    bvn: digits('2247'),
    nin: digits('7193'),
    accountNumber: `${serial}${nubanCheckDigit('058', serial)}`,
  }
  const secrets = {
    password: 'Kanariya-bird-4711-mango',
    wrongPassword: 'Kanariya-wrong-4711-mango',
    gatewayKey: 'tk_canary_Do_Not_Log_4d2e8',
    webhookSecret: 'whs_canary_Do_Not_Log_77aa',
  }
  const answers: [string, Hit][] = []
  const maker = await regular(target, ROLES)
  const call = caller(maker, document, answers)
  await live(target, document, call, personal, secrets)
  controls(answers, personal, score)
  await errors(call, personal, secrets)
  await everyRead(target, document, call, score)
  const pass = await maker.pass()
  const hidden = { ...secrets, token: pass.token ?? '', binding: pass.binding ?? '', secret: SECRET }
  // the log is written a moment after the answer, and a job a moment after that
  await sleep(3_000)
  inAnswers(answers, personal, hidden, score)
  inLog(site, { ...personal, ...hidden, phone: '8099912345' }, score)
  // account numbers and phones stand there in the clear: they are printed, paid to and called
  const sealed = { bvn: personal.bvn, nin: personal.nin, ...hidden }
  const unknown = Object.entries(sealed).filter(([, value]) => value === '')
  score.note(
    'the canaries live',
    unknown.map(([what]) => `there is no ${what} to search for`),
  )
  await inDatabase(target, sealed, score)
  await inFiles(site, sealed, score)
  await inBundles({ ...secrets, secret: SECRET }, score)
}

/** Numbers that were never taken in are found nowhere: each step that carries them must have been done, and reveal them. */
function controls(answers: [string, Hit][], personal: Values, score: Score): void {
  for (const name of CARRIERS) {
    const hits = answers.filter(([call]) => call === name).map(([, hit]) => hit)
    const isDone = hits.some(hit => hit.status === 200)
    const said = hits.map(hit => `${hit.status} ${hit.body.slice(0, 200)}`).join('; ')
    score.note('the canaries live', isDone ? [] : [`${name} was never done: ${said}`])
  }
  for (const name of ['customerReveal', 'requestReveal']) {
    const shown = answers.filter(([call]) => call === name).map(([, hit]) => hit.body)
    const missing = Object.keys(personal).filter(
      what => !shown.some(body => body.includes(String(personal[what]))),
    )
    score.note(
      'the canaries live',
      missing.map(what => `${name} does not show ${what}`),
    )
  }
}

const CARRIERS = [
  'requestSubmit', 'loanGet', 'customerList', 'customerGet', 'customerChange', 'payoutBatchMake', 'signUp',
  'gatewayAccountChange',
] // biome-ignore format: a list

type Call = (name: string, values: Values) => Promise<Values>

const caller =
  (who: Regular, document: Document, answers: [string, Hit][]): Call =>
  async (name, values) => {
    const operation = document.operations.find(each => each.name === name)
    if (!operation) throw new Error(`${name} is not in the document`)
    const hit = await who.fire(shotFor(operation, values))
    answers.push([name, hit])
    return hit.status === 200 && hit.body.startsWith('{') ? (JSON.parse(hit.body) as Values) : {}
  }

/** From application to loan, with three people, and everything that touches the numbers on the way. */
async function live(
  target: Target,
  document: Document,
  call: Call,
  personal: Values,
  secrets: Record<string, string>,
): Promise<void> {
  const reviewer = caller(await regular(target, ['Reviewer']), document, [])
  const authorizer = caller(await regular(target, ['Authorizer']), document, [])
  const page = await call('publicPage', {})
  const consentVersion = (page.consent as { version: number } | undefined)?.version ?? 0
  const [id, draftId] = [randomUUID(), randomUUID()]
  await target.pool.query(`insert into request_draft (id, opened_at, address) values ($1, now(), 'local')`, [
    draftId,
  ])
  const path =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  for (const title of ['Work identity card', 'Latest payslip'])
    await call('draftDocumentAdd', { draftId, id: randomUUID(), title, path })
  const application = {
    ...adaeze({ consentVersion, payrollSource: 'GIFMIS', phone: '08099912345' }),
    ...personal,
  }
  await call('requestSubmit', { id, draftId, application })
  const { amount, tenor } = application
  await reviewer('requestRecommend', { id, version: 1, amount, tenor })
  const { loanId } = await authorizer('requestAuthorize', { id, version: 1 })
  const { customerId } = ((await call('loanGet', { id: loanId })).row ?? {}) as Values
  for (const search of [personal.bvn, personal.nin, personal.accountNumber])
    await call('customerList', { search })
  const { revision } = await call('customerGet', { id: customerId })
  await call('customerChange', {
    id: customerId,
    basedOn: revision,
    phone: '08099912346',
    accountNumber: personal.accountNumber,
    bankCode: '058',
    reason: 'New line',
  })
  await call('customerReveal', { id: customerId, reason: 'On the phone' })
  await call('requestReveal', { id, reason: 'On the phone' })
  await call('payoutBatchMake', {
    id: randomUUID(),
    loanIds: [loanId],
    valueOn: new Date(Date.now() + 3_600_000).toISOString().slice(0, 10),
    payingAccount: 'GTBank main',
  })
  const form = {
    firstName: 'Kanariya',
    lastName: 'Vogel',
    phone: '08099912347',
    password: secrets.password,
    confirm: secrets.password,
  }
  await call('signUp', { ...form, email: 'canary@iroko.test' })
  await call('signIn', { email: 'canary@iroko.test', password: secrets.password })
  await call('signIn', { email: 'canary@iroko.test', password: secrets.wrongPassword })
  const account = {
    gateway: 'termii',
    baseUrl: 'https://api.ng.termii.com',
    username: '',
    reason: 'A new account',
  }
  await call('gatewayAccountChange', {
    ...account,
    apiKey: secrets.gatewayKey,
    webhookSecret: secrets.webhookSecret,
  })
  await call('gatewayTest', { id: randomUUID(), phone: '08099912345' })
}

/** Refusals must not repeat what they refuse. */
async function errors(call: Call, personal: Values, secrets: Record<string, string>): Promise<void> {
  const wrong = [
    { surname: '<b>' },
    { bvn: `${String(personal.bvn)}0` },
    { nin: `${String(personal.nin)}x` },
    { phone: 'none' },
  ]
  for (const change of wrong)
    await call('requestSubmit', {
      id: randomUUID(),
      draftId: randomUUID(),
      application: { ...adaeze(), ...personal, ...change },
    })
  await call('signUp', { email: 'none', password: secrets.password, confirm: 'other' })
  await call('passwordChange', {
    current: secrets.wrongPassword,
    password: secrets.password,
    confirm: secrets.password,
  })
  await call('gatewayAccountChange', {
    gateway: 'termii',
    baseUrl: 'https://10.0.0.1',
    username: '',
    apiKey: secrets.gatewayKey,
    reason: 'x',
  })
  await call('customerList', { search: personal.bvn, sort: 'bvn' })
  await call('payrollLookup', { staffNumber: personal.bvn, source: 'IPPIS' })
}

/** Every list, look and export there is, with the newest records. */
async function everyRead(target: Target, document: Document, call: Call, score: Score): Promise<void> {
  const honest = sampler(document, await readRecords(target.pool), score.roll)
  for (const operation of document.operations) {
    if (operation.isWrite) continue
    const needed = operation.fields.filter(({ required }) => required)
    const values = needed.map(({ name, schema }) => [name, honest.value(schema, name, operation.path)])
    await call(operation.name, Object.fromEntries(values) as Values)
  }
  for (const name of ['customerList', 'customerExport', 'messageList', 'messageExport', 'auditExport'])
    await call(name, {})
}

/** Where full numbers may be read, for a recorded reason. */
const REVEALING = ['customerReveal', 'requestReveal', 'customerSubjectExport', 'payoutBatchExport']

function inAnswers(answers: [string, Hit][], personal: Values, hidden: Values, score: Score): void {
  for (const [name, hit] of answers) {
    const sought = REVEALING.includes(name) ? hidden : { ...personal, ...hidden }
    const isSignIn = name === 'signIn' || name === 'gatewayWebhookKeyMake'
    const found = isSignIn ? [] : holding(hit.body, sought)
    score.note(
      hit.status < 400 ? 'D1 answers' : 'I18 refusals',
      found.map(each => `${name} says ${each}`),
    )
  }
}

const holding = (text: string, sought: Values): string[] =>
  Object.entries(sought)
    .filter(([, value]) => typeof value === 'string' && value !== '' && text.includes(value))
    .map(([what]) => what)

function inLog(site: Site, sought: Values, score: Score): void {
  const log = site.output.join('')
  score.note('I18 there is a log', log.length > 10_000 ? [] : ['the log is empty'])
  for (const [what, value] of Object.entries(sought))
    score.note(
      'I18 log',
      holding(log, { [what]: value }).map(each => `the log holds ${each}`),
    )
}

/** D2: every row of every table as text, and bytes as the hexadecimal that they are shown in. */
async function inDatabase({ pool }: Target, sought: Record<string, string>, score: Score): Promise<void> {
  const { rows: tables } = await pool.query<{ place: string }>(
    `select format('%I.%I', n.nspname, c.relname) as place from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`,
  )
  for (const { place } of tables)
    for (const [what, value] of Object.entries(sought)) {
      const hex = Buffer.from(value).toString('hex')
      const { rows } = await pool.query<{ hits: number }>(
        `select count(*)::int as hits from ${place} t where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%'`,
        [value, hex],
      )
      score.note('D2 tables', rows[0]?.hits === 0 ? [] : [`${place} holds ${what} ${rows[0]?.hits} times`])
    }
}

/** D2: the files themselves, the write-ahead log included: what a stolen disk would reveal. */
async function inFiles(site: Site, sought: Record<string, string>, score: Score): Promise<void> {
  await site.pool.query('checkpoint')
  const root = join(site.dataDirectory, '..')
  const files = await readdir(root, { recursive: true, withFileTypes: true })
  for (const file of files.filter(each => each.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name)).catch(() => Buffer.alloc(0))
    const found = Object.entries(sought).filter(([, value]) => bytes.includes(value))
    score.note(
      'D2 files',
      found.map(([what]) => `${join(file.parentPath.slice(root.length), file.name)} holds ${what}`),
    )
  }
}

const SECRETS_IN_TEXT =
  /-----BEGIN [A-Z ]*PRIVATE KEY|postgres(ql)?:\/\/\w+:\w+@|argon2id\$|\/home\/\w+|\/root\/|\/work\//

/** What every browser loads holds no key, no password and no path of the build machine. */
async function inBundles(sought: Record<string, string>, score: Score): Promise<void> {
  const root = join(projectRoot, 'dist')
  const files = await readdir(root, { recursive: true, withFileTypes: true })
  for (const file of files.filter(each => each.isFile() && /\.(js|css|html|map|svg)$/.test(each.name))) {
    const text = await readFile(join(file.parentPath, file.name), 'utf8')
    const isWeb = file.parentPath.includes(join('dist', 'web'))
    const found = holding(text, sought).map(what => `${file.name} holds ${what}`)
    const secret = isWeb && !file.name.endsWith('.map') ? SECRETS_IN_TEXT.exec(text)?.[0] : undefined
    score.note('I18 bundles', [...found, ...(secret ? [`${file.name} holds ${secret}`] : [])])
    if (isWeb) score.note('A30 no source maps given out', file.name.endsWith('.map') ? [file.name] : [])
  }
}
