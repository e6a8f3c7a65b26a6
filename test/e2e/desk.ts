import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import pg from 'pg'
import { z } from 'zod/mini'
import { type Api, api, type EndpointName } from '../../contract/api.ts'
import { type Endpoint, fillPath, type Reply } from '../../contract/endpoint.ts'
import type { loanAct } from '../../contract/loans.ts'
import type { LocalDate } from '../../engine/dates.ts'
import { DEMO_PASSWORD } from '../../sample/staff.ts'
import { businessDate } from '../../server/kernel/clock.ts'
import { adaeze, type Stated } from '../applicants.ts'
import { solveProofOfWork } from '../proofOfWork.ts'

/** The business day of the program, which runs by the clock of this machine. */
export const lagosToday = (): LocalDate => businessDate(new Date())

/** The desk behind the screens: what browser tests need to have happened before they begin, done through the API. */

export type Part = 'superadmin' | 'admin' | 'reviewer' | 'authorizer' | 'editor' | 'auditor'
type Sent<N extends EndpointName> = z.input<Api[N]['input']>
type Pass = { token?: string; cookie?: string }
export type Desk = {
  as(part: Part): Promise<Clerk>
  stranger: Clerk
}
export type Clerk = <N extends EndpointName>(
  name: N,
  input: Sent<N>,
  /** The body of a raw endpoint: a piece of a file. */
  bytes?: Uint8Array<ArrayBuffer>,
) => Promise<Reply<Api[N]>>

export function openDesk(url = process.env.IROKO_E2E_URL ?? ''): Desk {
  const clerks = new Map<Part, Promise<Clerk>>()
  return {
    stranger: clerkWith(url, {}),
    as(part) {
      const clerk = clerks.get(part) ?? signIn(url, part)
      clerks.set(part, clerk)
      return clerk
    },
  }
}

/** A clerk whose session ended while others worked signs in again, as a person would. */
async function signIn(url: string, part: Part): Promise<Clerk> {
  let clerk = await clerkOf(url, part)
  return (name, input, bytes) =>
    clerk(name, input, bytes).catch(async (error: unknown) => {
      if (!String(error).includes('session.expired')) throw error
      clerk = await clerkOf(url, part)
      return clerk(name, input, bytes)
    })
}

async function clerkOf(url: string, part: Part): Promise<Clerk> {
  const knock = (): Promise<Response> =>
    fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${part}@iroko.test`, password: DEMO_PASSWORD }),
    })
  let answer = await knock()
  // one sign-in at a time per person: another worker may be at it
  for (let tries = 0; !answer.ok && tries < 50; tries += 1) {
    await sleep(200)
    answer = await knock()
  }
  const { token } = (await answer.json()) as { token: string }
  return clerkWith(url, { token, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' })
}

const clerkWith =
  (url: string, { token, cookie }: Pass): Clerk =>
  async (name, input, bytes) => {
    const endpoint: Endpoint = api[name]
    const { path, rest } = fillPath(endpoint.path, input)
    const isWrite = endpoint.method !== 'GET'
    const query = isWrite && !bytes ? '' : `?${new URLSearchParams(rest as Record<string, string>)}`
    const type = bytes ? 'application/octet-stream' : 'application/json'
    const answer = await fetch(`${url}${path}${query}`, {
      method: endpoint.method,
      headers: {
        ...(isWrite ? { 'content-type': type, 'idempotency-key': randomUUID() } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(cookie ? { cookie } : {}),
      },
      ...(isWrite ? { body: bytes ?? JSON.stringify(rest) } : {}),
    })
    const body: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${JSON.stringify(body)}`)
    const reply: z.ZodMiniType = api[name].reply
    return z.decode(reply, body) as never
  }

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

export async function openDraft(
  desk: Desk,
  documents: readonly string[] = ['Work identity card', 'Latest payslip'],
): Promise<string> {
  const { proofOfWork } = await desk.stranger('publicPage', {})
  const id = randomUUID()
  await desk.stranger('draftOpen', {
    id,
    proof: solveProofOfWork(proofOfWork),
    website: '',
  })
  for (const title of documents)
    await desk.stranger('draftDocumentAdd', { draftId: id, id: randomUUID(), title, path: DOT })
  return id
}

export type Opened = { loanId: string; customerId: string; name: string; stated: Stated }

