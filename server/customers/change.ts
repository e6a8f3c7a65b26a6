import type { Api } from '../../contract/api.ts'
import type { CommandInput } from '../../contract/commands.ts'
import {
  FREE_FIELDS,
  type FreeField,
  SENSITIVE_FIELDS,
  type SensitiveField,
} from '../../contract/customers.ts'
import { findBank } from '../../contract/nigeria.ts'
import { parsePhone } from '../../engine/phone.ts'
import { propose } from '../approvals/approvals.ts'
import type { Asked, Context, Handler } from '../context.ts'
import { maskPhone } from '../messaging/messaging.ts'
import { refuse, refuseFields } from '../refusal.ts'
import { section } from '../settings/settings.ts'
import * as store from './customers.sql.ts'
import { maskDigits } from './mask.ts'
import { nameOf, statusOn } from './profile.ts'

type Field = FreeField | SensitiveField
type Values = Partial<Record<Field, string>>

export const COLUMNS = {
  surname: 'surname',
  firstName: 'first_name',
  otherNames: 'other_names',
  phone: 'phone',
  email: 'email',
  address: 'address',
  state: 'state',
  lga: 'lga',
  payrollSource: 'payroll_source',
  ippisNumber: 'ippis_number',
  mda: 'mda',
  grade: 'grade',
  step: 'step',
  bankCode: 'bank_code',
  accountNumber: 'account_number',
  kinName: 'kin_name',
  kinRelationship: 'kin_relationship',
  kinPhone: 'kin_phone',
  kinAddress: 'kin_address',
} as const satisfies Record<Field, keyof store.CustomerChange>

const FIELDS = [...FREE_FIELDS, ...SENSITIVE_FIELDS]
const heldIn = (row: store.CustomerRow, field: Field): string => row[COLUMNS[field]]

const changeOf = (values: Values): store.CustomerChange =>
  Object.fromEntries(
    FIELDS.filter(field => values[field] !== undefined).map(field => [COLUMNS[field], values[field]]),
  )

/** Locks the customer and refuses whoever looks at an older page, or at a record that lives on elsewhere. */
async function lockOpen(ctx: Context, id: string): Promise<store.CustomerRow> {
  const row = (await store.lockCustomer(ctx.tx, id)) ?? refuse('record.unknown', { what: 'customer' })
  if (row.status === 'merged') refuse('customer.merged', { number: row.merged_into_number ?? '' })
  if (row.status === 'erased') refuse('customer.erased')
  return row
}

async function lockSeen(ctx: Context, seen: { id: string; basedOn: number }): Promise<store.CustomerRow> {
  const row = await lockOpen(ctx, seen.id)
  if (row.revision !== seen.basedOn) refuse('customer.stale')
  return row
}

// ── Fields ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const change: Handler<Api['customerChange']> = async (ctx, { id, basedOn, reason, ...typed }) => {
  const row = await lockSeen(ctx, { id, basedOn })
  const wanted = await checked(ctx, typed)
  const differing = <F extends Field>(fields: readonly F[]): F[] =>
    fields.filter(field => wanted[field] !== undefined && wanted[field] !== heldIn(row, field))
  const free = differing(FREE_FIELDS)
  const sensitive = differing(SENSITIVE_FIELDS)
  if (free.length + sensitive.length === 0) refuse('customer.unchanged')
  if (sensitive.length > 0 && reason.length < 3) refuseFields({ reason: 'Say why, for the second person' })

  const approvalId = sensitive.length > 0 ? await askFor(ctx, row, sensitive, wanted, reason) : null
  if (free.length === 0) return { approvalId, revision: row.revision }
  const revision = await store.updateCustomer(ctx.tx, id, changeOf(only(wanted, free)))
  ctx.audit({
    subject: ['customer', id],
    before: shown(only(valuesOf(row), free)),
    after: shown(only(wanted, free), valuesOf(row)),
    reason: reason || null,
  })
  return { approvalId, revision }
}

const valuesOf = (row: store.CustomerRow): Values =>
  Object.fromEntries(FIELDS.map(field => [field, heldIn(row, field)]))

const only = (values: Values, fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(field => [field, values[field]]))

/** What the contract cannot know: phones in one form, payrolls that exist. */
async function checked(ctx: Context, typed: Values): Promise<Values> {
  const problems: Record<string, string> = {}
  const phones: Values = {}
  for (const field of ['phone', 'kinPhone'] as const) {
    const given = typed[field]
    if (given === undefined) continue
    const phone = parsePhone(given)
    if (phone) phones[field] = phone
    else problems[field] = 'Not a Nigerian mobile number, such as 0803 123 4567'
  }
  if (typed.payrollSource !== undefined) {
    const { sources } = await section(ctx.tx, 'payroll', ctx.today)
    const isKnown = sources.some(each => each.code === typed.payrollSource && each.status === 'active')
    if (!isKnown) problems.payrollSource = 'Choose a payroll from the list'
  }
  if (Object.keys(problems).length > 0) refuseFields(problems)
  return { ...typed, ...phones }
}

