import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APPROVAL_STATUSES } from '../contract/approvals.ts'
import { DASHBOARD_TABS, DENSITIES } from '../contract/auth.ts'
import { MATCH_KINDS, STATEMENT_FORMATS, STATEMENT_STATUSES } from '../contract/bankStatements.ts'
import { CAMPAIGN_STATUSES } from '../contract/campaigns.ts'
import { CLOSING_KINDS, CLOSING_STATES } from '../contract/closing.ts'
import { CUSTOMER_STATUSES, NOTE_KINDS, PROMISE_OUTCOMES } from '../contract/customers.ts'
import { DOCUMENT_SOURCES, DOCUMENT_SUBJECTS } from '../contract/documents.ts'
import { ANSWERS, LINE_DECISIONS, LINE_KINDS, LIST_STATUSES } from '../contract/instructions.ts'
import { INTAKE_KINDS, INTAKE_STATUSES } from '../contract/intake.ts'
import { BANK_ACCOUNT_TYPES } from '../contract/journals.ts'
import { FREEZE_CAUSES, IMPORT_STATUSES, LOAN_STATUSES } from '../contract/loans.ts'
import {
  CLAIM_STATUSES,
  GATEWAYS,
  INBOUND_MEANINGS,
  MESSAGE_PURPOSES,
  MESSAGE_STATUSES,
  TEMPLATE_STATUSES,
} from '../contract/messaging.ts'
import { GENDERS } from '../contract/nigeria.ts'
import { CHARGE_KINDS } from '../contract/offices.ts'
import { PAYOUT_LINE_STATUSES, PAYOUT_STATUSES } from '../contract/payouts.ts'
import { SIGNAL_KINDS } from '../contract/payroll.ts'
import { SOURCE_KINDS } from '../contract/paySources.ts'
import { FIRST_DUES, PRODUCT_STATUSES, RHYTHMS } from '../contract/products.ts'
import { INSTRUCTION_STATES } from '../contract/reconciliation.ts'
import { REFUND_STATUSES } from '../contract/refunds.ts'
import { BATCH_STATUSES, BINS, ROW_STATUSES, SUSPENSE_USES, TREATMENTS } from '../contract/repayments.ts'
import { REQUEST_CHANNELS } from '../contract/requests.ts'
import { ROLES } from '../contract/roles.ts'
import { BACKUP_KINDS, CLOCK_PROBLEMS } from '../contract/settings.ts'
import {
  SOURCE_EVENT_INTERESTS,
  SOURCE_EVENT_KINDS,
  SOURCE_EVENT_LOAN_STATUSES,
  SOURCE_EVENT_STATUSES,
  SOURCE_EVENT_TREATMENTS,
} from '../contract/sourceEvents.ts'
import { AUDIT_OUTCOMES, LINK_KINDS, USER_STATUSES } from '../contract/staff.ts'
import { STAGES } from '../contract/vocabulary.ts'
import { testDatabase } from './db.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const POLYMORPHIC = 'refers to one of several tables, named by subject_type'
const MADE_IN_ADVANCE = 'the id of an event to come, made first so that it cannot be posted twice'
const BULK =
  'jobs write thousands in a transaction: a key lock on each customer would wait for, and deadlock with, changes of customers'
const FOREIGN = 'an id of another system'
const DISCARDED = 'a batch that was never posted may be discarded; what was recorded of it stays'

