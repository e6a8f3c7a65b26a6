import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { parseSync, Visitor } from 'vite'
import { expect, test, vi } from 'vitest'

/** Hostile text cannot keep a regular expression busy: 50 kB of it, or as much as can ever reach that expression. */

const LENGTH_MAX = 50_000
const MAX_MS = 50
const GIVEN_UP_MS = 5_000

/** Those to which so much never comes: how many signs do, and what holds the rest back. Each is tried with these. */
const BOUNDED: Readonly<Record<string, [most: number, heldBy: string]>> = {
  '\\B(?=(\\d{3})+$)': [40, 'a sum of money in digits'],
  '0+$': [120, 'the decimals of a percentage, or of a cell that is a number'],
  '\\(.*?\\)|[₦#]|ngn': [200, 'a column’s name, which plainHeader cuts'],
  '"[^"]*"|\\\\.|_.|\\*.|\\[(?!h+\\]|m+\\]|s+\\])[^\\]]*\\]': [
    255,
    'the format of a cell, which lookOf cuts',
  ],
  '\\/+$': [2_000, 'the address of a gateway or of a page of the console'],
  '\\s*\\(say [^)]*\\)$': [200, 'the label of a reason'],
}

type Found = { where: string; regex: RegExp }

/** What is written between slashes. */
function written(): Found[] {
  const files = ['engine', 'contract', 'server', 'web'].flatMap(tree =>
    readdirSync(tree, { recursive: true })
      .map(path => join(tree, String(path)))
      .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
  )
  return files.flatMap(path => {
    const found: Found[] = []
    const reader = new Visitor({
      Literal(node) {
        if ('regex' in node)
          found.push({ where: path, regex: new RegExp(node.regex.pattern, node.regex.flags) })
      },
    })
    reader.visit(parseSync(path, readFileSync(path, 'utf8')).program)
    return found
  })
}

/** What is put together from parts when its module is loaded. */
async function composed(): Promise<Found[]> {
  const found: Found[] = []
  const recording = new Proxy(RegExp, {
    construct(regex, given) {
      const made = new regex(...(given as [string, string?]))
      const where = new Error('here').stack?.split('\n')[2] ?? ''
      if (!where.includes('node_modules')) found.push({ where: where.trim(), regex: made })
      return made
    },
  })
  vi.stubGlobal('RegExp', recording)
  await import('../../engine/bankAlertText.ts')
  await import('../../server/kernel/sheet.ts')
  await import('../../server/modules/documents/pdf.ts')
  vi.unstubAllGlobals()
  return found
}

/** Each over and over, with an end that fits nothing. */
const UNITS = [
  'a', 'A', '1', '0', ' ', '\t', '\n', '.', '-', '+', ',', '/', '<', '(', '[', '"', '“', '{{', '₦', 'ọ',
  'a@', 'a.', '1.', '1,', '1 ', 'a ', 'a1', 'aA', 'a_', '-1', '=(', '.0', ' 1:00',
] // biome-ignore format: a list
const ENDS = ['\u0001', '\n!']

/** The words it searches for are what makes it slow. */
const ownWords = ({ source }: RegExp): string[] =>
  [...source.matchAll(/<?[A-Za-z]{3,}/g)].flatMap(([word]) => [`${word} `, word])

const place = createContext({ regex: /x/, text: '' })
const SEARCH = new Script('text.replace(regex, "")')

/** Processor time: other work of the machine does not count. */
function msOf(regex: RegExp, text: string): number {
  Object.assign(place, { regex, text })
  const start = process.cpuUsage()
  try {
    SEARCH.runInContext(place, { timeout: GIVEN_UP_MS })
  } catch {
    return Number.POSITIVE_INFINITY
  }
  return process.cpuUsage(start).user / 1_000
}

/** Slow once may be the machine; slow three times is the expression. */
function isSlow(regex: RegExp, text: string): boolean {
  for (let tries = 0; tries < 3; tries++) if (msOf(regex, text) <= MAX_MS) return false
  return true
}

function slowOn({ where, regex }: Found): string[] {
  const [most = LENGTH_MAX] = BOUNDED[regex.source] ?? []
  for (const unit of [...UNITS, ...ownWords(regex)])
    for (const end of ENDS) {
      const text = `${unit.repeat(Math.ceil(most / unit.length)).slice(0, most - end.length)}${end}`
      if (isSlow(regex, text)) return [`${where}: ${regex} on ${JSON.stringify(unit)} for ${most} signs`]
    }
  return []
}

test('G4 no regular expression takes long over hostile text', async () => {
  const found = [...written(), ...(await composed())]
  // the same expression stands in several places
  const all = [...new Map(found.map(each => [String(each.regex), each])).values()]
  expect(found.length).toBeGreaterThan(200)
  expect(all.flatMap(slowOn)).toEqual([])
  const known = new Set(all.map(({ regex }) => regex.source))
  expect(Object.keys(BOUNDED).filter(source => !known.has(source))).toEqual([])
}, 300_000)
