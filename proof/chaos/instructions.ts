import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '../../contract/api.ts'
import { fillPath } from '../../contract/endpoint.ts'
import { payMonthOf } from '../../engine/dates.ts'
import { formatNaira } from '../../engine/money.ts'
import { checkAll } from './checks.ts'
import { adminOf, authorizerOf, bring, LOANS, today, until } from './lender.ts'
import { approve, type Pass, type Person, person, signIn } from './people.ts'
import type { Site, Stage } from './stage.ts'
import { type Scene, type Strike, waitUntilIdle, withStrikes } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * One payroll month from its list of instructions to the refund of what was deducted too much, while the program is killed
 * with -9. What got no answer is sent again, and at the end everything is there once.
 */

const REPAID = 3
const KILLS = { compute: 4, approve: 4, send: 4, post: 5, receive: 3, refund: 5 }
type Step = keyof typeof KILLS
const WITHIN_MS = 500
const ROUND = 2

type Desk = {
  scene: Scene
  admin: Person
  authorizer: Person
  pass: Pass
  /** Does a step while the program dies, as often as is still wanted. */
  struck: (step: Step, work: () => Promise<void>) => Promise<void>
}

/** Gives how many kills fell. */
export async function instructionSitting(stage: Stage, tally: Tally, wanted: number): Promise<number> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.start('all')
  let fallen = 0
  const desk: Desk = {
    scene,
    admin: person(site, adminOf(ROUND), tally),
    authorizer: person(site, authorizerOf(ROUND), tally),
    pass: await signIn(site, adminOf(ROUND), tally),
    async struck(step, work) {
      const strikes = Array.from({ length: Math.min(KILLS[step], wanted - fallen) }, (): Strike => 'server')
      const fell = await withStrikes(scene, { id: () => `F06 ${step}`, strikes, withinMs: WITHIN_MS }, work)
      fallen += fell
      tally.say(`${step}: ${fell} kills`)
      await waitUntilIdle(scene)
    },
  }
  const listId = await sendList(desk)
  const repaid = await repayLoans(desk)
  const batchId = await postDeductions(desk, listId)
  await receiveRemittance(desk, batchId)
  await refund(desk, repaid)
  await checkAll(site, tally)
  tally.check('F06 everything of the month is there once', await notOnce(site))
  await site.close()
  return fallen
}

// ── The list ───────────────────────────────────────────────────────────────────────────────────────────────────────

async function sendList(desk: Desk): Promise<string> {
  const { admin, authorizer, struck, scene } = desk
  const { tally } = scene
  const [id, fileId] = [randomUUID(), randomUUID()]
  const asked = { id, source: 'IPPIS', month: payMonthOf(today()) }
  await struck('compute', async () => {
    await admin('instructionCompute', asked)
    await until(
      'the list is computed',
      async () => (await admin('instructionGet', { id })).status === 'computed',
    )
  })
  // pressed once more by somebody who saw no answer
  const again = await admin('instructionCompute', asked)
  const { isCurrent } = await admin('instructionCheck', { id })
  tally.check('F06 a list computed under kills is the list of the ledger', isCurrent ? [] : [again.number])
  await struck('approve', async () => {
    const { approvalId } = await admin('instructionSubmit', { id, reason: 'Checked against last month' })
    await approve(authorizer, approvalId)
  })
  const taking = { id, fileId, scope: 'full', format: 'csv' } as const
  const bytes: string[] = []
  await struck('send', async () => {
    await admin('instructionSend', taking)
    bytes.push(await downloaded(desk, id, fileId))
  })
  const { sha256 } = await admin('instructionSend', taking)
  bytes.push(await downloaded(desk, id, fileId))
  const others = bytes.filter(each => each !== sha256)
  tally.check('F06 the file is the same whenever it is taken', others)
  return id
}

/** The hash of the file, from whichever program answers. */
async function downloaded({ scene: { site }, pass }: Desk, id: string, fileId: string): Promise<string> {
  const { path } = fillPath(api.instructionFile.path, { id, fileId })
  for (let tries = 0; tries < 600; tries++) {
    const reply = await fetch(`${site.nodes[0]?.url ?? ''}${path}`, {
      headers: { authorization: `Bearer ${pass.token}`, cookie: pass.cookie },
    }).catch(() => undefined)
    // cut off in the middle is no answer either
    const bytes = reply?.ok ? await reply.arrayBuffer().catch(() => undefined) : undefined
    if (bytes) return createHash('sha256').update(Buffer.from(bytes)).digest('hex')
    await sleep(100)
  }
  throw new Error('the file never came')
}

// ── Deductions, the remittance and refunds ─────────────────────────────────────────────────────────────────────────

