import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The list of what is proved, and the tests and suites that say by its ids what they prove. */

const root = join(import.meta.dirname, '..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Not the cells of a sheet, which stand in quotes. */
const idsIn = (said: string): Set<string> => new Set(said.match(/(?<!")\b[IFBATDG]\d{1,2}\b/g) ?? [])

/** B01–B20 are twenty. */
function spelledOut(said: string): string {
  return said.replace(
    /\b([IFBATDG])(\d{1,2})–\1(\d{1,2})\b/g,
    (_, letter: string, from: string, to: string) =>
      Array.from(
        { length: Number(to) - Number(from) + 1 },
        (_, step) => `${letter}${String(Number(from) + step).padStart(from.length, '0')}`,
      ).join(' '),
  )
}

/** Titles of tests, and the labels under which the suites of faults and attacks count: all are text in quotes. */
function labels(): string {
  const files = ['server', 'proof', 'test', 'web', 'engine', 'contract'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .map(path => join(folder, String(path)))
      .filter(
        path =>
          /\.test\.tsx?$/.test(path) || /^(proof\/(chaos|attack|load)\/|test\/hostile)\w+\.ts$/.test(path),
      ),
  )
  return files.flatMap(path => text(path).match(/'[^'\n]*'|`[^`\n]*`|"[^"\n]*"/g) ?? []).join('\n')
}

test('every id of the proof has a test that bears it, or is named as having none', () => {
  const [listed = '', untested = ''] = text('docs/proof-ids.md').split('**Without a test**')
  const known = idsIn(spelledOut(listed))
  const borne = idsIn(labels())
  const excused = idsIn(untested)
  expect(known.size).toBe(180)
  expect([...known].filter(id => !borne.has(id) && !excused.has(id))).toEqual([])
  expect([...excused].filter(id => borne.has(id))).toEqual([])
})

test('A31 every package is known by its checksum, and none runs a script of its own when it is installed', () => {
  type Lock = { packages: Record<string, { integrity?: string; link?: boolean }> }
  const { packages } = JSON.parse(text('package-lock.json')) as Lock
  const loose = Object.entries(packages).filter(([path, { integrity, link }]) => path && !link && !integrity)
  expect(loose.map(([path]) => path)).toEqual([])
  expect(text('.npmrc')).toMatch(/^ignore-scripts=true$/m)
})
