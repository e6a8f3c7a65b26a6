import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointName } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { instructionApi } from '../../contract/instructions.ts'
import { officesApi } from '../../contract/offices.ts'
import { payMonthApi } from '../../contract/payMonths.ts'
import { reconciliationApi } from '../../contract/reconciliation.ts'
import { refundApi } from '../../contract/refunds.ts'
import { batchesIn } from '../../test/batches.ts'
import { approvedList, computed, linesOf, sentList } from '../../test/instructions.ts'
import { type Caller, type Colleague, createTestApp, type TestApp } from '../../test/testApp.ts'
import { upload } from '../../test/uploads.ts'
import { runDaily } from '../modules/loans/daily.ts'
import { calculateMonth } from '../modules/reconciliation/calculate.ts'

/** Every write of the payroll month by two users at the same moment: one effect, and a clear answer for the other. */

const MONTH = '2026-12'
const TODAY = '2026-11-16'

let testApp: TestApp
let colleague: Colleague
let checker: Colleague
const { borrower, batchOf, posted, agreed, owed, proved, changeSource } = batchesIn(() => testApp)
beforeAll(async () => {
  testApp = await createTestApp()
  colleague = await testApp.hire('Admin')
  checker = await testApp.hire('Authorizer')
  for (let n = 0; n < 3; n++) await borrower()
  await runDaily(testApp.program)
})
afterAll(async () => {
  await proved()
  await testApp.close()
})

const admin = () => testApp.as('admin')
const authorizer = () => testApp.as('authorizer')
const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await testApp.pool.query(`select count(*)::integer as n from ${text}`, values)).rows[0].n
const waiting = (command: string, subjectId: string) =>
  count(`approval where status = 'waiting' and command = $1 and subject_id = $2`, command, subjectId)
const audited = (action: string, subjectId: string) =>
  count(
    `audit_entry where action = $1 and subject_id = $2 and outcome = 'done' and not coalesce(after ? 'repeated', false)`,
    action,
    subjectId,
  )

// ── What there is to act on ────────────────────────────────────────────────────────────────────────────────────────