const MASKS: Partial<Record<Field, (value: string) => string>> = {
  phone: maskPhone,
  kinPhone: maskPhone,
  accountNumber: maskDigits,
  bankCode: code => findBank(code)?.Name ?? code,
}

/** Values as the trail and the checker see them. Where only hidden digits differ, it says so. */
function shown(values: Values, before: Values = {}): Record<string, string> {
  const entries = Object.entries(values) as [Field, string | undefined][]
  return Object.fromEntries(
    entries.map(([field, value = '']) => {
      const mask = MASKS[field] ?? (plain => plain)
      const old = before[field]
      const looksSame = old !== undefined && old !== value && mask(old) === mask(value)
      return [field, looksSame ? `${mask(value)} (other digits)` : mask(value)]
    }),
  )
}

// ── A second person ────────────────────────────────────────────────────────────────────────────────────────────────

const FIELD_WORDS: Record<SensitiveField, string> = {
  surname: 'surname',
  firstName: 'first name',
  otherNames: 'other names',
  phone: 'phone',
  payrollSource: 'payroll source',
  ippisNumber: 'IPPIS number',
  bankCode: 'bank',
  accountNumber: 'account number',
}

function askFor(
  ctx: Context,
  row: store.CustomerRow,
  fields: readonly SensitiveField[],
  wanted: Values,
  reason: string,
): Promise<string> {
  const from = only(valuesOf(row), fields)
  const to = only(wanted, fields)
  return propose(ctx, {
    command: 'customerSensitiveChange',
    input: { id: row.id, from, to },
    subject: ['customer', row.id],
    summary: `${row.number}, ${nameOf(row)}: ${fields.map(field => FIELD_WORDS[field]).join(', ')}`,
    before: shown(from),
    after: shown(to, from),
    reason,
  })
}

/** Runs what was shown: a field that somebody changed meanwhile is not overwritten unseen. */
export async function changeApproved(
  ctx: Context,
  { id, from, to }: CommandInput<'customerSensitiveChange'>,
  asked: Asked,
): Promise<void> {
  const row = await lockOpen(ctx, id)
  const isStale = SENSITIVE_FIELDS.some(field => field in to && heldIn(row, field) !== from[field])
  if (isStale) refuse('approval.stale')
  await store.updateCustomer(ctx.tx, id, changeOf(to))
  ctx.audit({
    action: 'customerSensitiveChange',
    subject: ['customer', id],
    before: shown(from),
    after: shown(to, from),
    reason: asked.reason,
  })
}

// ── Standing ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** Freezes the loans of somebody who died; loans stand to the right, so api.ts hands it in. */
export type FreezeLoans = (
  ctx: Context,
  customerId: string,
  cause: 'deceased',
  reason: string,
) => Promise<number>

export const changeStatus =
  (freezeLoans: FreezeLoans): Handler<Api['customerStatusChange']> =>
  async (ctx, { id, basedOn, status, until, reason }) => {
    const row = await lockSeen(ctx, { id, basedOn })
    if (until !== null && status !== 'blacklisted')
      refuseFields({ until: 'Only a blacklisting has a last day' })
    if (until !== null && until < ctx.today) refuseFields({ until: 'Today or later' })
    if (status === statusOn(row, ctx.today) && until === row.status_until) refuse('customer.unchanged')
    const revision = await store.updateCustomer(ctx.tx, id, {
      status,
      status_reason: reason,
      status_since: ctx.now,
      status_until: until,
    })
    ctx.audit({
      subject: ['customer', id],
      before: { status: row.status, until: row.status_until },
      after: { status, until },
      reason,
    })
    const frozenLoans = status === 'deceased' ? await freezeLoans(ctx, id, 'deceased', reason) : 0
    return { revision, frozenLoans }
  }

export const changeRetirement: Handler<Api['customerRetirementChange']> = async (
  ctx,
  { id, basedOn, on, reason },
) => {
  const row = await lockSeen(ctx, { id, basedOn })
  if (on === row.retires_on) refuse('customer.unchanged')
  if (on !== null && on <= row.first_appointment_on) refuseFields({ on: 'After the first appointment' })
  const revision = await store.updateCustomer(ctx.tx, id, {
    retires_on: on,
    retires_reason: on === null ? null : reason,
  })
  ctx.audit({
    subject: ['customer', id],
    before: { retiresOn: row.retires_on ?? 'by the rule' },
    after: { retiresOn: on ?? 'by the rule' },
    reason,
  })
  return { revision }
}
