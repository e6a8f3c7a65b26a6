import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import samples from '../proof/vectors/alert-samples.json' with { type: 'json' }
import { type BankAlert, parseAlert } from './bankAlertText.ts'

const claim = (body: string): BankAlert => {
  const reading = parseAlert(body)
  if ('problem' in reading) throw new Error(`${reading.problem}: ${body}`)
  return reading.alert
}

const expectSample = (body: string, { direction, amountKobo, accountTail, at }: (typeof samples)[number]) => {
  const reading = parseAlert(body)
  if (amountKobo === null) expect(reading).toEqual({ problem: 'not an alert' })
  else expect(reading).toMatchObject({ alert: { direction, amount: BigInt(amountKobo), accountTail, at } })
}

describe('the samples', () => {
  test.each(samples)('$sender $direction $at', sample => {
    expectSample(sample.body, sample)
    expectSample(sample.body.replaceAll('\n', '\r\n'), sample)
  })

  test.each(samples)('$sender $direction $at, flattened to one line by a gateway', sample => {
    // Jaiz prints its date without a label after the narration: on one line it could be part of it.
    const at = sample.sender === 'Jaiz' ? null : sample.at
    expectSample(sample.body.replaceAll('\n', ' '), { ...sample, at } as typeof sample)
  })
})

const lines = (...text: string[]) => text.join('\n')

test.each([
  ['GTBank', 0, 'TRANSFER FROM A B EXAMPLE', 2_500_010n],
  ['AccessBank', 2, 'EX123/LOAN REPAYMENT', 893_245n],
  ['Zenith, on a line of its own', 3, 'NIP CR/EXAMPLE', 4_028_969n],
  ['FCMB', 5, '|EX12266|RPMT', 13_767_521n],
  ['FirstBank', 6, 'FIP/EXAMPLE', 1_196_781n],
  ['Jaiz', 9, 'EXAMPLE', 25_228n],
  ['StanChart, with a comma', 10, 'Salary, March', 150_000_000n],
  ['Moniepoint, last', 12, 'Transfer from A EXAMPLE', 500_000n],
])('description and balance: %s', (_, sample, description, balance) => {
  expect(claim(samples[sample]?.body ?? '')).toMatchObject({ description, balance })
})

describe('other layouts', () => {
  test.each<[string, string, Partial<BankAlert>]>([
    [
      'Zenith on one line, with a reference',
      'Acct:225**8036 Amt:NGN7,500.00 CR Desc:NIP/LN-2041 Avail Bal:NGN9,000.00 REF:0123/AB',
      { direction: 'credit', amount: 750_000n as never, accountTail: '8036', reference: '0123/AB', at: null },
    ],
    [
      'a balance in debit',
      lines('Credit', 'Amt:NGN500.00', 'Acc:190******678', 'Bal:NGN1,000.00DR', 'Date:18/03/2026'),
      { direction: 'credit', balance: -100_000n as never },
    ],
    [
      'a description over two lines',
      lines(
        'Acct:**4321',
        'Amt:N500.00 CR',
        'Desc:LOAN REPAYMENT',
        'FOR OCTOBER',
        'Bal:N1.00',
        'Date:2026-09-21',
      ),
      { description: 'LOAN REPAYMENT FOR OCTOBER', at: '2026-09-21' },
    ],
    [
      'the naira sign',
      lines('Credit', 'Amt:₦1,250,000.00', 'Acc:190******678', 'Date:29/02/2028 11:59PM', 'Bal:₦0.00'),
      { amount: 125_000_000n as never, at: '2028-02-29T23:59' },
    ],
    [
      'a sentence',
      'Your account 816****907 has been credited with N5,000.00 on 3/9/2026 12:05 am.',
      { direction: 'credit', amount: 500_000n as never, accountTail: '907', at: '2026-09-03T00:05' },
    ],
  ])('%s', (_, body, expected) => {
    expect(claim(body)).toMatchObject(expected)
  })
})

describe('who pays writes the narration, and cannot write the amount with it', () => {
  test.each([
    ['a whole line', lines('Acct:**4321', 'Amt:N50.00 CR', 'Desc:x Amt:NGN900,000.00 CR', 'Bal:N50.00')],
    ['one-line layout', 'Credit: 2314XXXX455 Amt: NGN50.00 Desc: x Amt: NGN900,000.00 Bal: NGN50.00CR.'],
    [
      'a description at the end',
      lines('CREDIT ALERT', 'Acc: 512****904', 'Amt: N50.00', 'Desc: Amt: N900,000.00'),
    ],
  ])('%s', (_, body) => {
    expect(claim(body).amount).toBe(5000n)
  })

  test.each([
    [
      'before the amount (Zenith)',
      lines('Acct:421****577', 'Amt:NGN900,000.00 CR', 'CR Amt:50.00', 'Bal:50.00'),
    ],
    ['behind a second label', 'Acct:**4321 Amt:N50.00 CR Desc:x Bal:N1.00 Amt:N900,000.00 Bal:N50.00'],
  ])('%s: refused', (_, body) => {
    expect(parseAlert(body)).toEqual({ problem: 'more than one amount' })
  })

  test('the direction is not read from it either', () => {
    expect(claim(lines('Acct:**4321', 'Amt:N50.00 DR', 'Desc:CREDIT CR', 'Bal:N50.00CR')).direction).toBe(
      'debit',
    )
    expect(claim(lines('Acct:**4321', 'NIP CR/x', 'DR Amt:50.00', 'Bal:50.00CR')).direction).toBe('debit')
  })

  test('invisible marks do not reach the screen', () => {
    const body = lines('Acct:**4321', 'Amt:N50.00 CR', 'Desc:NL\u202e1402\u0007', 'Bal:N50.00')
    expect(claim(body).description).toBe('NL 1402')
  })
})