/** Whatever is under way is out of the way of the next list. */
async function clear(): Promise<void> {
  const { rows } = await admin().ok('instructionList', { limit: 200 })
  for (const { id, status, pendingApprovalId } of rows) {
    if (!['computing', 'computed', 'waiting', 'approved'].includes(status)) continue
    if (pendingApprovalId) await authorizer().ok('approvalDecline', { id: pendingApprovalId, note: 'Again' })
    await admin().ok('instructionCancel', { id, reason: 'Computed again' })
  }
}
const list = async (): Promise<string> => {
  await clear()
  return computed(testApp, MONTH)
}
async function ready(): Promise<string> {
  const id = await list()
  await approvedList(testApp, id)
  return id
}
async function sent(): Promise<string> {
  await clear()
  return sentList(testApp, MONTH)
}
/** With a line that is to be decided: two customers have one number. */
async function undecided(): Promise<{ id: string; no: number }> {
  const [one, two] = [await borrower(), await borrower()]
  await testApp.pool.query(
    `update customer set ippis_number = $1 where id = (select customer_id from loan where id = $2)`,
    [one.staff, two.loanId],
  )
  const id = await list()
  const line = (await linesOf(testApp, id)).find(each => each.staffNumber === one.staff)
  expect(line).toMatchObject({ exceptions: ['sharedNumber'], isOpen: true })
  // the next list has nothing to decide
  await testApp.pool.query(
    `update customer set ippis_number = $1 where id = (select customer_id from loan where id = $2)`,
    [two.staff, two.loanId],
  )
  return { id, no: line?.no ?? 0 }
}
async function line(): Promise<{ id: string; no: number; staff: string }> {
  const { staff } = await borrower()
  const id = await sent()
  const found = (await linesOf(testApp, id)).find(each => each.staffNumber === staff)
  return { id, no: found?.no ?? 0, staff }
}
async function rejected() {
  const { id, no } = await line()
  await admin().ok('instructionAnswer', { id, no, outcome: 'rejected', reason: 'Insufficient pay' })
  return { listId: id, no }
}
async function acknowledgement(id: string, staff: string): Promise<string> {
  const file = `IPPIS NO,STATUS,REASON\n${staff},Rejected,Not on this payroll\n`
  return upload(testApp, file, { kind: 'acknowledgement', period: MONTH, fileName: `${id}.csv` })
}
async function unremitted(amount = '10000'): Promise<string> {
  const id = await batchOf([{ staff: (await borrower()).staff, amount }], { period: '2026-10' })
  await posted(id, { bankCredit: '0', gapNote: 'Not remitted yet' })
  return id
}
const credit = (reference: string, batchId?: string) => ({
  id: randomUUID(), source: 'IPPIS', amount: '1000000', receivedOn: TODAY, reference, note: '', reason: 'On the bank statement',
  lines: batchId ? [{ batchId, amount: '1000000', charge: '0' }] : [],
}) // biome-ignore format: a form
async function receipt(batchId?: string): Promise<string> {
  const form = credit(`CBN-${randomUUID()}`, batchId)
  await agreed(admin().ok('officeReceiptRecord', form))
  return form.id
}
/** A receipt, and what its office says of it. */
const advisable = async (): Promise<string> => receipt(await unremitted())
const ADVICE = Buffer.from('Staff No,Amount\n880011,10000').toString('base64')
async function writeDown(): Promise<string> {
  const form = { id: randomUUID(), batchId: await unremitted(), amount: '5000', reason: 'Not expected' }
  await agreed(admin().ok('officeWriteDown', form))
  return form.id
}
/** Repaid at the counter, then deducted once more: its refund case. */
async function overpaid(): Promise<{ caseId: string; loanId: string }> {
  const { loanId, staff } = await borrower()
  const amount = (await owed(loanId)).toString()
  const input = {
    act: 'receipt',
    amount,
    on: TODAY,
    channel: 'bank transfer',
    reference: randomUUID(),
  } as const
  await agreed(admin().ok('loanActDo', { loanId, id: randomUUID(), reason: 'At the counter', input }))
  await posted(await batchOf([{ staff, amount: '1000' }], { period: '2026-10' }))
  const { rows } = await testApp.pool.query('select id from refund_case where loan_id = $1', [loanId])
  return { caseId: rows[0].id, loanId }
}
/** The credit is old enough to be unclaimed. */
async function unanswered(): Promise<string> {
  const { caseId } = await overpaid()
  await testApp.pool.query(`update refund_case set detected_on = '2024-01-01' where id = $1`, [caseId])
  return caseId
}
async function another(loanId: string): Promise<string> {
  const other = await borrower()
  await testApp.pool.query(
    `update loan set customer_id = (select customer_id from loan where id = $1) where id = $2`,
    [loanId, other.loanId],
  )
  return other.loanId
}
async function exception(): Promise<string> {
  await unremitted()
  await calculateMonth(testApp.program, { source: 'IPPIS', month: '2026-10-01' })
  const asked = { source: 'IPPIS', month: '2026-10', state: 'open', limit: 1 } as const
  const { rows } = await admin().ok('reconciliationLines', asked)
  return rows[0]?.id ?? ''
}
async function closed(): Promise<string> {
  const id = await exception()
  await admin().ok('reconciliationClose', { ids: [id], reason: 'Explained by the office' })
  return id
}

// ── The table ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Act = {
  one: object
  /** What the other user sends at the same moment; the same, where it is not given. */
  other?: object
  /** How many times it happened so far, whatever was answered. */
  effects: () => Promise<number>
}
/** A code: refused by it. `same`: the same answer. `last`: both are carried out one after the other, as a correction is. */
type Second = ErrorCode | 'same' | 'last'
const reason = 'As agreed with the office'

