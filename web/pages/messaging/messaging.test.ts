import { describe, expect, it } from 'vitest'
import { campaignWords, resentText, whyNoResend } from '../../parts/messaging/messagingWords.ts'
import { numberLines } from './numberLines.ts'
import {
  checkBody,
  replacementText,
  templateDraftSchema,
  withoutDoubleCurrency,
  withVariable,
} from './templateDraft.ts'
import { wordDiff } from './wordDiff.ts'

const marked = (before: string, after: string): string =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+${text}+` : `-${text}-`))
    .join('')

describe('word differences of two versions', () => {
  it.each([
    ['the same', 'Dear {{firstName}}', 'Dear {{firstName}}', 'Dear {{firstName}}'],
    ['a word for another', 'We got ₦500', 'We got NGN500', 'We got -₦500-+NGN500+'],
    [
      'a variable goes whole',
      'Pay {{arrears}} now',
      'Pay {{balance}} now',
      'Pay -{{arrears}}-+{{balance}}+ now',
    ],
    ['from nothing', '', 'Thank you', '+Thank you+'],
    ['to nothing', 'Thank you', '', '-Thank you-'],
  ])('%s', (_, before, after, expected) => {
    expect(marked(before, after)).toBe(expected)
  })

  it('gives back both texts', () => {
    const before = 'Dear {{firstName}}, loan {{loanNumber}} is late. Please pay NGN60,000.'
    const after = 'Good day {{firstName}}. Loan {{loanNumber}} is late, kindly pay NGN60,000 today.'
    const pieces = wordDiff(before, after)
    const side = (left: string): string =>
      pieces
        .filter(({ kind }) => kind !== left)
        .map(({ text }) => text)
        .join('')
    expect(side('added')).toBe(before)
    expect(side('removed')).toBe(after)
  })
})

describe('double currency', () => {
  it.each([
    ['NGN before it', 'We got NGN{{amount}}. Thank you.', 'We got {{amount}}. Thank you.'],
    ['a space between', 'Owed: NGN {{ balance }}', 'Owed: {{ balance }}'],
    ['the sign', '₦{{arrears}} is late', '{{arrears}} is late'],
    ['N alone', 'Pay N{{dueAmount}} today', 'Pay {{dueAmount}} today'],
    ['two of them', 'NGN{{amount}}, NGN{{credit}} left', '{{amount}}, {{credit}} left'],
    ['none before it', 'We got {{amount}}', undefined],
    ['before what is no amount', 'Loan NGN{{loanNumber}}', undefined],
    ['the end of a word', 'PLAN{{amount}}', undefined],
  ])('%s', (_, body, expected) => {
    expect(withoutDoubleCurrency(body)).toBe(expected)
  })
})

describe('quiet hours', () => {
  const morning = '2026-11-17T07:00:00.000Z'
  it.each([
    ['outside quiet hours', campaignWords({ status: 'sending', waitsUntil: null }).title, 'Sending'],
    ['in quiet hours', campaignWords({ status: 'sending', waitsUntil: morning }).title, 'Sends from 08:00'],
    ['one', resentText(1, null), '1 message queued.'],
    ['none', resentText(0, morning), 'All failed messages were already resent.'],
    [
      'many in quiet hours',
      resentText(1200, morning),
      '1,200 messages queued. Quiet hours: sent from 08:00.',
    ],
  ])('%s', (_, said, expected) => {
    expect(said).toBe(expected)
  })
})

describe('numbers of a pasted or uploaded list', () => {
  it.each([
    ['one a line', '08031234567\n0806 765 4321\n', '08031234567\n0806 765 4321', 0],
    ['several on a line', '08031234567, 08067654321', '08031234567\n08067654321', 0],
    ['customer numbers', 'C0100001\nc0100002', 'C0100001\nc0100002', 0],
    ['a table with a heading', 'Name,Phone\nNgozi Okafor,08031234567', '08031234567', 0],
    ['a table with two phones', 'Musa Bello;08031234567;08067654321', '08031234567', 0],
    ['quoted cells and a mark of encoding', '\ufeff"08031234567","Ngozi"', '08031234567', 0],
    ['a line with no number stays, to be named', '08031234567\nAunty Bisi', '08031234567\nAunty Bisi', 1],
    ['nothing', ' \n\n', '', 0],
  ])('%s', (_, text, lines, without) => {
    expect(numberLines(text)).toEqual({ lines, without, count: lines === '' ? 0 : lines.split('\n').length })
  })
})

describe('resend', () => {
  it.each([
    ['failed', null, undefined],
    ['failed', 'another', 'Already resent.'],
    [
      'unknown',
      null,
      'The customer may have received it. You can resend it once the SMS provider reports a failure.',
    ],
    ['delivered', null, 'Delivered already.'],
    ['cancelled', null, 'Not sent for the reason above.'],
    ['sent', null, 'Not sent yet.'],
    ['held', null, 'Not sent yet.'],
  ] as const)('%s (resent as %s): %s', (status, resentAs, why) => {
    expect(whyNoResend({ status, resentAs })).toBe(why)
  })
})

describe('a template text', () => {
  it.each([
    ['plain', 'Dear {{firstName}}, thank you.', 'Dear Ngozi, thank you.', []],
    ['unknown', 'Dear {{nickname}}', null, ['There is no variable called nickname.']],
    // an amount is only known when money moved
    ['of another event', 'You paid {{amount}}', null, ['There is no variable called amount.']],
    ['unclosed', 'Dear {{firstName', null, ['A variable is opened and never closed with }}: {{firstName']],
    ['the company', 'From {{company}}', 'From Owo Credit', []],
  ])('%s', (_, body, text, problems) => {
    const checked = checkBody(body, null, 'Owo Credit')
    expect({ text: checked.text, problems: checked.problems }).toEqual({ text, problems })
  })

  it('counts SMS pages, and the pages saved by plain characters', () => {
    const body = `₦5,000 is due. ${'Please pay in time. '.repeat(6)}`
    const checked = checkBody(body, null, 'Iroko')
    expect(checked.length).toMatchObject({ encoding: 'UCS-2', segments: 3, outsideGsm7: ['₦'] })
    expect(checked.cheaper).toEqual({ body: body.replace('₦', 'NGN'), segments: 1 })
  })

  it.each([
    [['₦'], 'Replace ₦ with NGN'],
    [['₦', '’'], 'Use NGN and plain characters'],
    [['’'], 'Use plain characters'],
  ])('offers for %j: %s', (outside, offer) => {
    expect(replacementText(outside)).toBe(offer)
  })

  it('inserts a variable at the cursor', () => {
    expect(withVariable('Dear , hello', 'firstName', 5, 5)).toEqual({
      body: 'Dear {{firstName}}, hello',
      cursor: 18,
    })
    expect(withVariable('Dear NAME, hello', 'firstName', 5, 9)).toEqual({
      body: 'Dear {{firstName}}, hello',
      cursor: 18,
    })
  })

  it('accepts only a template as a saved draft', () => {
    const draft = { name: 'Pay day', event: null, purpose: 'reminder', body: 'Dear {{firstName}}' } as const
    expect(templateDraftSchema.safeParse(draft).data).toEqual(draft)
    for (const saved of [null, {}, { ...draft, event: 'nonsense' }, { ...draft, body: 7 }])
      expect(templateDraftSchema.safeParse(saved).success).toBe(false)
  })
})
