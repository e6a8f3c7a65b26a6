import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { MODULES } from './architectureRules.ts'

/** What the documents name exists: linked files, source files, commands and variables. */

const FOLDERS = ['.', 'docs', 'docs/decisions', 'docs/guides', 'proof']
const documents = [
  ...FOLDERS.flatMap(folder => readdirSync(folder).map(name => join(folder, name))),
  ...readdirSync('proof').map(name => join('proof', name, 'README.md')),
]
  // the changelog also names what was removed
  .filter(path => path.endsWith('.md') && path !== 'CHANGELOG.md' && existsSync(path))
  .map(path => ({ path, text: readFileSync(path, 'utf8') }))

const matchesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(match => match[1] ?? '')),
]

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
const sources = ['server', 'scripts', 'test', 'proof', 'sample']
  .flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => join(folder, path)),
  )
  .filter(path => /\.(ts|mjs)$/.test(path) && !path.endsWith('.test.ts'))
  .map(path => readFileSync(path, 'utf8'))
  .join('\n')

function missingIn(path: string, text: string): string[] {
  const links = matchesIn(text, /\]\((?!https?:)([^)#\s]+)/g).filter(
    link => !existsSync(join(dirname(path), link)),
  )
  const files = matchesIn(
    text,
    /`((?:server|web|contract|engine|test|proof|scripts|docs|db|sample)\/[\w./-]+\.(?:tsx?|mjs|md|sql))`/g,
  ).filter(file => !existsSync(file))
  const commands = matchesIn(text, /npm run ([\w:-]+)/g).filter(command => !(command in scripts))
  const variables = matchesIn(text, /\b(IROKO_[A-Z_]+)\b/g).filter(name => !sources.includes(name))
  return [...links, ...files, ...commands, ...variables]
}

test.each(documents)('$path names only files, commands and variables that exist', ({ path, text }) => {
  expect(missingIn(path, text)).toEqual([])
})

test('a missing file, command or variable is found', () => {
  const text = '[x](gone.md) `server/gone.ts` npm run gone IROKO_GONE'
  expect(missingIn('README.md', text)).toEqual(['gone.md', 'server/gone.ts', 'gone', 'IROKO_GONE'])
})

test('CONTRIBUTING.md lists the modules in their order', () => {
  const listed = /one module order\*\*: ([^.]+)\./.exec(readFileSync('CONTRIBUTING.md', 'utf8'))?.[1] ?? ''
  expect(listed.split('·').map(name => name.trim())).toEqual([...MODULES])
})
