import { z } from 'zod/mini'
import { bankStep, identityStep, kinStep, workStep } from './application.ts'
import {
  changeReply,
  date,
  done,
  endpoint,
  exportOf,
  id,
  kobo,
  listOf,
  moment,
  naira,
  page,
  term,
  text,
  why,
} from './endpoint.ts'
import { message } from './messaging.ts'
import { STATES } from './nigeria.ts'

export const NOTE_KINDS = ['note', 'promise'] as const
export const PROMISE_OUTCOMES = ['open', 'kept', 'broken'] as const

export const CUSTOMER_STATUSES = ['active', 'dormant', 'blacklisted', 'deceased', 'merged', 'erased'] as const
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number]

const who = { id, number: z.string(), name: z.string() }

/** BVN, NIN, account, phones and pay are masked everywhere but in the answer to a reveal. */
export const customerRow = z
  .object({
    ...who,
    ippisNumber: z.string(),
    mda: z.string(),
    state: z.string(),
    payrollSource: z.string(),
    phone: z.string(),
    officerCode: z.string(),
    officerName: z.nullable(z.string()),
    status: z.enum(CUSTOMER_STATUSES),
    openedAt: moment,
  })
  .register(z.globalRegistry, { id: 'CustomerRow' })

/** In a list, with the figures of the last daily run. */
const listedCustomer = z
  .extend(customerRow, {
    outstanding: kobo,
    arrears: kobo,
    className: z
      .string()
      .register(z.globalRegistry, { description: 'Worst class of the active loans; empty without one' }),
  })
  .register(z.globalRegistry, { id: 'ListedCustomer' })
export type ListedCustomer = z.output<typeof listedCustomer>

/** What two records have in common that should be one person's alone. */
export const LIKENESSES = ['BVN', 'NIN', 'phone', 'account', 'IPPIS number', 'name and birth date'] as const
export type LikenessName = (typeof LIKENESSES)[number]

const duplicate = z.object({
  ...who,
  status: z.enum(CUSTOMER_STATUSES),
  same: z.array(z.enum(LIKENESSES)),
  /** How alike the names are, of 100. */
  nameScore: z.int(),
})

const retirement = z.object({
  on: z.string(),
  monthsLeft: z.int(),
  service: z.string(),
  ageYears: z.int(),
  serviceYears: z.int(),
  byAge: z.string(),
  byService: z.string(),
  flag: z.nullable(z.string()),
  /** Somebody's word in place of the rule. */
  override: z.nullable(z.object({ on: z.string(), reason: z.string() })),
})

/** Changed at once, with before and after in the history. */
const freeFields = {
  email: identityStep.shape.email.def.innerType,
  address: identityStep.shape.address,
  state: identityStep.shape.state,
  lga: identityStep.shape.lga,
  mda: workStep.shape.mda,
  grade: workStep.shape.grade.def.innerType,
  step: workStep.shape.step.def.innerType,
  kinName: kinStep.shape.kinName,
  kinRelationship: kinStep.shape.kinRelationship,
  kinPhone: kinStep.shape.kinPhone,
  kinAddress: kinStep.shape.kinAddress.def.innerType,
}

/** What says who somebody is, who is paid and from whose pay is taken: a second person has to agree. */
const sensitiveFields = {
  title: identityStep.shape.title,
  surname: identityStep.shape.surname,
  firstName: identityStep.shape.firstName,
  otherNames: identityStep.shape.otherNames.def.innerType,
  gender: identityStep.shape.gender,
  dateOfBirth: identityStep.shape.dateOfBirth,
  bvn: identityStep.shape.bvn,
  nin: identityStep.shape.nin,
  phone: identityStep.shape.phone,
  payrollSource: workStep.shape.payrollSource,
  ippisNumber: workStep.shape.ippisNumber,
  firstAppointmentOn: workStep.shape.firstAppointmentOn,
  bankCode: bankStep.shape.bankCode,
  accountNumber: bankStep.shape.accountNumber,
}

export const FREE_FIELDS = Object.keys(freeFields) as FreeField[]
export type FreeField = keyof typeof freeFields
export const SENSITIVE_FIELDS = Object.keys(sensitiveFields) as [SensitiveField, ...SensitiveField[]]
export type SensitiveField = keyof typeof sensitiveFields

const pending = z.object({
  approvalId: id,
  command: z.enum(['customerSensitiveChange', 'customerMerge', 'customerErase']),
  /** Which fields wait; empty for a merge and an erasure. */
  fields: z.array(z.enum(SENSITIVE_FIELDS)),
})

