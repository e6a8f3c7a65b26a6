import { describe, expect, test } from 'vitest'
import { parseAlert } from '../../engine/bankAlertText.ts'
import { matchNames } from '../../engine/names.ts'
import { checkNuban, nubanCheckDigit } from '../../engine/nuban.ts'
import { parsePhone } from '../../engine/phone.ts'
import { measureSms, toGsm7 } from '../../engine/segments.ts'
import { renderTemplate, templateVariables } from '../../engine/template.ts'
import { isCommonPassword } from '../../server/modules/auth/passwords.ts'

/** Text chosen by an attacker: each is the worst case of some pattern or table here. */
const HOSTILE = {
  digits: '1'.repeat(50_000),
  'grouped digits': '1,234'.repeat(10_000),
  spaces: ' '.repeat(50_000),
  lines: '\n'.repeat(50_000),
  brackets: '{{'.repeat(25_000),
  'almost variables': '{{a'.repeat(16_000),
  'accents out of order': '\u0315\u0301\u0323\u0327'.repeat(12_500),
  'ligatures of many letters': '\ufdfa'.repeat(50_000),
  labels: 'Amt:'.repeat(12_500),
  'almost amounts': 'N1,000.00 has been '.repeat(2600),
  'almost dates': '11-11-11 '.repeat(5500),
  masks: '*.xX'.repeat(12_500),
  words: 'ADE '.repeat(12_500),
  'torn surrogates': '\udc00\ud83d'.repeat(25_000),
  'the commonest password': 'password'.repeat(6_250),
  'keys in a row': 'qwertyuiop'.repeat(5_000),
  zeros: '\u0000'.repeat(50_000),
}

const PARSERS: Record<string, (text: string) => unknown> = {
  checkNuban: text => [checkNuban(text, text), checkNuban('044', text), checkNuban(text, '0000000017')],
  nubanCheckDigit: text => nubanCheckDigit(text, text),
  parsePhone,
  measureSms,
  toGsm7,
  matchNames: text => [matchNames(text, text), matchNames('OKAFOR CHUKWUDI', text)],
  parseAlert,
  isCommonPassword: text => isCommonPassword(text.slice(0, 200), ['Ngozi', 'Okafor']),
  templateVariables,
  renderTemplate: text => [renderTemplate(text, {}), renderTemplate('{{name}}', { name: text })],
}

const TRIES = 10

/** One try within the limit is enough, because a busy machine says nothing about the code. */
function isQuick(work: () => unknown, mostMs: number): boolean {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const start = performance.now()
    work()
    if (performance.now() - start < mostMs) return true
  }
  return false
}

describe.each(Object.entries(PARSERS))('%s', (_, parse) => {
  test.each(Object.entries(HOSTILE))('50 kB of %s cost at most 50 ms', (_, text) => {
    expect(isQuick(() => parse(text), 50)).toBe(true)
  })
  // The same at each parser's own limit, where the length alone does not refuse it.
  test.each(Object.entries(HOSTILE))('what passes the length limits, of %s, too', (_, text) => {
    for (const length of [40, 200, 1530, 2000]) {
      expect(isQuick(() => parse(text.slice(0, length)), 20)).toBe(true)
    }
  })
})