describe('refused by name', () => {
  test.each([
    ['', 'not an alert'],
    ['Your OTP for NGN20,000.00 is 123456. Do not share it.', 'not an alert'],
    ['Get up to N500,000.00 today! Dial *894*11#', 'not an alert'],
    ['Your account can be credited with N500,000.00 in 5 minutes', 'not an alert'],
    ['Acct:**4321\nAmt:NGN20,000.00\nDesc:x\nBal:NGN1.00CR', 'no direction'],
    ['Credit!\nAcct:**4321\nAmt:NGN-20,000.00\nBal:NGN1.00', 'contradictory direction'],
    ['Txn:CR\nAc:2XX..26X\nAmt:NGN10.00 DR\nBal:NGN1.00', 'contradictory direction'],
    ['Credit\nAcc:**678\nAmt:NGN20,0', 'unreadable amount'],
    ['Credit\nAcc:**678\nAmt:NGN20,000', 'amount cut off'],
    ['Credit\nAcc:**678\nAmt:NGN20,000.0', 'amount cut off'],
    ['Credit\nAmt:NGN0.00\nBal:NGN1.00', 'unreadable amount'],
    ['Credit\nAmt:NGN20,00.00\nBal:NGN1.00', 'unreadable amount'],
    ['Credit\nAmt:1e9\nBal:NGN1.00', 'unreadable amount'],
    ['Credit\nAmt:USD500.00\nBal:USD501.00', 'not in naira'],
    ['Credit\nAmt:$500.00\nBal:$501.00', 'not in naira'],
    ['N1.00 has been credited. N2.00 has been debited.', 'more than one amount'],
    ['a'.repeat(2001), 'too long'],
  ])('%j: %s', (body, problem) => {
    expect(parseAlert(body)).toEqual({ problem })
  })
})

describe('times', () => {
  const at = (date: string, rest = 'Bal:N1.00') => claim(lines('Acct:**4321', 'Amt:N50.00 CR', date, rest)).at

  test.each([
    ['Date:2026-09-21 12:17PM', '2026-09-21T12:17'],
    ['Date:2026-09-21 12:17AM', '2026-09-21T00:17'],
    ['Date:2026-09-21 07:10:09 pm', '2026-09-21T19:10:09'],
    ['DT:1/2/26 18:22', '2026-02-01T18:22'],
    ['Date:19-SEPT-2026', '2026-09-19'],
    ['Date:26-05-2026 0:0', '2026-05-26'],
    ['Date:26-05-2026 00:00', '2026-05-26T00:00'],
    ['Date:26-05-2026 25:00', '2026-05-26'],
    ['Date:26-05-2026 13:00PM', '2026-05-26'],
    ['Date:31/02/2026', null],
    ['Date:09/13/2026', null],
    ['Date:19-FOO-2026', null],
    ['Date:19-ANF-2026', null],
    ['Date:yesterday', null],
    ['nothing', null],
  ])('%s → %s', (date, expected) => {
    expect(at(date)).toBe(expected)
  })

  test.each([
    ['Date:18/03/20', null], // half of 2026
    ['Date:18/03/26', '2026-03-18'],
    ['Date:2026-09-2', null],
    ['Date:2026-09-27 7:10', '2026-09-27'], // may have lost its PM
    ['Date:2026-09-27 7:10P', '2026-09-27T19:10'],
    ['Date:17-09-2026 08:3', '2026-09-17'],
  ])('cut off at the end: %s → %s', (date, expected) => {
    expect(at('Bal:N1.00', date)).toBe(expected)
  })
})

test('any text is read or refused, never an exception or a movement of nothing', () => {
  const word = fc.constantFrom(
    'Amt:',
    'CR Amt:',
    'Credit',
    'Debit:',
    'NGN',
    '20,000.00',
    'CR',
    'Desc:',
    'Date:',
    '18/03/2026',
    '\n',
    ' ',
    '-',
    '12:17PM',
    'Bal:',
    'Acct:',
    '****',
    '123',
    'Txn:',
    'has been credited',
    'N1.00',
  )
  fc.assert(
    fc.property(fc.string({ unit: word, maxLength: 30 }), body => {
      const reading = parseAlert(body)
      if ('alert' in reading) expect(reading.alert.amount > 0n).toBe(true)
      else expect(reading.problem).toBeTruthy()
    }),
    { numRuns: 2000 },
  )
})
