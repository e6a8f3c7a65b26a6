import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { ROLES } from '../../contract/roles.ts'
import { type Regular, regular } from './callers.ts'
import type { Document, Operation } from './document.ts'
import { furnish } from './furnish.ts'
import { readRecords } from './records.ts'
import { type Sampler, sampler, shotFor, type Values } from './sample.ts'
import type { Score } from './score.ts'
import type { Hit, Target } from './target.ts'

/** B73: what people typed is taken away in every export there is, and no cell of it may begin like a formula. */

const FORMULAS = [
  "=cmd|' /C calc'!A0",
  '@SUM(1+9)*cmd',
  '-2+3+cmd',
  '+1+cmd',
  '=HYPERLINK("http://evil.test")',
  '\t=1+1',
  ' =1+1',
  '\r=1+1',
  '\n=1+1',
]
const IS_EXPORT = /export|file|template$/i
/** A number may begin with its sign. */
const RUNS = /^[\s']*[=@]|^[\t\r\n]|^[+-](?![\d.,]*$)/

export async function attackExports(target: Target, document: Document, score: Score): Promise<void> {
  let round = 0
  const reported = await furnish(target, document, place => `${FORMULAS[round++ % FORMULAS.length]} ${place}`)
  score.note('formulas written', reported.written.length > 20 ? [] : reported.refused)
  const records = await readRecords(target.pool)
  const honest = sampler(document, records, score.roll)
  const insider = await regular(target, ROLES)
  const refusals = await refusedRows(insider, document)
  const exports = document.operations.filter(({ name }) => IS_EXPORT.test(name))
  for (const operation of exports)
    for (const values of formats(operation)) {
      const known = operation.name === 'intakeRefusalFile' ? { id: refusals } : {}
      await takeAway(insider, operation, { ...known, ...values }, honest, score)
    }
}

/** A payroll of formulas, of which every row is refused: the export returns text written by an attacker. */
async function refusedRows(who: Regular, document: Document): Promise<string> {
  const call = async (name: string, values: Values, bytes?: string): Promise<Values> => {
    const operation = document.operations.find(each => each.name === name)
    if (!operation) throw new Error(`${name} is not in the document`)
    const hit = await who.fire(shotFor(operation, values, bytes))
    if (hit.status !== 200) throw new Error(`${name}: ${hit.body}`)
    return JSON.parse(hit.body) as Values
  }
  const lines = FORMULAS.map(
    (formula, at) =>
      `${7_000 + at},"${formula.replaceAll('"', '""')}",ten,"${formula.replaceAll('"', '""')}"`,
  )
  const file = ['STAFF_ID,FULL_NAME,NETPAY,JOB_TITLE', ...lines, ''].join('\n')
  const id = randomUUID()
  const opened = { kind: 'payroll', source: 'GIFMIS', period: '2026-09', fileName: 'formulas.csv' }
  await call('intakeOpen', { id, ...opened, bytes: Buffer.byteLength(file) })
  await call('intakePiece', { id, offset: 0 }, file)
  const until = async (isSo: (intake: Values) => boolean): Promise<Values> => {
    for (let waited = 0; waited < 60; waited++) {
      const intake = await call('intakeGet', { id })
      if (isSo(intake)) return intake
      await sleep(500)
    }
    throw new Error('the payroll was never read')
  }
  const { layout } = await until(intake => intake.layout !== null)
  await call('intakeMap', { id, mapping: (layout as { mapping: Values }).mapping })
  await until(({ status, problem }) => status === 'matched' || Boolean(problem))
  return id
}

/** Each format by itself, and for what belongs to a record, as many records as there are kinds of files. */
function formats(operation: Operation): Values[] {
  const format = operation.fields.find(({ name }) => name === 'format')
  return (format?.schema.enum ?? [undefined]).map(each => (each === undefined ? {} : { format: each }))
}

async function takeAway(
  who: Regular,
  operation: Operation,
  values: Values,
  honest: Sampler,
  score: Score,
): Promise<void> {
  const needed = operation.fields.filter(({ required }) => required)
  const asked = Object.fromEntries(
    needed.map(({ name, schema }) => [name, honest.value(schema, name, operation.path)]),
  )
  const hit = await who.fire(shotFor(operation, { ...asked, ...values }))
  const what = `${operation.name} ${Object.values(values).join('')}`
  if (hit.status !== 200) return score.note(`B73 not given out: ${what}`, hit.status >= 500 ? [hit.body] : [])
  if (hit.headers['content-disposition']) score.note('A29 files', unframed(hit), what)
  const problems = await formulasIn(hit)
  score.note('B73 files', problems.slice(0, 3), what)
  if (/cmd|HYPERLINK/.test(hit.body)) score.note('B73 files that hold a formula as text', [], what)
}

/** A file brings its own policy instead of the pages', and must not leave out what that one says about frames. */
function unframed({ headers }: Hit): string[] {
  const policy = String(headers['content-security-policy'])
  const wanted = ["default-src 'none'", 'sandbox', "frame-ancestors 'none'"]
  return wanted.filter(each => !policy.includes(each)).map(each => `lacks ${each}: ${policy}`)
}

async function formulasIn(hit: Hit): Promise<string[]> {
  const type = String(hit.headers['content-type'])
  if (type.includes('csv')) return cellsThatRun(hit.body)
  if (type.includes('spreadsheet')) return sheetFormulas(hit.bytes)
  if (!type.includes('json')) return []
  const { content, type: held } = JSON.parse(hit.body) as { content?: string; type?: string }
  return content === undefined || held !== 'text/csv'
    ? []
    : cellsThatRun(Buffer.from(content, 'base64').toString())
}

function cellsThatRun(text: string): string[] {
  const rows = parse(text, { bom: true, relax_column_count: true })
  return rows
    .flat()
    .flatMap(cell => (RUNS.test(cell) && !cell.startsWith("'") ? [`runs: ${cell.slice(0, 80)}`] : []))
}

/** In a workbook a formula is an element of its own; text is text whatever it begins with. */
async function sheetFormulas(bytes: Buffer): Promise<string[]> {
  const sheets = await partsOf(bytes, /worksheets\/.*\.xml$/)
  return sheets
    .filter(xml => /<f[\s>]/.test(xml))
    .map(xml => `holds a formula: ${/<f[\s>].{0,80}/.exec(xml)?.[0]}`)
}

function partsOf(bytes: Buffer, name: RegExp): Promise<string[]> {
  return new Promise((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error: Error | null, zip: ZipFile) => {
      if (error) return reject(error)
      const found: string[] = []
      zip.on('entry', (entry: Entry) => {
        if (!name.test(entry.fileName)) return zip.readEntry()
        zip.openReadStream(entry, (problem, stream) => {
          if (problem) return reject(problem)
          const chunks: Buffer[] = []
          stream.on('data', chunk => chunks.push(chunk as Buffer))
          stream.on('end', () => {
            found.push(Buffer.concat(chunks).toString())
            zip.readEntry()
          })
        })
      })
      zip.on('end', () => resolve(found))
      zip.readEntry()
    }),
  )
}
