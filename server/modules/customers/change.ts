import type { Api, CommandInput } from '../../../contract/api.ts'
import { dayProblems } from '../../../contract/application.ts'
import {
  FREE_FIELDS,
  type FreeField,
  SENSITIVE_FIELDS,
  type SensitiveField,
} from '../../../contract/customers.ts'
import type { Input } from '../../../contract/endpoint.ts'
import { findBank } from '../../../contract/nigeria.ts'
import { IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { localDate } from '../../../engine/dates.ts'
import { parsePhone } from '../../../engine/phone.ts'
import type { Asked, Context, Handler } from '../../kernel/context.ts'
import { isUniqueViolation } from '../../kernel/db.ts'
import type { Keys, Owner } from '../../kernel/keys.ts'
import { maskDigits, maskPhone } from '../../kernel/mask.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose, refuseWhileWaiting } from '../approvals/approvals.ts'
import { canRevealNumbers, noteNumberSearch } from '../auth/auth.ts'
import { section } from '../settings/settings.ts'
import * as store from './customers.sql.ts'
import { bvnIndex, ninIndex } from './mask.ts'
import { nameOf, statusOn } from './profile.ts'
import { recordSourceChange } from './sources.sql.ts'
import { sealFor } from './trail.ts'

type Field = FreeField | SensitiveField
/** As stored: BVN and NIN sealed, also while they are pending approval. */
type Values = Partial<Record<Field, string>>

export const COLUMNS = {
  title: 'title',
  surname: 'surname',
  firstName: 'first_name',
  otherNames: 'other_names',
  gender: 'gender',
  dateOfBirth: 'date_of_birth',
  bvn: 'bvn_sealed',
  nin: 'nin_sealed',
  phone: 'phone',
  email: 'email',
  address: 'address',
  state: 'state',
  lga: 'lga',
  payrollSource: 'payroll_source',
  ippisNumber: 'ippis_number',
  firstAppointmentOn: 'first_appointment_on',
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

const changeOf = (keys: Keys, id: string, values: Values): store.CustomerChange => ({
  ...Object.fromEntries(
    FIELDS.filter(field => values[field] !== undefined).map(field => [COLUMNS[field], values[field]]),
  ),
  ...(values.bvn === undefined
    ? {}
    : { bvn_index: bvnIndex(keys, keys.open(values.bvn, ['customer.bvn', id])) }),
  ...(values.nin === undefined
    ? {}
    : { nin_index: ninIndex(keys, keys.open(values.nin, ['customer.nin', id])) }),
})

/** Locks the customer. Refuses a change based on an older page, or on a merged record. */
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

/** A user does not change their own record: the data that lending uses and that identifies them. */
async function lockAnothers(ctx: Context, seen: { id: string; basedOn: number }): Promise<store.CustomerRow> {
  const row = await lockSeen(ctx, seen)
  if (await store.isOwnRecord(ctx.tx, row.id, ctx.actor.id)) refuse('customer.own')
  return row
}

// ── Fields ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const change: Handler<Api['customerChange']> = async (ctx, { id, basedOn, reason, ...typed }) => {
  const row = await lockAnothers(ctx, { id, basedOn })
  await countTried(ctx, id, typed, reason)
  const wanted = await checked(ctx, row, typed)
  const differing = <F extends Field>(fields: readonly F[]): F[] =>
    fields.filter(field => wanted[field] !== undefined && wanted[field] !== heldIn(row, field))
  const free = differing(FREE_FIELDS)
  const sensitive = differing(SENSITIVE_FIELDS)
  if (free.length + sensitive.length === 0) refuse('customer.unchanged')
  if (sensitive.length > 0 && reason.length < 3) refuseFields(NO_REASON)

  const approvalId = sensitive.length > 0 ? await askFor(ctx, row, sensitive, wanted, reason) : null
  if (free.length === 0) return { approvalId, revision: row.revision }
  const revision = await store.updateCustomer(ctx.tx, id, changeOf(ctx.keys, id, only(wanted, free)))
  const [before, after] = await sealFor(
    ctx,
    id,
    shown(ctx.keys, row.id, only(valuesOf(row), free)),
    shown(ctx.keys, row.id, only(wanted, free), valuesOf(row)),
  )
  ctx.audit({ subject: ['customer', id], before, after, reason: reason || null })
  return { approvalId, revision }
}

const NO_REASON = { reason: 'Enter a reason for the approver' }

/** Numbers that the page hides from users who may not reveal them. */
const HIDDEN = ['bvn', 'nin', 'phone', 'accountNumber', 'kinPhone'] as const

/**
 * The answer to a change would reveal what the page hides. Everything that can be refused without reading the record is
 * refused first, so that every wrong number tried is recorded and counted.
 */
async function countTried(ctx: Context, id: string, typed: Values, reason: string): Promise<void> {
  const tried = HIDDEN.filter(field => typed[field] !== undefined)
  if (canRevealNumbers(ctx) || tried.length === 0) return
  if (tried.some(field => field !== 'kinPhone')) {
    if (reason.length < 3) refuseFields(NO_REASON)
    await refuseWhileWaiting(ctx.tx, 'customerSensitiveChange', ['customer', id])
  }
  for (const field of tried)
    await noteNumberSearch(ctx, 'customers', [(typed[field] ?? '').replace(/\D/g, '')])
}

const valuesOf = (row: store.CustomerRow): Values =>
  Object.fromEntries(FIELDS.map(field => [field, heldIn(row, field)]))

const only = (values: Values, fields: readonly Field[]): Values =>
  Object.fromEntries(fields.map(field => [field, values[field]]))

/** What the contract cannot know: phones in one form, payrolls that exist, days that can be, numbers that are free. */
async function checked(ctx: Context, row: store.CustomerRow, typed: Values): Promise<Values> {
  const problems: Record<string, string> = { ...dayProblemsOf(ctx, row, typed) }
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
    const isKnown = sources.some(
      each => each.code === typed.payrollSource && each.kind === 'payroll' && each.status === 'active',
    )
    if (!isKnown) problems.payrollSource = 'Choose a payroll from the list'
  }
  if (Object.keys(problems).length > 0) refuseFields(problems)
  const numbers = sealed(ctx.keys, row, typed)
  if (numbers.bvn !== undefined && numbers.bvn !== row.bvn_sealed) {
    const holder = await store.recordWithBvn(ctx.tx, bvnIndex(ctx.keys, typed.bvn ?? ''))
    if (holder) refuseFields({ bvn: canRevealNumbers(ctx) ? takenBy(holder, row) : TAKEN })
  }
  return { ...typed, ...phones, ...numbers }
}

