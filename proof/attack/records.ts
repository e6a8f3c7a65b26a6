import type pg from 'pg'
import type { Roll } from '../../sample/random.ts'

/** Real records to aim at, and a way to see whether anything was changed. */

/** The ids of each kind, as a copy of the database would show them. */
const KINDS = {
  customer: 'select id from customer',
  loan: 'select id from loan',
  request: 'select id from loan_request',
  approval: 'select id from approval',
  document: 'select id from document',
  intake: 'select id from intake',
  repayment: 'select intake_id as id from repayment_batch',
  suspense: 'select id from repayment_suspense',
  payout: 'select id from payout_batch',
  payoutLine: 'select id from payout_line',
  message: 'select id from message',
  template: 'select id from message_template',
  campaign: 'select id from message_campaign',
  segment: 'select id from message_segment',
  claim: 'select id from message_claim',
  optOut: 'select id from message_opt_out',
  product: 'select id from product',
  user: 'select id from staff',
  session: 'select id from staff_session',
  signal: 'select id from loan_signal',
  note: 'select id from customer_note',
  draft: 'select id from request_draft',
  loanEvent: 'select id from loan_event',
} as const
export type Kind = keyof typeof KINDS

/** The kind that an address or a field speaks of; whatever fits nothing here gets ids of every kind in turn. */
const SPOKEN: readonly [address: RegExp, kind: Kind][] = [
  [/^\/api\/payroll\/signals\/\{id\}/, 'signal'],
  [/^\/api\/customer-promises\//, 'note'],
  [/^\/api\/me\/sessions\//, 'session'],
  [/^\/api\/public\/drafts\/.*\{id\}/, 'document'],
  [/^\/api\/(payroll\/)?intakes\/|^\/api\/loans\/books\//, 'intake'],
  [/^\/api\/loan-requests\//, 'request'],
  [/^\/api\/message-templates\//, 'template'],
  [/^\/api\/message-campaigns\//, 'campaign'],
  [/^\/api\/bank-claims\//, 'claim'],
  [/^\/api\/opt-outs\//, 'optOut'],
  [/^\/api\/repayment(s|-rows)?(-export)?\//, 'repayment'],
  [/^\/api\/customers\//, 'customer'],
  [/^\/api\/documents\//, 'document'],
  [/^\/api\/approvals\//, 'approval'],
  [/^\/api\/suspense\//, 'suspense'],
  [/^\/api\/segments\//, 'segment'],
  [/^\/api\/messages\//, 'message'],
  [/^\/api\/products\//, 'product'],
  [/^\/api\/payouts\//, 'payout'],
  [/^\/api\/users\//, 'user'],
  [/^\/api\/loans\//, 'loan'],
]

const FIELDS: Record<string, Kind> = {
  loanId: 'loan', loanIds: 'loan', customerId: 'customer', mergedId: 'customer', subjectId: 'customer', draftId: 'draft', templateId: 'template',
  campaignId: 'campaign', segmentId: 'segment', ownerId: 'user', actorId: 'user', productId: 'product', batchId: 'repayment', correctsId: 'intake',
  suspenseId: 'suspense', lineId: 'payoutLine', ids: 'request', of: 'loanEvent', itemId: 'loanEvent', eventId: 'loanEvent', settles: 'loan',
} // biome-ignore format: a list

export type Records = Record<Kind, string[]>

export async function readRecords(pool: pg.Pool): Promise<Records> {
  const found: [string, string[]][] = []
  for (const [kind, sql] of Object.entries(KINDS)) {
    const { rows } = await pool.query<{ id: string }>(`${sql} order by id limit 200`)
    found.push([kind, rows.map(row => row.id)])
  }
  return Object.fromEntries(found) as Records
}

export function kindOf(path: string, field: string): Kind | undefined {
  if (field !== 'id') return FIELDS[field]
  return SPOKEN.find(([address]) => address.test(path))?.[1]
}

export function anyId(records: Records, roll: Roll, kind?: Kind): string {
  const all = kind && records[kind].length > 0 ? records[kind] : Object.values(records).flat()
  return all[roll(all.length)] ?? '7d444840-9dc0-41d1-b245-5ffdce74fad2'
}

/** What a read, a refusal and a sign-in may write: the trail, sessions, the worker's heartbeat. */
const MAY_MOVE = [
  'audit_entry', 'audit_seal', 'audit_waiting', 'reveal_count', 'first_answer', 'sign_in_attempt', 'staff_session', 'worker_heartbeat', 'request_proof',
] // biome-ignore format: a list

export type Fingerprints = Map<string, string>

/** Every table in one line each: equal before and after means that nothing was stored, changed or lost. */
export async function fingerprints(pool: pg.Pool): Promise<Fingerprints> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [MAY_MOVE],
  )
  const prints: Fingerprints = new Map()
  for (const { name } of tables) {
    const columns = name === 'staff' ? `(t.id, t.email, t.status, t.roles, t.password_hash)` : 't'
    const { rows } = await pool.query<{ print: string }>(
      `select count(*) || ':' || coalesce(sum(hashtextextended((${columns})::text, 0)), 0) as print from "${name}" t`,
    )
    prints.set(name, rows[0]?.print ?? '')
  }
  return prints
}

export const changedTables = (before: Fingerprints, after: Fingerprints): string[] =>
  [...after].filter(([name, print]) => before.get(name) !== print).map(([name]) => name)