/** At the counter, after the list was sent: their deductions are too much. */
async function repayLoans({ admin, authorizer, scene }: Desk): Promise<string[]> {
  const { rows } = await scene.site.pool.query<{ id: string; owed: string }>(
    `select id, owed_total::text as owed from loan where status = 'live' order by number limit ${REPAID}`,
  )
  for (const { id: loanId, owed: amount } of rows) {
    const reference = `C-${randomUUID().slice(0, 13)}`
    const input = { act: 'receipt', amount, on: today(), channel: 'bank transfer', reference } as const
    const act = { loanId, id: randomUUID(), reason: 'Repaid at the counter', input }
    const { approvalId } = await admin('loanActDo', act)
    if (approvalId) await approve(authorizer, approvalId)
  }
  return rows.map(row => row.id)
}

/** Exactly what was instructed. */
async function postDeductions({ admin, authorizer, struck }: Desk, listId: string): Promise<string> {
  const { rows } = await admin('instructionLineList', { id: listId, limit: 200 })
  const lines = rows.map(
    row => `OKONKWO ADAEZE,${row.staffNumber},${formatNaira(row.amount, '').replaceAll(',', '')}`,
  )
  const file = ['EMPLOYEE NAME,IPPIS NO,AMOUNT', ...lines, ''].join('\n')
  const form = { kind: 'repayment', period: payMonthOf(today()), fileName: 'deductions.csv' } as const
  const id = await bring(admin, file, form)
  const status = async () => (await admin('repaymentGet', { id })).status
  await struck('post', async () => {
    const { approvalId } = await admin('repaymentSubmit', {
      id,
      valueOn: today(),
      bankCredit: '0',
      bankReference: null,
      gapNote: 'Not remitted yet',
      holdsMessages: false,
      reason: 'Checked against the list we sent',
    })
    await approve(authorizer, approvalId ?? '')
    await until('the batch is posted', async () => (await status()) === 'posted')
  })
  return id
}

async function receiveRemittance({ admin, authorizer, struck, scene }: Desk, batchId: string): Promise<void> {
  const { unremitted } = await admin('repaymentGet', { id: batchId })
  const amount = unremitted.toString()
  await struck('receive', async () => {
    const { approvalId } = await admin('officeReceiptRecord', {
      id: randomUUID(),
      source: 'IPPIS',
      amount,
      receivedOn: today(),
      reference: `CBN/${scene.tally.seed}`,
      note: '',
      lines: [{ batchId, amount, charge: '0' }],
      reason: 'On the bank statement',
    })
    await approve(authorizer, approvalId)
  })
}

async function refund({ admin, authorizer, struck }: Desk, repaid: readonly string[]): Promise<void> {
  const { rows } = await admin('refundList', { limit: 200, status: 'detected' })
  const cases = rows.filter(row => repaid.includes(row.loanId)).map(row => row.id)
  await struck('refund', async () => {
    const { approvalId } = await admin('refundPropose', {
      id: randomUUID(),
      caseIds: cases,
      reason: 'Deducted after the loan was repaid',
    })
    await approve(authorizer, approvalId)
    const batch = await admin('payoutBatchMake', {
      id: randomUUID(),
      refundIds: cases,
      valueOn: today(),
      payingAccount: 'GTBank 0123456789, operations',
      reason: 'Refunds of the week',
    })
    await approve(authorizer, batch.pendingApprovalId)
    for (const line of (await admin('payoutLineList', { id: batch.id })).rows)
      await admin('payoutLineMark', {
        id: batch.id,
        lineId: line.id,
        result: 'paid',
        on: today(),
        bankReference: `NIP-${line.reference}`,
        reason: 'Bank statement',
      })
    await until('the refunds are paid', async () => {
      const paid = await admin('refundList', { limit: 200, status: 'paid' })
      return paid.rows.length === cases.length
    })
  })
}

/** One of each, and nothing that was not asked for. */
const NOT_ONCE = `
  select what || ': ' || n || ' instead of ' || wanted as problem from (values
    ('lists', (select count(*) from instruction_list), 1),
    ('lines', (select count(*) from instruction_line where kind = 'new'), ${LOANS}),
    ('files', (select count(*) from instruction_file), 1),
    ('standing instructions', (select count(*) from instruction_standing where amount > 0), ${LOANS}),
    ('batches', (select count(*) from repayment_batch where status = 'posted'), 1),
    ('rows', (select count(*) from repayment_row where status = 'posted'), ${LOANS}),
    ('receipts of the office', (select count(*) from office_receipt where undone_at is null), 1),
    ('allocations', (select count(*) from office_allocation where undone_at is null), 1),
    ('refund cases', (select count(*) from refund_case), ${REPAID}),
    ('refunds paid', (select count(*) from refund_case where status = 'paid'), ${REPAID}),
    ('refunds in the ledger', (select count(*) from loan_event where type = 'refund'), ${REPAID}),
    ('approvals undecided', (select count(*) from approval where status = 'waiting'), 0)) each (what, n, wanted)
  where n <> wanted
  union all
  select 'the office owes ' || sum(balance) from ledger_balance where code = 1020 having sum(balance) <> 0`

async function notOnce({ pool }: Site): Promise<string[]> {
  const { rows } = await pool.query<{ problem: string }>(NOT_ONCE)
  return rows.map(row => row.problem)
}