/** The same number sealed again would look like another one. */
function sealed(keys: Keys, row: store.CustomerRow, typed: Values): Values {
  const numbers: Values = {}
  for (const field of ['bvn', 'nin'] as const) {
    const given = typed[field]
    const held = heldIn(row, field)
    const owner: Owner = [`customer.${field}`, row.id]
    if (given !== undefined)
      numbers[field] = keys.open(held, owner) === given ? held : keys.seal(given, owner)
  }
  return numbers
}

/** For who may not know whose it is. */
const TAKEN =
  'Another customer has this BVN. If they are the same person, ask an Admin to merge the two records'

const takenBy = (holder: { number: string; merged_into: string | null }, row: store.CustomerRow): string =>
  holder.merged_into === row.id
    ? `Customer ${holder.number} has it. That record was merged into this one, so its requests are already here`
    : `Customer ${holder.number} has this BVN. If they are the same person, merge the two records`

function dayProblemsOf(ctx: Context, row: store.CustomerRow, typed: Values): Record<string, string> {
  if (typed.dateOfBirth === undefined && typed.firstAppointmentOn === undefined) return {}
  const firstAppointmentOn = localDate(typed.firstAppointmentOn ?? row.first_appointment_on)
  const dateOfBirth = localDate(typed.dateOfBirth ?? row.date_of_birth)
  if (row.retires_on !== null && firstAppointmentOn >= row.retires_on)
    return { firstAppointmentOn: 'After the retirement date that was set for them' }
  return dayProblems(ctx.today, { dateOfBirth, firstAppointmentOn })
}

type Mask = (value: string, keys: Keys, id: string) => string

const MASKS: Partial<Record<Field, Mask>> = {
  bvn: (value, keys, id) => maskDigits(keys.open(value, ['customer.bvn', id])),
  nin: (value, keys, id) => maskDigits(keys.open(value, ['customer.nin', id])),
  phone: maskPhone,
  kinPhone: maskPhone,
  accountNumber: maskDigits,
  bankCode: code => findBank(code)?.Name ?? code,
}