const ACTS: Partial<Record<EndpointName, [second: Second, prepare: () => Promise<Act>]>> = {
  instructionCompute: ['instruction.not_now', async () => {
    await clear()
    const one = { id: randomUUID(), source: 'IPPIS', month: MONTH }
    const effects = () => count(`instruction_list where status = 'computing'`)
    return { one, other: { ...one, id: randomUUID() }, effects }
  }],
  instructionRecompute: ['last', async () => {
    const id = await list()
    return { one: { id }, effects: () => count(`instruction_list where id = $1 and status = 'computing'`, id) }
  }],
  instructionDecide: ['last', async () => {
    const { id, no } = await undecided()
    const one = { id, lines: [no], decision: 'include', reason }
    return { one, other: { ...one, decision: 'exclude' }, effects: () => count('instruction_decision where list_id = $1', id) }
  }],
  instructionSubmit: ['instruction.state', async () => {
    const id = await list()
    return { one: { id, reason }, effects: () => waiting('instructionApprove', id) }
  }],
  instructionCancel: ['instruction.state', async () => {
    const id = await list()
    return { one: { id, reason }, other: { id, reason: 'Wrong month' }, effects: () => audited('instructionCancel', id) }
  }],
  instructionSend: ['instruction.taken', async () => {
    const id = await ready()
    const [one, other] = [{ id, fileId: randomUUID() }, { id, fileId: randomUUID() }]
    return { one, other, effects: () => count('instruction_file where list_id = $1', id) }
  }],
  instructionAcknowledge: ['instruction.acknowledged', async () => {
    const id = await sent()
    const one = { id, on: TODAY, reference: 'IPPIS/12/001' }
    return { one, other: { ...one, reference: 'IPPIS/12/002' }, effects: () => audited('instructionAcknowledge', id) }
  }],
  instructionAnswer: ['last', async () => {
    const { id, no } = await line()
    const one = { id, no, outcome: 'rejected', reason: 'Insufficient pay' }
    return { one, other: { id, no, outcome: 'accepted', reason: '' }, effects: () => count('instruction_answer where list_id = $1', id) }
  }],
  instructionAnswersRecord: ['instruction.file', async () => {
    const { id, staff } = await line()
    const intakeId = await acknowledgement(id, staff)
    return { one: { id, intakeId }, effects: () => audited('instructionAnswersRecord', id) }
  }],
  instructionRejectionChange: ['instruction.rejection_closed', async () => {
    const { listId, no } = await rejected()
    const one = { listId, no, note: 'The customer pays himself', close: true }
    return { one, other: { ...one, note: 'Asked for less' }, effects: () => audited('instructionRejectionChange', listId) }
  }],
  officeReceiptRecord: ['last', async () => {
    const [one, other] = [credit(`GIFMIS 44/${randomUUID()}`), credit(`CBN ${randomUUID()}`)]
    return { one, other, effects: async () => (await waiting('officeReceiptRecord', one.id)) }
  }],
  officeReceiptAllocate: ['approval.pending', async () => {
    const [receiptId, batchId] = [await receipt(), await unremitted()]
    const one = { id: randomUUID(), receiptId, reason, lines: [{ batchId, amount: '300000', charge: '0' }] }
    const other = { ...one, id: randomUUID(), lines: [{ batchId, amount: '400000', charge: '0' }] }
    return { one, other, effects: () => waiting('officeReceiptAllocate', receiptId) }
  }],
  officeReceiptUndo: ['approval.pending', async () => {
    const id = await receipt(await unremitted())
    return { one: { id, reason }, effects: () => waiting('officeReceiptUndo', id) }
  }],
  officeWriteDown: ['approval.pending', async () => {
    const batchId = await unremitted()
    const one = { id: randomUUID(), batchId, amount: '700000', reason }
    return { one, other: { ...one, id: randomUUID() }, effects: () => waiting('officeWriteDown', batchId) }
  }],
  officeWriteDownUndo: ['approval.pending', async () => {
    const id = await writeDown()
    return { one: { id, reason }, effects: () => count(`approval where status = 'waiting' and input->>'id' = $1`, id) }
  }],
  officeLetterIssue: ['office.letter_issued', async () => {
    const batchIds = [await unremitted()]
    const one = { id: randomUUID(), source: 'IPPIS', batchIds }
    const effects = () => count('office_letter where batches @> $1::jsonb', JSON.stringify([{ batchId: batchIds[0] }]))
    return { one, other: { ...one, id: randomUUID() }, effects }
  }],
  officePromiseAdd: ['idempotency.other_body', async () => {
    const one = { id: randomUUID(), source: 'IPPIS', amount: '90000', promisedOn: '2026-11-30', note: 'By telephone' }
    return { one, other: { ...one, amount: '80000' }, effects: () => count('office_promise where id = $1', one.id) }
  }],
  officePromiseCancel: ['office.promise_cancelled', async () => {
    const id = randomUUID()
    const note = 'By telephone'
    await admin().ok('officePromiseAdd', { id, source: 'IPPIS', amount: '90000', promisedOn: '2026-11-30', note })
    return { one: { id, reason }, effects: () => count('office_promise where id = $1 and cancelled_at is not null', id) }
  }],
  refundPropose: ['refund.unfit', async () => {
    const caseIds = [(await overpaid()).caseId]
    const one = { id: randomUUID(), caseIds, reason }
    const effects = () => count(`approval where status = 'waiting' and input->'caseIds' ? $1`, caseIds[0])
    return { one, other: { ...one, id: randomUUID() }, effects }
  }],
  refundUnclaim: ['refund.unfit', async () => {
    const caseIds = [await unanswered()]
    const one = { id: randomUUID(), caseIds, reason }
    const effects = () => count(`approval where status = 'waiting' and input->'caseIds' ? $1`, caseIds[0])
    return { one, other: { ...one, id: randomUUID() }, effects }
  }],
  refundSetOff: ['refund.unfit', async () => {
    const { caseId, loanId } = await overpaid()
    const one = { id: randomUUID(), caseId, loanId: await another(loanId), reason }
    return { one, other: { ...one, id: randomUUID() }, effects: () => waiting('refundSetOff', caseId) }
  }],
  reconciliationAssign: ['last', async () => {
    const id = await exception()
    const owners = [await testApp.idOf('admin'), colleague.id] as const
    const effects = () => count('reconciliation_line where id = $1 and owner_id = any ($2)', id, owners)
    return { one: { ids: [id], ownerId: owners[0] }, other: { ids: [id], ownerId: owners[1] }, effects }
  }],
  reconciliationNote: ['last', async () => {
    const id = await exception()
    const effects = () => count(`reconciliation_line where id = $1 and note in ('One', 'Other')`, id)
    return { one: { id, note: 'One' }, other: { id, note: 'Other' }, effects }
  }],
  reconciliationClose: ['reconciliation.not_open', async () => {
    const id = await exception()
    return { one: { ids: [id], reason }, other: { ids: [id], reason: 'Another reason' }, effects: () => audited('reconciliationClose', id) }
  }],
  reconciliationReopen: ['reconciliation.not_closed', async () => {
    const id = await closed()
    return { one: { id, reason }, effects: async () => Number((await testApp.pool.query('select closed_at is null as open from reconciliation_line where id = $1', [id])).rows[0].open) }
  }],
  reconciliationRecalculate: ['same', async () => ({
    one: { source: 'IPPIS', month: '2026-10' },
    effects: () => count(`reconciliation_month where source = 'IPPIS' and month = '2026-10-01'`),
  })],
  adviceSubmit: ['approval.pending', async () => {
    const receiptId = await advisable()
    const one = { id: randomUUID(), receiptId, fileName: 'advice.csv', content: ADVICE, reason }
    return { one, other: { ...one, id: randomUUID() }, effects: () => waiting('adviceChange', receiptId) }
  }],
  adviceRemove: ['approval.pending', async () => {
    const receiptId = await advisable()
    await agreed(admin().ok('adviceSubmit', { id: randomUUID(), receiptId, fileName: 'advice.csv', content: ADVICE, reason }))
    return { one: { receiptId, reason }, effects: () => waiting('adviceChange', receiptId) }
  }],
  payMonthNote: ['last', async () => {
    const of = { source: 'IPPIS', period: MONTH }
    const effects = () =>
      count(`pay_month where source = 'IPPIS' and period = '2026-12-01' and (note, owner_id) in (('One', $1), ('Other', $2))`, owner, colleague.id)
    const owner = await testApp.idOf('admin')
    return { one: { ...of, ownerId: owner, note: 'One' }, other: { ...of, ownerId: colleague.id, note: 'Other' }, effects }
  }],
} // biome-ignore format: a table