export const customer = z
  .object({
    row: customerRow,
    title: z.string(),
    surname: z.string(),
    firstName: z.string(),
    otherNames: z.string(),
    gender: z.enum(['MALE', 'FEMALE']),
    dateOfBirth: z.string(),
    email: z.string(),
    bvn: z.string(),
    nin: z.string(),
    address: z.string(),
    lga: z.string(),
    payrollSourceName: z.string(),
    grade: z.string(),
    step: z.string(),
    firstAppointmentOn: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
    accountNumber: z.string(),
    nuban: z.enum(['ok', 'wrong check digit', 'not checkable', 'not 10 digits']),
    kinName: z.string(),
    kinRelationship: z.string(),
    kinPhone: z.string(),
    kinAddress: z.string(),
    retirement,
    statusReason: z.nullable(z.string()),
    statusSince: z.nullable(moment),
    statusUntil: z.nullable(z.string()),
    mergedInto: z.nullable(z.object(who)),
    /** Records that were merged into this one. */
    mergedFrom: z.array(z.object(who)),
    loans: z.object({ total: z.int(), open: z.int(), outstanding: kobo, arrears: kobo }),
    requests: z.int(),
    openPromises: z.int(),
    duplicates: z.array(duplicate),
    pending: z.array(pending),
    revision: z.int(),
  })
  .register(z.globalRegistry, { id: 'Customer' })