const NO_REFERENCE: Record<string, string> = {
  'approval.subject_id': POLYMORPHIC,
  'audit_entry.actor_id': 'hot and append-only; the trail outlives what it names',
  'audit_entry.request_id': 'the id of an HTTP request',
  'audit_entry.subject_id': POLYMORPHIC,
  'bank_line.receipt_id': MADE_IN_ADVANCE,
  'closing_loan.closing_id': 'a million rows a month, written by the transaction that writes the month',
  'closing_loan.loan_id': 'a million rows a month, read from the loans a moment before',
  'closing_loan.product_id': 'a million rows a month, read from the loans a moment before',
  'customer_word.customer_id':
    'written by triggers of the customers; the proof compares the words with the names',
  'dashboard_month_end_loan.product_id': 'a million rows a month, read from the loans a moment before',
  'document.subject_id': POLYMORPHIC,
  'intake_progress.intake_id':
    'written beside the work, whose lock on the intake it would wait for; may be lost in a crash',
  'ledger_close.last_entry_id': '0 where the books were empty',
  'ledger_era.first_entry_id': 'evidence, as the seals are: it has to outlive an entry that was removed',
  'ledger_line.entry_id': 'millions of rows; the triggers accept a line only with its entry',
  'ledger_loan.loan_id': 'on the path of every posting; the proof compares the ledger with the loans',
  'ledger_reopening.last_entry_id': 'as of the close that was reopened',
  'ledger_seal.entry_id': 'evidence: it has to outlive an entry that was removed',
  'loan.request_id': 'an imported loan has an id here and no request',
  'loan_event.proof_id': 'erasure removes the document, not the event',
  'message.customer_id': BULK,
  'message.provider_id': FOREIGN,
  'message.subject_id': POLYMORPHIC,
  'message_campaign_member.customer_id': BULK,
  'message_claim.receipt_id': MADE_IN_ADVANCE,
  'message_report.provider_id': FOREIGN,
  'pay_month.batch_id': DISCARDED,
  'pay_month_fact.batch_id': DISCARDED,
  'payout_line.payout_id': MADE_IN_ADVANCE,
  'payout_line.undo_id': MADE_IN_ADVANCE,
  'payroll_row.intake_id': 'millions of rows in one partition per file, attached and dropped as a whole',
  'reconciliation_line.batch_id': DISCARDED,
  'refund_case.payout_id': MADE_IN_ADVANCE,
  'repayment_element.batch_id': DISCARDED,
  'repayment_row.posting_id': MADE_IN_ADVANCE,
  'worker_heartbeat.worker_id': 'host and process',
}