/** Previews change nothing. */
const WRITES = Object.entries<Endpoint>({
  ...instructionApi,
  ...officesApi,
  ...refundApi,
  ...reconciliationApi,
  ...payMonthApi,
}).filter(([, endpoint]) => endpoint.method !== 'GET' && !endpoint.unaudited) as [EndpointName, Endpoint][]

test('the table has every write', () => {
  expect(Object.keys(ACTS).toSorted()).toEqual(WRITES.map(([name]) => name).toSorted())
})

const call = (caller: Caller, name: EndpointName, input: object, key?: string) =>
  caller.call(name, input, key ? { key } : {})
type Answer = Awaited<ReturnType<typeof call>>
const outcomes = (answers: readonly Answer[]) =>
  answers
    .map(({ status, body }) => (status === 200 ? 'done' : (body.code ?? status)))
    .toSorted((a, b) => String(a).localeCompare(String(b)))

describe.each(Object.entries(ACTS) as [EndpointName, [Second, () => Promise<Act>]][])(
  '%s',
  (name, [second, prepare]) => {
    test('by two users at the same moment', async () => {
      const { one, other = one, effects } = await prepare()
      const answers = await Promise.all([call(admin(), name, one), call(colleague.caller, name, other)])
      const expected = second === 'same' || second === 'last' ? ['done', 'done'] : ['done', second]
      expect(outcomes(answers)).toEqual(expected.toSorted())
      if (second === 'same') expect(answers[0].body).toEqual(answers[1].body)
      expect(await effects()).toBe(1)
    })

    test('twice at the same moment and once more by the same user with one key', async () => {
      const { one, other, effects } = await prepare()
      const isReplayed = WRITES.find(([each]) => each === name)?.[1].replay !== false
      if (!isReplayed) {
        const answers = await Promise.all([call(admin(), name, one), call(admin(), name, one)])
        const isOnce = second !== 'same' && second !== 'last'
        expect(outcomes(answers)).toEqual(isOnce ? ['done', second].toSorted() : ['done', 'done'])
        expect(await effects()).toBe(1)
        return
      }
      const key = randomUUID()
      const answers = await Promise.all([call(admin(), name, one, key), call(admin(), name, one, key)])
      answers.push(await call(admin(), name, one, key))
      expect(outcomes(answers)).toEqual(['done', 'done', 'done'])
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
      expect(await effects()).toBe(1)
      if (other)
        expect((await call(admin(), name, other, key)).body).toMatchObject({ code: 'idempotency.other_body' })
    })
  },
)

