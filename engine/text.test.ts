import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cutText, isStorable, storable } from './text.ts'

const SMILE = '😀'
const HALF = SMILE.slice(0, 1)
const OTHER_HALF = SMILE.slice(1)

describe('cut', () => {
  test.each<[what: string, text: string, most: number, cut: string]>([
    ['what is short enough stays', 'Ada', 3, 'Ada'],
    ['plain letters are counted', 'Adaeze', 3, 'Ada'],
    ['a letter of two units fits whole', `Ada${SMILE}`, 5, `Ada${SMILE}`],
    ['or is left out whole', `Ada${SMILE}!`, 4, 'Ada'],
    ['nothing is left of nothing', SMILE, 1, ''],
    ['to nothing', 'Ada', 0, ''],
  ])('%s', (_, text, most, cut) => expect(cutText(text, most)).toBe(cut))

  it('keeps text that can be kept so, wherever it is cut', () => {
    const isStored = (text: string, most: number): boolean => {
      const cut = cutText(text, most)
      const safe = storable(text)
      return text.startsWith(cut) && cut.length <= most && isStorable(safe) && isStorable(cutText(safe, most))
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.nat(40), isStored))
  })
})

describe('what a database holds', () => {
  test.each<[text: string, kept: string]>([
    ['Ngọzi Ọkafọr', 'Ngọzi Ọkafọr'],
    [`paid ${SMILE}`, `paid ${SMILE}`],
    ['zero\0sign', 'zerosign'],
    [`half ${HALF}`, 'half \ufffd'],
    [`${OTHER_HALF}half`, '\ufffdhalf'],
    [`${OTHER_HALF}${HALF}`, '\ufffd\ufffd'],
  ])('%j becomes %j', (text, stored) => {
    expect(storable(text)).toBe(stored)
    expect(isStorable(text)).toBe(text === stored)
  })
})