test('every column named …_id refers to its table, or has a reason not to', async () => {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attname like '%\\_id'
      and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))`)
  expect(rows.map(row => row.name).toSorted()).toEqual(Object.keys(NO_REFERENCE).toSorted())
})

const but = (list: readonly string[], ...left: string[]) => list.filter(each => !left.includes(each))

/** What the database accepts and what the contract knows are one list. */
const LISTS: Record<string, readonly string[]> = {
  'approval.status': APPROVAL_STATUSES,
  'backup_report.kind': BACKUP_KINDS,
  'bank_match.kind': MATCH_KINDS,
  'bank_statement.format': STATEMENT_FORMATS,
  'bank_statement.status': STATEMENT_STATUSES,
  'clock_check.problem': CLOCK_PROBLEMS,
  'audit_entry.outcome': AUDIT_OUTCOMES,
  'closing_line.kind': [...CLOSING_KINDS, 'yearEnd'],
  'closing_month.status': CLOSING_STATES,
  'customer.gender': GENDERS,
  'customer.status': CUSTOMER_STATUSES,
  'customer_note.kind': NOTE_KINDS,
  'customer_note.outcome': PROMISE_OUTCOMES,
  'document.source': DOCUMENT_SOURCES,
  'document.subject_type': ['draft', ...DOCUMENT_SUBJECTS],
  'frequency.first_due': FIRST_DUES,
  'frequency.rhythm': RHYTHMS,
  'frequency.status': PRODUCT_STATUSES,
  'instruction_answer.outcome': ANSWERS,
  'instruction_answer_row.outcome': ANSWERS,
  'instruction_decision.decision': LINE_DECISIONS,
  'instruction_line.decision': LINE_DECISIONS,
  'instruction_line.kind': LINE_KINDS,
  // a list that awaits approval is shown as waiting
  'instruction_list.status': but(LIST_STATUSES, 'waiting'),
  'intake.kind': INTAKE_KINDS,
  'intake.status': INTAKE_STATUSES,
  'ledger_bank_account.type': BANK_ACCOUNT_TYPES,
  'loan.frozen': FREEZE_CAUSES,
  'loan.status': LOAN_STATUSES,
  'loan_import.status': IMPORT_STATUSES,
  'loan_request.channel': REQUEST_CHANNELS,
  'loan_request.stage': STAGES,
  'loan_signal.kind': SIGNAL_KINDS,
  'message.gateway': GATEWAYS,
  'message.purpose': MESSAGE_PURPOSES,
  'message.status': MESSAGE_STATUSES,
  'message_campaign.status': CAMPAIGN_STATUSES,
  'message_claim.status': CLAIM_STATUSES,
  'message_gateway.gateway': GATEWAYS,
  'message_inbound.meaning': INBOUND_MEANINGS,
  'message_template.purpose': but(MESSAGE_PURPOSES, 'test'),
  'message_template_version.status': TEMPLATE_STATUSES,
  'office_allocation.charge_kind': CHARGE_KINDS,
  // a draft that awaits approval is shown as waiting
  'payout_batch.status': but(PAYOUT_STATUSES, 'waiting'),
  'payout_line.status': PAYOUT_LINE_STATUSES,
  'product.status': PRODUCT_STATUSES,
  'reconciliation_line.state': INSTRUCTION_STATES,
  'refund_case.status': REFUND_STATUSES,
  'repayment_batch.kind': SOURCE_KINDS,
  'repayment_batch.status': BATCH_STATUSES,
  'repayment_row.bin': BINS,
  'repayment_row.status': ROW_STATUSES,
  'repayment_row.treatment': TREATMENTS,
  'repayment_suspense_use.kind': SUSPENSE_USES,
  'source_event.interest': SOURCE_EVENT_INTERESTS,
  'source_event.kind': SOURCE_EVENT_KINDS,
  // an event that awaits approval is shown as waiting
  'source_event.status': but(SOURCE_EVENT_STATUSES, 'waiting'),
  'source_event.treatment': SOURCE_EVENT_TREATMENTS,
  'source_event_loan.status': SOURCE_EVENT_LOAN_STATUSES,
  'staff.roles': ROLES,
  'staff.status': USER_STATUSES,
  'staff_link.kind': LINK_KINDS,
  'staff_preference.dashboard_tab': DASHBOARD_TABS,
  'staff_preference.density': DENSITIES,
}

/** Lists that no screen and no caller sees. */
const INSIDE = [
  'dashboard_month_end_open.figure',
  'instruction_file.format',
  'instruction_file.scope',
  'intake_note.kind',
  'ledger_chart.kind',
  'ledger_chart.per_loan',
  'loan_event.cash',
  'pay_month_fact.kind',
  'payout_line.kind',
  'repayment_batch.cash_account',
  'repayment_element.kind',
  'repayment_row.matched_by',
  'staff_customer.known_by',
  'staff_session.ended_by',
]

test('every list of values that a column accepts is the contract’s', async () => {
  const { rows } = await client.query<{ name: string; rule: string }>(`
    select c.conrelid::regclass || '.' || a.attname as name, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace and cardinality(c.conkey) = 1
      and pg_get_constraintdef(c.oid) ~ 'ARRAY\\['''`)
  const accepted = Object.fromEntries(
    rows.map(({ name, rule }) => [
      name,
      [...rule.matchAll(/'((?:[^']|'')*)'::text/g)]
        .map(match => match[1] ?? '')
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ]),
  )
  expect(Object.keys(accepted).toSorted()).toEqual([...Object.keys(LISTS), ...INSIDE].toSorted())
  for (const [name, list] of Object.entries(LISTS)) expect(accepted[name], name).toEqual([...list].toSorted())
})
