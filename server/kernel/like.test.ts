import { expect, test } from 'vitest'
import { typedWords, wordPattern } from './like.ts'

test.each([
  ['Okonkwo  Adaeze', ['okonkwo', 'adaeze']],
  ['Adébáyọ̀', ['adebayo']],
  ["O'Neil", ['oneil']],
  ['Ɓala Abdul-Rahman', ['bala', 'abdul', 'rahman']],
  ['08031234567', ['08031234567']],
  ['0803 123 4567', ['08031234567']],
  ['+234 803 123 4567', ['08031234567']],
  ['+234 (0) 803-123-4567', ['08031234567']],
  ['002348031234567', ['08031234567']],
  // not the whole of a phone: as it stands
  ['+234803', ['234803']],
  ['8031234567', ['8031234567']],
  ['yusuf 0803', ['yusuf', '0803']],
  ['PF/7731', ['pf/7731']],
  ['12-3456', ['12', '3456']],
  ['IRK-7K3M-9Q2P', ['irk', '7k3m', '9q2p']],
  ["'", ["'"]],
  ['  ', []],
  [undefined, []],
])('%j is looked for as %j', (typed, words) => {
  expect(typedWords(typed)).toEqual(words)
})

test.each([
  ['ade', '%ade%'],
  ['ad', '% ad%'],
  ['%', '% \\%%'],
  ['50%_', '%50\\%\\_%'],
])('%s as the pattern %s', (word, pattern) => {
  expect(wordPattern(word)).toBe(pattern)
})