// ── Approvals ──────────────────────────────────────────────────────────────────────────────────────────────────────

const asked = async (name: EndpointName, one: object): Promise<string> =>
  ((await admin().ok(name, one)) as { approvalId: string | null }).approvalId ?? ''

const COMMANDS: EndpointName[] = [
  'instructionSubmit',
  'officeReceiptRecord',
  'officeReceiptAllocate',
  'officeReceiptUndo',
  'officeWriteDown',
  'officeWriteDownUndo',
  'adviceSubmit',
  'adviceRemove',
  'refundPropose',
  'refundUnclaim',
  'refundSetOff',
]

describe.each(COMMANDS)('what %s submits', name => {
  const submitted = async (): Promise<string> => {
    const { one } = (await ACTS[name]?.[1]()) ?? expect.unreachable()
    return asked(name, one)
  }
  const decided = (id: string) =>
    count(`audit_entry where outcome = 'done' and before->>'approval' = $1 and after->>'approval' = $1`, id)
  const confirmed = async (id: string) =>
    (await authorizer().ok('approvalGet', { id })).warnings.map(warning => warning.id)

  test('is approved by one of two', async () => {
    const id = await submitted()
    const input = { id, confirmed: await confirmed(id) }
    const answers = await Promise.all([
      call(authorizer(), 'approvalApprove', input),
      call(checker.caller, 'approvalApprove', input),
    ])
    expect(outcomes(answers)).toEqual(['approval.decided', 'done'])
    expect(await decided(id)).toBe(1)
  })

  test('is approved, declined or withdrawn, and nothing else', async () => {
    const id = await submitted()
    const input = { id, confirmed: await confirmed(id) }
    const answers = await Promise.all([
      call(authorizer(), 'approvalApprove', input),
      call(checker.caller, 'approvalDecline', { id, note: 'Not this one' }),
      call(admin(), 'approvalWithdraw', { id }),
    ])
    expect(outcomes(answers)).toEqual(['approval.decided', 'approval.decided', 'done'])
    expect(await decided(id)).toBe(1)
  })
})

// ── Different acts on one record ───────────────────────────────────────────────────────────────────────────────────

