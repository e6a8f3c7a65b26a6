import { expect, it } from 'vitest'
import { lastWord } from './LastDecision.tsx'

/** Newest first, as the server tells it. */
it.each([
  ['just submitted', ['submitted'], undefined],
  ['sent back', ['sentBack', 'recommended', 'submitted'], 'sentBack'],
  ['sent back, and talked about since', ['comment', 'claimed', 'sentBack', 'recommended'], 'sentBack'],
  ['sent back, and recommended again', ['recommended', 'sentBack', 'recommended'], undefined],
  ['rejected', ['rejected', 'recommended', 'submitted'], 'rejected'],
  ['rejected, edited and resubmitted', ['edited', 'rejected', 'submitted'], 'edited'],
  ['withdrawn after it was sent back', ['withdrawn', 'sentBack'], undefined],
] as const)('%s', (_, kinds, word) => {
  expect(lastWord(kinds.map(kind => ({ kind })))?.kind).toBe(word)
})