/** Values as the trail and the checker see them. Where only hidden digits differ, it says so. */
function shown(keys: Keys, id: string, values: Values, before: Values = {}): Record<string, string> {
  const entries = Object.entries(values) as [Field, string | undefined][]
  return Object.fromEntries(
    entries.map(([field, value = '']) => {
      const mask = (plain: string): string => MASKS[field]?.(plain, keys, id) ?? plain
      const old = before[field]
      const hasSameMask = old !== undefined && old !== value && mask(old) === mask(value)
      return [field, hasSameMask ? `${mask(value)} (other digits)` : mask(value)]
    }),
  )
}

// ── Approval ───────────────────────────────────────────────────────────────────────────────────────────────────────

const FIELD_WORDS: Record<SensitiveField, string> = {
  title: 'title',
  surname: 'surname',
  firstName: 'first name',
  otherNames: 'other names',
  gender: 'gender',
  dateOfBirth: 'date of birth',
  bvn: 'BVN',
  nin: 'NIN',
  phone: 'phone',
  payrollSource: 'payroll source',
  ippisNumber: IPPIS_NUMBER,
  firstAppointmentOn: 'first appointment',
  bankCode: 'bank',
  accountNumber: 'account number',
}

async function askFor(
  ctx: Context,
  row: store.CustomerRow,
  fields: readonly SensitiveField[],
  wanted: Values,
  reason: string,
): Promise<string> {
  const from = only(valuesOf(row), fields)
  const to = only(wanted, fields)
  const [before, after] = [shown(ctx.keys, row.id, from), shown(ctx.keys, row.id, to, from)]
  const [storedBefore = {}, storedAfter = {}] = await sealFor(ctx, row.id, before, after)
  return propose(ctx, {
    command: 'customerSensitiveChange',
    input: { id: row.id, from, to },
    subject: ['customer', row.id],
    summary: `${row.number}, ${nameOf(row)}: ${fields.map(field => FIELD_WORDS[field]).join(', ')}`,
    before,
    after,
    stored: { before: storedBefore, after: storedAfter },
    reason,
  })
}

/** Runs what was shown: a field changed since the submission is not overwritten. */
export async function changeApproved(
  ctx: Context,
  { id, from, to }: CommandInput<'customerSensitiveChange'>,
  asked: Asked,
): Promise<void> {
  const row = await lockOpen(ctx, id)
  const isStale = SENSITIVE_FIELDS.some(field => field in to && heldIn(row, field) !== from[field])
  // another customer may have been opened with the number since
  const isTaken =
    to.bvn !== undefined &&
    (await store.recordWithBvn(ctx.tx, bvnIndex(ctx.keys, ctx.keys.open(to.bvn, ['customer.bvn', id]))))
  if (isStale || isTaken) refuse('approval.stale')
  try {
    await store.updateCustomer(ctx.tx, id, changeOf(ctx.keys, id, to))
  } catch (error) {
    // the same number was given to another customer at the same instant
    if (isUniqueViolation(error, 'customer_bvn')) refuse('approval.stale')
    throw error
  }
  if (to.payrollSource !== undefined && to.payrollSource !== row.payroll_source)
    await recordSourceChange(ctx.tx, id, { from: row.payroll_source, to: to.payrollSource, on: ctx.today })
  const [before, after] = await sealFor(ctx, id, shown(ctx.keys, id, from), shown(ctx.keys, id, to, from))
  ctx.audit({
    action: 'customerSensitiveChange',
    subject: ['customer', id],
    before,
    after,
    reason: asked.reason,
  })
}

// ── Standing ───────────────────────────────────────────────────────────────────────────────────────────────────────

export async function setStatus(
  ctx: Context,
  { id, basedOn, status, until, reason }: Input<Api['customerStatusChange']>,
): Promise<number> {
  const row = await lockAnothers(ctx, { id, basedOn })
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
  return revision
}

export const changeRetirement: Handler<Api['customerRetirementChange']> = async (
  ctx,
  { id, basedOn, on, reason },
) => {
  const row = await lockAnothers(ctx, { id, basedOn })
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
