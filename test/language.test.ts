import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALLOWED, type Finding, findingsIn, proseOf, textsOf } from './language.ts'

/** Texts of web, contract and server and the documents use the terms of the glossary. */

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(path => join(folder, path))
    .filter(path => /\.(tsx?|md)$/.test(path) && !/\.test\.tsx?$/.test(path))

const read = (path: string): Finding[] => {
  const source = readFileSync(path, 'utf8')
  const texts = path.endsWith('.md') ? proseOf(source) : textsOf(path, source)
  return texts.flatMap(({ line, text }) => findingsIn(path, line, text))
}

const shown = ({ file, line, found, text, instead }: Finding): string =>
  `${file}:${line} “${found}” in “${text.slice(0, 120)}”: use ${instead}`

test('every text uses the terms of the glossary', () => {
  const files = [...['web', 'contract', 'server', 'docs'].flatMap(filesIn), 'README.md', 'CONTRIBUTING.md']
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(read).map(shown)).toEqual([])
})

test('finds a text that users cannot understand, wherever it is written', () => {
  const planted = [
    "const title = 'Waits for a second person'",
    'const text = `Handed over by an Admin`',
    '<p>The books refused it.</p>',
    'const hint = <Field label="Your e-mail" />',
    "const share = 'At most 33.33 %'",
    "const head = 'Told about this'",
    'const why = `The line was lost: wait`',
  ]
  for (const source of planted)
    expect(
      textsOf('a.tsx', source).flatMap(({ line, text }) => findingsIn('a.tsx', line, text)),
      source,
    ).toHaveLength(1)
  expect(
    proseOf('# Title\nNobody is late.').flatMap(({ line, text }) => findingsIn('a.md', line, text)),
  ).toEqual([expect.objectContaining({ line: 2, found: 'Nobody' })])
})

test('leaves code, SQL, comments and imports alone', () => {
  const source = [
    "import { payOut } from './the books/meanwhile a.ts'",
    '// whoever reads this',
    'const rows = sql`select 1 -- nobody else`',
    'const takenOver = other.payout % 2',
  ].join('\n')
  expect(textsOf('a.ts', source).flatMap(({ line, text }) => findingsIn('a.ts', line, text))).toEqual([])
  expect(
    proseOf('Run `payout`:\n```\nnobody\n```').flatMap(({ text }) => findingsIn('a.md', 1, text)),
  ).toEqual([])
})

test('every exception names its reason', () => {
  for (const { why } of ALLOWED) expect(why.length).toBeGreaterThan(10)
})
