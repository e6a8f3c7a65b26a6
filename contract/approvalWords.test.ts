import { describe, expect, test } from 'vitest'
import { APPROVAL_WORDS, effectOf, labelledChanges, nextOf, unlabelled } from './approvalWords.ts'
import { COMMANDS } from './commands.ts'

test('every command says what approval does and what happens next, and claims no work that only starts', () => {
  expect(Object.keys(APPROVAL_WORDS).toSorted()).toEqual(Object.keys(COMMANDS).toSorted())
  for (const { effect, next } of Object.values(APPROVAL_WORDS)) {
    expect(effect).toMatch(/\.$/)
    expect(next).toMatch(/\.$/)
    expect(`${effect} ${next}`).not.toMatch(/carried out|second person/)
  }
  expect(nextOf('repaymentSubmit')).toMatch(/Posting has started/)
  expect(nextOf('payoutBatchApprove')).toMatch(/released/)
  expect(nextOf('campaignStart')).toMatch(/starts/)
})

describe('what is shown of an item', () => {
  const reversal = {
    command: 'loanActDo',
    before: { status: 'live', ofWhich: { interest: '₦10.00' } },
    after: { effect: 'outstanding from ₦10.00 to ₦20.00', status: 'live', ofWhich: { interest: '₦20.00' } },
  }
  test('has labels of the trade, in the order of reading', () => {
    expect(labelledChanges(reversal).map(({ label, kind }) => [label, kind])).toEqual([
      ['Loan status', 'same'],
      ['Interest outstanding', 'changed'],
    ])
    expect(effectOf(reversal)).toBe('Outstanding from ₦10.00 to ₦20.00')
    expect(effectOf({ ...reversal, after: {} })).toBe('The loan changes as shown.')
  })
  test('a field without a label is a fault, and is not shown by its name', () => {
    const item = { ...reversal, after: { ...reversal.after, rawField: 3 } }
    expect(unlabelled(item)).toEqual(['rawField'])
    expect(labelledChanges(item).map(each => each.path)).not.toContain('rawField')
    expect(unlabelled({ command: 'noSuchCommand', before: null, after: {} })).toEqual(['noSuchCommand'])
  })
})
