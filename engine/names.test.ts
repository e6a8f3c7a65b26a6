import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchNames } from './names.ts'

describe('payroll name, applicant name, score', () => {
  test.each([
    // the same words
    ['OKAFOR CHUKWUDI EMMANUEL', 'Chukwudi Emmanuel Okafor', 100],
    ['OKAFOR, CHUKWUDI', 'chukwudi okafor', 100],
    ['BELLO AISHA', 'Mrs. Aisha Bello', 100],
    ['ALHAJI SANI MUSA', 'Musa Sani', 100],
    ['ADEBAYO PRINCE', 'Prince Adebayo', 100],
    ['ADEBAYO PRINCE KUNLE', 'Kunle Adebayo', 100], // here Prince is a title
    // marks, apostrophes, hyphens
    ['OLAPEJU SEGUN', 'Ọlápéjú Ṣẹ́gun', 100],
    ["O'BRIEN GRACE", 'OBRIEN GRACE', 100],
    ['NG’ANDU GRACE', "Ng'andu Grace", 100],
    ['ADE-OJO FUNKE', 'Funke Adeojo', 100],
    ['ADE OJO FUNKE', 'Funke Ade-Ojo', 100],
    ['ABDUL RAHMAN YUSUF', 'Yusuf Abdulrahman', 100],
    ['DANGOTE ƊAHIRU', 'Dahiru Dangote', 100],
    ['EZE ADA\u200b', 'Ada Eze', 100],
    // slips
    ['OKAFOR CHUKWUDI', 'Chukudi Okafor', 96],
    ['OKAFOR CHUKWUDI', 'Chukwudi Okfaor', 95], // two letters swapped
    ['MOHAMMED IBRAHIM', 'Ibrahim Muhammad', 93],
    ['ABDULLAHI FATIMA', 'Fatimah Abdulahi', 88],
    // a middle name missing, initials, short forms
    ['OKAFOR CHUKWUDI EMMANUEL', 'Chukwudi Okafor', 96],
    ['OKAFOR CHUKWUDI E.', 'Chukwudi Emmanuel Okafor', 87],
    ['OKAFOR C', 'Chukwudi Okafor', 80],
    ['OKAFOR CHUKWUEMEKA', 'Emeka Okafor', 88],
    // another person of the family, or of the town
    ['BELLO AISHA MUSA', 'Aisha Sani Bello', 67],
    ['OKAFOR CHUKWUDI', 'Nkechi Okafor', 50],
    ['ADEYEMI OLUWASEUN', 'Oluwaseyi Adeyemi', 50],
    ['OBI CHUKWUMA', 'Chukwuka Obi', 50],
    ['OKAFOR', 'Chukwudi Okafor', 60],
    ['O C', 'Okafor Chukwudi', 0],
    ['OKAFOR CHUKWUDI', 'Bello Aisha', 0],
    // nothing to compare
    ['', 'Aisha Bello', 0],
    ['...', '12345', 0],
    ['A'.repeat(201), 'A'.repeat(201), 0],
  ])('%s | %s | %i', (payroll, applicant, score) => {
    expect(matchNames(payroll, applicant).score).toBe(score)
  })
})

test.each([
  ['OKAFOR CHUKWUDI', 'Chukwudi Okafor', 'CHUKWUDI agrees; OKAFOR agrees.'],
  ['OKAFOR CHUKWUDI', 'C. Okafor', 'CHUKWUDI fits C by initial; OKAFOR agrees.'],
  [
    'BELLO AISHA MUSA',
    'Aisha Sani Bello',
    'AISHA agrees; BELLO agrees; only the first has MUSA; only the second has SANI.',
  ],
  [
    'BELLO AISHA',
    'Aishat Bello Umar',
    'AISHA and AISHAT differ by a slip; BELLO agrees; only the second has UMAR.',
  ],
  ['EZE CHUKWUEMEKA', 'Emeka Eze', 'CHUKWUEMEKA and EMEKA may be one name; EZE agrees.'],
  ['', 'Aisha', 'A name is empty.'],
])('%s | %s: %s', (first, second, explanation) => {
  expect(matchNames(first, second).explanation).toBe(explanation)
})

const word = fc.constantFrom(
  'OKAFOR',
  'BELLO',
  'AISHA',
  'AISHAT',
  'C',
  'ADE',
  'OJO',
  'ADEOJO',
  'MRS',
  'PRINCE',
  'SEUN',
)
const name = fc.array(word, { minLength: 1, maxLength: 10 })

test('neither side matters more, and the score is a whole number of 0 to 100', () => {
  fc.assert(
    fc.property(name, name, (a, b) => {
      const { score } = matchNames(a.join(' '), b.join(' '))
      expect(matchNames(b.join(' '), a.join(' ')).score).toBe(score)
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('the order of whole words does not matter', () => {
  const whole = fc.uniqueArray(
    fc.constantFrom('OKAFOR', 'BELLO', 'AISHA', 'CHUKWUDI', 'EMEKA', 'SANI', 'MUSA'),
    {
      minLength: 1,
    },
  )
  fc.assert(
    fc.property(whole, whole, (a, b) => {
      expect(matchNames(a.toReversed().join(' '), b.join(' '))).toEqual(matchNames(a.join(' '), b.join(' ')))
      expect(matchNames(a.join(' '), a.toReversed().join('-')).score).toBe(100)
    }),
  )
})

test('any two texts are compared without an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(matchNames(a, b).score).toBeLessThanOrEqual(100)
    }),
  )
})