/** The sample lender has months of IPPIS, in which nobody of these tests stands; of this source it has none. */
export const UNSEEN_SOURCE = 'GIFMIS'

/** From the application to an approved loan that waits for its disbursement: Halima recommends, Emeka approves. */
export async function approvedLoan(desk: Desk, changes: Partial<Stated> = {}): Promise<Opened> {
  const { consent } = await desk.stranger('publicPage', {})
  const stated = adaeze({ consentVersion: consent.version, payrollSource: UNSEEN_SOURCE, ...changes })
  const id = randomUUID()
  // staff hand it in: the phone code is the public page's business
  const initiator = await desk.as('editor')
  await initiator('requestSubmit', { id, draftId: await openDraft(desk), application: stated })
  const reviewer = await desk.as('reviewer')
  await reviewer('requestRecommend', { id, version: 1, amount: stated.amount, tenor: stated.tenor })
  const authorizer = await desk.as('authorizer')
  const { loanId } = await authorizer('requestAuthorize', { id, version: 1 })
  const { row } = await authorizer('loanGet', { id: loanId ?? '' })
  return { loanId: row.id, customerId: row.customerId, name: row.customerName, stated }
}

/** Emeka opens an item, confirms its warnings and approves it. */
export async function approve(desk: Desk, approvalId: string | null): Promise<void> {
  const authorizer = await desk.as('authorizer')
  const { id, warnings } = await authorizer('approvalGet', { id: approvalId ?? '' })
  await authorizer('approvalApprove', { id, confirmed: warnings.map(warning => warning.id) })
}

/** Babatunde asks; Emeka approves where a second person is needed. */
export async function doAct(desk: Desk, loanId: string, input: z.input<typeof loanAct>): Promise<void> {
  const admin = await desk.as('admin')
  const { approvalId } = await admin('loanActDo', { loanId, id: randomUUID(), input, reason: 'As agreed' })
  if (approvalId) await approve(desk, approvalId)
}

/** For what no screen does, and what only time would do. */
export async function inDatabase(statement: string, values: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.IROKO_E2E_DATABASE ?? '' })
  await client.connect()
  await client.query(statement, [...values])
  await client.end()
}

/** Nothing is paid out before it is approved, so a loan of months ago was approved then. */
const approvedEarlier = (loanId: string, on: string): Promise<void> =>
  inDatabase('update loan set approved_on = least(approved_on, $2::date) where id = $1', [loanId, on])

/** Paid out on a day that may lie months back. */
export async function liveLoan(
  desk: Desk,
  on: string,
  changes: Partial<Stated> = {},
  reported: { bankReference?: string | null } = {},
): Promise<Opened> {
  const opened = await approvedLoan(desk, changes)
  await approvedEarlier(opened.loanId, on)
  await disbursed(desk, opened.loanId, on, reported)
  return opened
}

/** A batch of one: Babatunde submits, Emeka approves, the bank pays on that day, and the program posts it. */
export async function disbursed(
  desk: Desk,
  loanId: string,
  on: string,
  /** Null: a bank file says that it was paid, without a reference. */
  { bankReference = `NIP-${randomUUID()}` }: { bankReference?: string | null } = {},
): Promise<void> {
  const admin = await desk.as('admin')
  const form = { id: randomUUID(), loanIds: [loanId], valueOn: on, payingAccount: 'GTBank operations' }
  const batch = await admin('payoutBatchMake', { ...form, reason: 'As agreed' })
  await approve(desk, batch.pendingApprovalId)
  const [line] = (await admin('payoutLineList', { id: batch.id })).rows
  if (bankReference === null) {
    await admin('payoutBatchExport', { id: batch.id, exportId: randomUUID() })
    const file = `Reference,Status,Date\r\n${line?.reference},Paid,${on}`
    const content = Buffer.from(file).toString('base64')
    await admin('payoutResultImport', { id: batch.id, fileName: 'result.csv', content })
  } else {
    const reported = { result: 'paid', on, bankReference, reason: 'Bank statement' } as const
    await admin('payoutLineMark', { id: batch.id, lineId: line?.id ?? '', ...reported })
  }
  await expect.poll(async () => (await admin('payoutBatchGet', { id: batch.id })).status).toBe('closed')
}
