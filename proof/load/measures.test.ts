import { expect, test } from 'vitest'
import { openMeasures } from './measures.ts'
import type { Answer } from './wire.ts'

const answer = (status: number, code: string, retryAfter?: number): Answer => ({
  status,
  code,
  body: {},
  cookie: '',
  retryAfter,
  ms: 20,
})

test.each([
  ['done',                        answer(200, ''),                        true,  true],
  ['two people at once',          answer(409, 'request.claimed'),         true,  true],
  ['too many requests',           answer(429, 'rate.limited', 7),         false, true],
  ['come back later',             answer(503, 'server.unavailable', 5),   false, true],
  ['come back, but when?',        answer(503, 'server.unavailable'),      false, false],
  ['a fault',                     answer(500, 'server.fault'),            false, false],
  ['no answer in ten seconds',    answer(0, 'hang'),                      false, false],
  ['signed out in between',       answer(401, 'session.invalid'),         false, false],
])('%s', (_, given, isFairUsually, isFairInTheRush) => {
  for (const isCrowded of [false, true]) {
    const measures = openMeasures('a phase', { isCrowded })
    measures.click('loan page', [given])
    expect(measures.violations.length === 0).toBe(isCrowded ? isFairInTheRush : isFairUsually)
  }
}) // biome-ignore format: a table

test('on a machine with other work “come back later” is fair at any hour, and nothing else is', () => {
  const measures = openMeasures('a phase', { isCrowded: false, isBusyMachine: true })
  measures.click('loan page', [answer(503, 'server.unavailable', 5)])
  expect(measures.violations).toEqual([])
  for (const unfair of [answer(503, 'server.unavailable'), answer(429, 'rate.limited', 7), answer(500, '')])
    measures.click('loan page', [unfair])
  expect(measures.violations).toHaveLength(3)
})

test('a click is served when every request it made was answered: deferring does not serve', () => {
  const measures = openMeasures('a phase', { isCrowded: true })
  measures.click('loan page', [answer(200, ''), answer(503, 'server.unavailable', 5)])
  measures.click('claim', [answer(409, 'request.claimed')])
  expect(measures.violations).toEqual([])
  expect(measures.served).toBe(0)
  measures.click('dashboard', [answer(200, ''), answer(200, '')])
  expect(measures.served).toBe(1)
})

test('a click takes as long as its slowest answer', () => {
  const measures = openMeasures('a phase', { isCrowded: false })
  measures.click('dashboard', [answer(200, ''), { ...answer(200, ''), ms: 80 }])
  expect(measures.clicks.map(click => click.ms)).toEqual([80])
})
