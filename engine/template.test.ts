import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  describeTemplateProblem,
  MESSAGE_MAX_LENGTH,
  renderTemplate,
  type TemplateProblem,
  templateVariables,
} from './template.ts'

const values = { firstName: 'Ngozi', amount: 'NGN25,000.00', due_on: '28 Nov 2026', note: '  ', bank: null }

describe('a message is the template with its values', () => {
  test.each([
    ['Dear {{firstName}}, pay {{amount}}.', 'Dear Ngozi, pay NGN25,000.00.'],
    ['{{ firstName }}{{due_on}}', 'Ngozi28 Nov 2026'],
    ['{{firstName}} {{firstName}}', 'Ngozi Ngozi'],
    ['No variable { at } all', 'No variable { at } all'],
    ['', ''],
  ])('%j → %j', (body, text) => {
    expect(renderTemplate(body, values)).toEqual({ text })
  })

  test('a value is never read as a template', () => {
    expect(renderTemplate('Dear {{firstName}}', { firstName: '{{amount}}', amount: '1' })).toEqual({
      text: 'Dear {{amount}}',
    })
  })
})

describe('refused by name', () => {
  test.each<[string, TemplateProblem[]]>([
    ['{{surname}}', [{ problem: 'unknown variable', variable: 'surname' }]],
    ['{{constructor}}', [{ problem: 'unknown variable', variable: 'constructor' }]],
    ['{{toString}}', [{ problem: 'unknown variable', variable: 'toString' }]],
    ['{{__proto__}}', [{ problem: 'not a variable', found: '{{__proto__}}' }]],
    ['{{amount.constructor}}', [{ problem: 'not a variable', found: '{{amount.constructor}}' }]],
    ['{{amount + 1}}', [{ problem: 'not a variable', found: '{{amount + 1}}' }]],
    ['{{}}', [{ problem: 'not a variable', found: '{{}}' }]],
    ['{{note}}', [{ problem: 'empty variable', variable: 'note' }]],
    ['{{bank}}', [{ problem: 'empty variable', variable: 'bank' }]],
    [
      '{{first{{amount}}}}',
      [
        { problem: 'nested variable', found: '{{first{{amount}}' },
        { problem: 'unopened variable', found: '}}' },
      ],
    ],
    ['{{{amount}}}', [{ problem: 'nested variable', found: '{{{amount}}' }]],
    ['Pay {{amount', [{ problem: 'unclosed variable', found: '{{amount' }]],
    ['Pay amount}} now', [{ problem: 'unopened variable', found: 'Pay amount}}' }]],
    [
      '{{surname}} {{bank}} {{surname}}',
      [
        { problem: 'unknown variable', variable: 'surname' },
        { problem: 'empty variable', variable: 'bank' },
      ],
    ],
    ['a'.repeat(5000), [{ problem: 'too long', length: 5000, limit: 1530 }]],
  ])('%j', (body, problems) => {
    expect(renderTemplate(body, values)).toEqual({ problems })
  })

  test('a long value cannot pass the limit either', () => {
    const text = 'x'.repeat(MESSAGE_MAX_LENGTH)
    expect(renderTemplate('{{text}}', { text })).toEqual({ text })
    expect(renderTemplate('{{text}}.', { text })).toEqual({
      problems: [{ problem: 'too long', length: 1531, limit: 1530 }],
    })
  })

  test('a value that is no text counts as empty, whatever the caller smuggled in', () => {
    const smuggled: Record<string, string> = JSON.parse('{"amount": {"toString": 1}, "__proto__": "x"}')
    expect(renderTemplate('{{amount}}', smuggled)).toEqual({
      problems: [{ problem: 'empty variable', variable: 'amount' }],
    })
  })
})

test('the variables of a template, each once', () => {
  expect(templateVariables('{{b}} {{ a }} {{b}}')).toEqual({ variables: ['b', 'a'] })
  expect(templateVariables('Plain')).toEqual({ variables: [] })
  expect(templateVariables('{{b')).toHaveProperty('problems')
})

test('every problem has its sentence', () => {
  expect(describeTemplateProblem({ problem: 'unknown variable', variable: 'surname' })).toBe(
    'There is no variable called surname.',
  )
  expect(describeTemplateProblem({ problem: 'too long', length: 5000, limit: 1530 })).toBe(
    'The message has 5000 characters; at most 1530 can be sent.',
  )
})

test('any text is either rendered without a trace of a placeholder or refused', () => {
  const noise = fc.string({ unit: fc.constantFrom('{', '}', '{{', '}}', 'amount', ' ', 'x', '{{amount}}') })
  fc.assert(
    fc.property(noise, body => {
      const result = renderTemplate(body, { amount: '1' })
      if ('text' in result) expect(result.text).not.toMatch(/\{\{|\}\}/)
      else expect(result.problems.length).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})