export const customerNote = z
  .object({
    id,
    kind: z.enum(NOTE_KINDS),
    text: z.string(),
    at: moment,
    by: z.string(),
    promise: z.nullable(
      z.object({
        amount: kobo,
        on: z.string(),
        outcome: z.enum(PROMISE_OUTCOMES),
        /** Open, and the day has passed. */
        isLate: z.boolean(),
        outcomeNote: z.nullable(z.string()),
        outcomeBy: z.nullable(z.string()),
        outcomeAt: z.nullable(moment),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'CustomerNote' })

export const mergePreview = z
  .object({
    kept: customerRow,
    merged: customerRow,
    same: z.array(z.enum(LIKENESSES)),
    nameScore: z.int(),
    /** Field by field, masked; the kept record's side stays. */
    fields: z.array(
      z.object({ name: z.string(), kept: z.string(), merged: z.string(), differs: z.boolean() }),
    ),
    moves: z.object({
      loans: z.int(),
      requests: z.int(),
      notes: z.int(),
      documents: z.int(),
    }),
    warnings: z.array(z.string()),
    /** Why it cannot be done; null when it can. */
    blocked: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'MergePreview' })

/** What was on the screen: a page older than the record changes nothing. */
const seen = { id, basedOn: z.int().check(z.gte(1)) }
const reason = why(500)

export const customerFilter = z.object({
  search: z.optional(term(100)),
  status: z.optional(z.enum(CUSTOMER_STATUSES)),
  state: z.optional(z.enum(STATES.map(each => each.name) as [string, ...string[]])),
  officerCode: z.optional(term(60)),
  payrollSource: z.optional(term(30)),
  sort: z._default(z.enum(['name', '-name', 'opened', '-opened']), 'name'),
})

/** The commands of this area that wait for a second person; `from` is what the maker saw. BVN and NIN wait sealed. */
const sensitiveValues = z.partialRecord(z.enum(SENSITIVE_FIELDS), z.string())
export const customerSensitiveChange = z.object({ id, from: sensitiveValues, to: sensitiveValues })
const customerPair = z.object({ id, mergedId: id })
export const customerMerge = z.extend(customerPair, {
  keptRevision: z.int(),
  mergedRevision: z.int(),
})

export const customerErase = z.object({ id, revision: z.int() })

/** How much of what there is about a person: what is cut, and what stays without their name. */
const tallies = z.array(z.object({ what: z.string(), count: z.int() }))

const customerList = endpoint({
  // a BVN or a phone number that is searched for must not stand in an address
  method: 'POST',
  path: '/api/customers/list',
  permission: 'console.read',
  summary:
    'Lists customers by any part of a name in any order, phone, BVN, NIN, IPPIS, account or customer number.',
  reads: true,
  replay: false,
  input: z.extend(page, customerFilter.shape),
  reply: z.extend(listOf(listedCustomer), {
    isSimilar: z
      .boolean()
      .register(z.globalRegistry, { description: 'No exact match; these names are spelt similarly' }),
  }),
})

export const customerApi = {
  customerList,
  customerExport: exportOf(
    customerList,
    '/api/customers/export',
    'Exports the filtered customers, masked like the list, as CSV or XLSX.',
  ),
  customerGet: endpoint({
    method: 'GET',
    path: '/api/customers/:id',
    permission: 'console.read',
    summary:
      'Returns one customer, personal numbers masked, with retirement date, likely duplicates and pending changes.',
    input: z.object({ id }),
    reply: customer,
  }),
  customerReveal: endpoint({
    method: 'POST',
    path: '/api/customers/:id/reveal',
    permission: 'personal.reveal',
    summary:
      'Returns BVN, NIN, account, phone numbers and pay in full, including those of a pending change. The view is logged with its reason.',
    replay: false,
    input: z.object({ id, reason: why(300) }),
    reply: z.object({
      bvn: z.string(),
      nin: z.string(),
      accountNumber: z.string(),
      phone: z.string(),
      kinPhone: z.string(),
      netPay: kobo,
      waiting: z.nullable(
        z.object({
          bvn: z.nullable(z.string()),
          nin: z.nullable(z.string()),
          accountNumber: z.nullable(z.string()),
          phone: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  customerSubjectExport: endpoint({
    method: 'POST',
    path: '/api/customers/:id/subject-export',
    permission: 'personal.reveal',
    summary:
      'Exports all personal data of one customer in full as JSON, for a data subject request. The export is logged with its reason.',
    replay: false,
    input: z.object({ id, reason: why(300) }),
    reply: z.object({ fileName: z.string(), json: z.string() }),
  }),
  customerChange: endpoint({
    method: 'PUT',
    path: '/api/customers/:id',
    permission: 'customer.change',
    summary:
      'Changes contact, employer and next of kin immediately. Names, birth date, BVN, NIN, phone, payroll and bank details need approval.',
    input: z.object({
      ...seen,
      ...z.partial(z.object({ ...freeFields, ...sensitiveFields })).shape,
      reason: z._default(text(500, 0), ''),
    }),
    reply: z.extend(changeReply, { revision: z.int() }),
  }),
  customerStatusChange: endpoint({
    method: 'POST',
    path: '/api/customers/:id/status',
    permission: 'customer.change',
    summary:
      'Sets the customer to active, dormant, blacklisted (until a date) or deceased, which freezes the loans.',
    input: z.object({
      ...seen,
      status: z.enum(['active', 'dormant', 'blacklisted', 'deceased']),
      until: z._default(z.nullable(date), null),
      reason,
    }),
    reply: z.object({ revision: z.int(), frozenLoans: z.int() }),
  }),
  customerRetirementChange: endpoint({
    method: 'POST',
    path: '/api/customers/:id/retirement',
    permission: 'customer.change',
    summary: 'Sets a retirement date instead of the calculated one, or restores the calculated one.',
    input: z.object({ ...seen, on: z.nullable(date), reason }),
    reply: z.object({ revision: z.int() }),
  }),
  customerMessages: endpoint({
    method: 'GET',
    path: '/api/customers/:id/messages',
    permission: 'console.read',
    summary: 'Lists messages to the customer at any of their numbers, newest first.',
    input: z.extend(page, { id }),
    reply: listOf(message),
  }),
  customerNotes: endpoint({
    method: 'GET',
    path: '/api/customers/:id/notes',
    permission: 'console.read',
    summary: 'Lists notes and promises to pay, newest first.',
    input: z.extend(page, { id }),
    reply: listOf(customerNote),
  }),
  customerNoteAdd: endpoint({
    method: 'POST',
    path: '/api/customers/:customerId/notes',
    permission: 'customer.change',
    summary: 'Adds a note to a customer.',
    input: z.object({ customerId: id, id, text: text(2_000, 3) }),
    reply: done,
  }),
  customerPromiseAdd: endpoint({
    method: 'POST',
    path: '/api/customers/:customerId/promises',
    permission: 'customer.change',
    summary: 'Records an amount the customer promised to pay, and when.',
    input: z.object({
      customerId: id,
      id,
      amount: naira.check(z.refine(value => value > 0n, 'An amount above zero')),
      on: date,
      text: z._default(text(2_000, 0), ''),
    }),
    reply: done,
  }),
  customerPromiseMark: endpoint({
    method: 'POST',
    path: '/api/customer-promises/:id/mark',
    permission: 'customer.change',
    summary: 'Marks a promise as kept or broken, once.',
    input: z.object({ id, outcome: z.enum(['kept', 'broken']), note: z._default(text(500, 0), '') }),
    reply: done,
  }),
  customerMergePreview: endpoint({
    method: 'GET',
    path: '/api/customers/:id/merge',
    permission: 'console.read',
    summary: 'Previews the merge of another record into this one. Changes nothing.',
    input: z.object({ id, mergedId: id }),
    reply: mergePreview,
  }),
  customerMerge: endpoint({
    method: 'POST',
    path: '/api/customers/:id/merge',
    permission: 'customer.change',
    summary: 'Submits the merge of another record into this one for approval.',
    input: z.extend(customerPair, { reason }),
    reply: changeReply,
  }),
  customerErasePreview: endpoint({
    method: 'GET',
    path: '/api/customers/:id/erasure',
    permission: 'console.read',
    summary: 'Previews the erasure of a customer: what is deleted and what stays. Changes nothing.',
    input: z.object({ id }),
    reply: z.object({
      goes: tallies,
      stays: tallies,
      /** Why it cannot be done; null when it can. */
      blocked: z.nullable(z.string()),
    }),
  }),
  customerErase: endpoint({
    method: 'POST',
    path: '/api/customers/:id/erase',
    permission: 'customer.change',
    summary: 'Submits the erasure of a customer’s personal data for approval. Ledger entries stay.',
    input: z.object({ ...seen, reason }),
    reply: changeReply,
  }),
}