describe('different acts at the same moment', () => {
  const both = (...calls: Promise<Answer>[]) => Promise.all(calls)

  test('one bank credit under two spellings is recorded once', async () => {
    const [one, other] = [credit('OAGF/2027/77'), credit('oagf 2027-77')]
    const ids = [await asked('officeReceiptRecord', one), await asked('officeReceiptRecord', other)]
    const [first = '', second = ''] = ids
    const answers = await both(
      call(authorizer(), 'approvalApprove', { id: first }),
      call(checker.caller, 'approvalApprove', { id: second }),
    )
    expect(outcomes(answers)).toEqual(['done', 'office.reference_taken'])
    expect(await count(`office_receipt where reference_key(reference) = reference_key('OAGF/2027/77')`)).toBe(
      1,
    )
  })

  test('two receipts do not pay one batch twice', async () => {
    const batchId = await unremitted()
    const ids = [
      await asked('officeReceiptRecord', credit(`A-${randomUUID()}`, batchId)),
      await asked('officeReceiptRecord', credit(`B-${randomUUID()}`, batchId)),
    ]
    const [first = '', second = ''] = ids
    const answers = await both(
      call(authorizer(), 'approvalApprove', { id: first }),
      call(checker.caller, 'approvalApprove', { id: second }),
    )
    expect(outcomes(answers)).toEqual(['done', 'office.too_much'])
  })

  test('a receipt is reversed or allocated', async () => {
    const [receiptId, batchId] = [await receipt(), await unremitted()]
    const lines = [{ batchId, amount: '300000', charge: '0' }]
    const [undo, allocate] = [
      await asked('officeReceiptUndo', { id: receiptId, reason }),
      await asked('officeReceiptAllocate', { id: randomUUID(), receiptId, lines, reason }),
    ]
    const answers = await both(
      call(authorizer(), 'approvalApprove', { id: undo }),
      call(checker.caller, 'approvalApprove', { id: allocate }),
    )
    // allocated first, it is reversed with its allocation; reversed first, nothing is left to allocate
    expect(['done,done', 'done,remittance.undone']).toContain(outcomes(answers).join())
    expect(await count('office_allocation where receipt_id = $1 and undone_at is null', receiptId)).toBe(0)
  })

  test('a list is submitted or changed', async () => {
    for (const [name, change] of [
      ['instructionCancel', { reason }],
      ['instructionRecompute', {}],
    ] as const) {
      const id = await list()
      const answers = await both(
        call(admin(), 'instructionSubmit', { id, reason }),
        call(colleague.caller, name, { id, ...change }),
      )
      expect(outcomes(answers), name).toEqual(['done', 'instruction.state'])
    }
  })

  test('a list is sent or cancelled', async () => {
    const id = await ready()
    const answers = await both(
      call(admin(), 'instructionSend', { id, fileId: randomUUID() }),
      call(colleague.caller, 'instructionCancel', { id, reason }),
    )
    expect(outcomes(answers)).toEqual(['done', 'instruction.state'])
    const { status, files } = await admin().ok('instructionGet', { id })
    expect(files).toHaveLength(status === 'sent' ? 1 : 0)
  })

  test('a credit is proposed or set off', async () => {
    const { caseId, loanId } = await overpaid()
    const other = await another(loanId)
    const answers = await both(
      call(admin(), 'refundPropose', { id: randomUUID(), caseIds: [caseId], reason }),
      call(colleague.caller, 'refundSetOff', { id: randomUUID(), caseId, loanId: other, reason }),
    )
    expect(outcomes(answers)).toEqual(['done', 'refund.unfit'])
  })

  test('one id is one record and cannot be used for another', async () => {
    const [first, second] = [(await overpaid()).caseId, (await overpaid()).caseId]
    const id = randomUUID()
    const proposals = await both(
      call(admin(), 'refundPropose', { id, caseIds: [first], reason }),
      call(colleague.caller, 'refundPropose', { id, caseIds: [second], reason }),
    )
    expect(outcomes(proposals)).toEqual(['done', 'idempotency.other_body'])

    await clear()
    await changeSource('LASG', { kind: 'payroll' })
    const lists = await both(
      call(admin(), 'instructionCompute', { id, source: 'IPPIS', month: MONTH }),
      call(colleague.caller, 'instructionCompute', { id, source: 'LASG', month: MONTH }),
    )
    expect(outcomes(lists)).toEqual(['done', 'idempotency.other_body'])
  })
})
