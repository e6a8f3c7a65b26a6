import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** In the user guides bold text is the name of something on screen, and a path such as `Settings > Retention` several of them. */

const FOLDER = 'docs/guides'
const guides = readdirSync(FOLDER).map(name => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))

const boldNames = (text: string): string[] =>
  [...text.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, bold = '']) => bold.replace(/\s+/g, ' ').split(' > '))

const screens = ['web', 'contract']
  .flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
      .map(path => readFileSync(join(folder, path), 'utf8')),
  )
  .join('\n')
  .replace(/\s+/g, ' ')

/** A whole string or a whole text between tags, not a part of a sentence. */
function isOnScreen(name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`['"\`>}] ?${escaped} ?['"\`<{]`).test(screens)
}

test.each(guides)('$name names only buttons, tabs and pages that exist', ({ text }) => {
  expect(boldNames(text).filter(name => !isOnScreen(name))).toEqual([])
})

test('a name that is on no screen is found', () => {
  expect(isOnScreen('Loan Accounts')).toBe(true)
  expect(isOnScreen('Take the money and run')).toBe(false)
  expect(boldNames('Open **Settings > Link\nstatus** now.')).toEqual(['Settings', 'Link status'])
})

test.each(guides)('$name shows pictures that exist', ({ text }) => {
  const files = [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, file = '']) => join(FOLDER, file))
  expect(files.filter(file => !existsSync(file))).toEqual([])
})
