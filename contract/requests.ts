import { z } from 'zod/mini'
import { measureSms, toGsm7 } from '../engine/segments.ts'
import { application } from './application.ts'
import { document } from './documents.ts'
import {
  date,
  done,
  endpoint,
  exportOf,
  id,
  kobo,
  listOf,
  moment,
  naira,
  offer,
  page,
  term,
  text,
  why,
} from './endpoint.ts'
import { productTerms, RHYTHMS } from './products.ts'
import { STAGES } from './vocabulary.ts'

export const REQUEST_CHANNELS = ['public', 'staff'] as const

export const FLAGS = [
  'unknownOfficer',
  'nubanWarning',
  'duplicateIdentity',
  'existingCustomer',
  'documentsWanted',
  'resubmitted',
  'sentBack',
  'overridden',
] as const
export type Flag = (typeof FLAGS)[number]

/** What of a queue is past the hours to decide, and what soon will be. */
export const WAITED = ['late', 'soon'] as const
export type Waited = (typeof WAITED)[number]

export const CHECKS = [
  'payrollFound',
  'nameMatch',
  'employmentActive',
  'affordable',
  'retiresLater',
  'salaryAccount',
  'customerFile',
  'noLiveLoan',
  'noDuplicate',
  'notFromStaff',
  'standing',
  'consent',
  'documents',
] as const
export type CheckName = (typeof CHECKS)[number]

export const check = z
  .object({
    name: z.enum(CHECKS),
    title: z.string(),
    result: z.enum(['green', 'amber', 'red']),
    /** What was looked at and found, in a sentence. */
    evidence: z.string(),
    override: z.nullable(z.object({ reasonCode: z.string(), note: z.string(), by: z.string(), at: moment })),
  })
  .register(z.globalRegistry, { id: 'Check' })

/** What falls due in a month against pay; pay itself is masked. */
const payShare = {
  shareOfPayPpm: z.nullable(z.number().check(z.int())).register(z.globalRegistry, {
    description: 'Share of net pay by the payroll, or by the pay stated if the payroll is unknown',
  }),
  payMonth: z
    .nullable(z.string())
    .register(z.globalRegistry, { description: 'The payroll month used; null for pay as stated' }),
  statedShareOfPayPpm: z
    .nullable(z.int())
    .register(z.globalRegistry, { description: 'Share of the net pay stated' }),
}

const terms = z.object({
  amount: kobo,
  tenor: z.int(),
  instalment: kobo,
  inMonth: kobo.clone().register(z.globalRegistry, { description: 'Amount due in the month with the most' }),
  ours: kobo
    .clone()
    .register(z.globalRegistry, { description: 'Instalments of the applicant’s other loans in a month' }),
  ...payShare,
})

export const requestRow = z
  .object({
    id,
    reference: z.string(),
    applicant: z.string(),
    ippisNumber: z.string(),
    mda: z.string(),
    state: z.string(),
    amount: kobo,
    tenor: z.int(),
    rhythm: z.enum(RHYTHMS).register(z.globalRegistry, { description: 'What the tenor is counted in' }),
    instalment: kobo,
    ...payShare,
    productName: z.string(),
    officerCode: z.string(),
    officerName: z.nullable(z.string()),
    channel: z.enum(REQUEST_CHANNELS),
    stage: z.enum(STAGES),
    version: z.int(),
    submittedAt: moment,
    stageSince: moment,
    sla: z.enum(['green', 'amber', 'red', 'none']),
    flags: z.array(z.enum(FLAGS)),
    claimedBy: z.nullable(z.object({ id, name: z.string() })),
    reasonCode: z.nullable(z.string()),
    /** What the one who rejected it wrote; null in the other stages. */
    reasonNote: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'RequestRow' })

export const TIMELINE_KINDS = [
  'submitted',
  'claimed',
  'released',
  'recommended',
  'returned',
  'documentAdded',
  'approved',
  'sentBack',
  'rejected',
  'edited',
  'withdrawn',
  'comment',
  'override',
] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

export const timelineEntry = z
  .object({
    id: z.string(),
    at: moment,
    by: z.string(),
    kind: z.enum(TIMELINE_KINDS),
    reasonCode: z.nullable(z.string()),
    note: z.nullable(z.string()),
    amount: z.nullable(kobo),
    tenor: z.nullable(z.int()),
  })
  .register(z.globalRegistry, { id: 'TimelineEntry' })

/** An application as staff see it: BVN, NIN, account and phones masked, pay left out; revealing them is an act of its own. */
export const maskedApplication = z
  .extend(z.omit(application, { netPay: true }), {
    bvn: z.string(),
    nin: z.string(),
    accountNumber: z.string(),
    phone: z.string(),
    kinPhone: z.string(),
    bankName: z.string(),
  })
  .register(z.globalRegistry, { id: 'MaskedApplication' })

export const ACTS = [
  'claim',
  'release',
  'recommend',
  'return',
  'reject',
  'approve',
  'sendBack',
  'edit',
  'comment',
  'override',
  'addDocument',
] as const

export const request = z
  .object({
    row: requestRow,
    application: maskedApplication,
    productTerms,
    requested: terms,
    recommended: z.nullable(terms),
    approved: z.nullable(terms),
    checklist: z.array(check),
    documents: z.array(document),
    timeline: z.array(timelineEntry),
    retirementOn: z.nullable(z.string()),
    monthsToRetirement: z.nullable(z.int()),
    nuban: z.enum(['ok', 'wrong check digit', 'not checkable', 'not 10 digits']),
    consent: z.object({ version: z.int(), hash: z.string(), at: moment, address: z.string() }),
    documentsWanted: z.nullable(z.string()),
    customerId: z.nullable(id),
    /** The customer this applicant is already, by the BVN. */
    known: z.nullable(z.object({ id, number: z.string() })),
    loanId: z.nullable(id),
    /** Live loans of the applicant that a top-up could settle, with today's figure; chosen by the reviewer. */
    topUp: z.array(z.object({ loanId: id, number: z.string(), settlement: kobo, isChosen: z.boolean() })),
    offers: z.record(z.enum(ACTS), offer),
    /** Neighbours in the queue, for next and previous. */
    previousId: z.nullable(id),
    nextId: z.nullable(id),
  })
  .register(z.globalRegistry, { id: 'Request' })

const customerRequest = z
  .extend(
    z.pick(requestRow, {
      id: true,
      reference: true,
      stage: true,
      productName: true,
      amount: true,
      tenor: true,
      rhythm: true,
      channel: true,
      submittedAt: true,
      stageSince: true,
    }),
    {
      loanId: z.nullable(id),
      consent: z.object({ version: z.int(), hash: z.string(), address: z.string() }),
    },
  )
  .register(z.globalRegistry, { id: 'CustomerRequest' })

/** Whoever has more live loans than this needs a restructure, not a top-up. */
export const TOP_UP_LOANS_MAX = 6

const note = why(1_000)
const reason = { reasonCode: z.string().check(z.minLength(2, 'Choose a reason'), z.maxLength(30)), note }

/** Units of an SMS that the seeded text leaves for the note, with a company name of 20 characters: the SMS stays one part. */
export const RETURN_NOTE_MAX_UNITS = 55

/** Room that a note takes in the SMS: some signs, such as [ and €, count twice. */
export const returnNoteUnits = (written: string): number => measureSms(toGsm7(written.trim())).units

const returnNote = note.check(
  z.refine(
    written => returnNoteUnits(written) <= RETURN_NOTE_MAX_UNITS,
    `At most ${RETURN_NOTE_MAX_UNITS} characters, because the note is sent by SMS. Shorten it.`,
  ),
)
const decided = z
  .object({ stage: z.enum(STAGES), loanId: z.nullable(id) })
  .register(z.globalRegistry, { id: 'Decided' })
/** Which version was on the screen: a stale tab must not decide on something it never showed. */
const seen = { id, version: z.int().check(z.gte(1)) }

export const requestApi = {
  requestList: endpoint({
    // a phone number that is searched for must not stand in an address
    method: 'POST',
    path: '/api/loan-requests/list',
    permission: 'console.read',
    summary:
      'Lists the requests of one stage: a queue by age, or decided requests; by name, reference, number, phone or employer.',
    reads: true,
    replay: false,
    input: z.extend(page, {
      stage: z.enum(STAGES),
      search: z.optional(term(100)),
      officerCode: z.optional(term(60)),
      channel: z.optional(z.enum(REQUEST_CHANNELS)),
      flag: z.optional(z.enum(FLAGS)),
      claimed: z.optional(z.enum(['me', 'nobody', 'others'])),
      sla: z.optional(z.enum(WAITED)).register(z.globalRegistry, {
        description: 'Filter by SLA status. Stages without an SLA have none.',
      }),
      from: z.optional(date),
      to: z.optional(date),
      sort: z._default(z.enum(['age', '-age', 'amount', '-amount', 'applicant', '-applicant']), 'age'),
    }),
    reply: listOf(requestRow),
  }),
  requestCounts: endpoint({
    method: 'GET',
    path: '/api/loan-requests/counts',
    permission: 'console.read',
    summary: 'Returns the number of requests at each stage.',
    input: z.object({}),
    reply: z.object({ reviewer: z.int(), authorizer: z.int(), rejected: z.int() }),
  }),
  requestGet: endpoint({
    method: 'GET',
    path: '/api/loan-requests/:id',
    permission: 'console.read',
    summary: 'Returns one request with its checks, documents and timeline.',
    input: z.object({ id }),
    reply: request,
  }),
  requestVersions: endpoint({
    method: 'GET',
    path: '/api/loan-requests/:id/versions',
    permission: 'console.read',
    summary: 'Lists every version of the application, masked, oldest first, for comparison.',
    input: z.object({ id }),
    reply: z.object({
      rows: z.array(
        z.object({
          version: z.int(),
          at: moment,
          by: z.string(),
          application: maskedApplication,
          /** How much more or less net pay is stated than in the version before; null in the first. */
          netPayChangePpm: z.nullable(z.int()),
        }),
      ),
    }),
  }),
  requestsOfCustomer: endpoint({
    method: 'GET',
    path: '/api/customers/:customerId/requests',
    permission: 'console.read',
    summary: 'Lists all requests of one customer with the consent given in each, newest first.',
    input: z.object({ customerId: id }),
    reply: z.object({ rows: z.array(customerRequest) }),
  }),
  requestReveal: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/reveal',
    permission: 'personal.reveal',
    summary:
      'Returns BVN, NIN, account number, phone numbers and net pay in full. The view is logged with its reason.',
    replay: false,
    input: z.object({ id, reason: why(300) }),
    reply: z.object({
      bvn: z.string(),
      nin: z.string(),
      accountNumber: z.string(),
      phone: z.string(),
      kinPhone: z.string(),
      netPay: kobo,
    }),
  }),
  requestClaim: endpoint({
    method: 'POST',
    path: '/api/loan-requests/claim',
    permission: 'console.read',
    summary:
      'Claims requests so that two users do not work on the same one. Needs the permission of their stage.',
    input: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    reply: z.object({ claimed: z.array(id), taken: z.array(z.object({ id, by: z.string() })) }),
  }),
  requestRelease: endpoint({
    method: 'POST',
    path: '/api/loan-requests/release',
    permission: 'console.read',
    summary: 'Releases claimed requests.',
    input: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)) }),
    reply: done,
  }),
  requestComment: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/comments',
    permission: 'request.initiate',
    summary: 'Adds a comment to the timeline.',
    input: z.object({ id, note: text(1_000, 1) }),
    reply: done,
  }),
  requestOverride: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/override',
    permission: 'request.review',
    summary: 'Overrides a failed check with a reason. Overrides are reported.',
    input: z.object({ ...seen, check: z.enum(CHECKS), ...reason }),
    reply: done,
  }),
  requestRecommend: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/recommend',
    permission: 'request.review',
    summary: 'Recommends a request, with amount and tenor within the product’s limits (Reviewer).',
    input: z.object({
      ...seen,
      amount: naira.check(z.refine(value => value > 0n, 'An amount above zero')),
      tenor: z.int().check(z.gte(1), z.lte(120)),
      /** A top-up: live loans of the applicant that the pay-out settles first. */
      settles: z._default(z.array(id).check(z.maxLength(TOP_UP_LOANS_MAX)), []),
      note: z._default(text(1_000, 0), ''),
    }),
    reply: decided,
  }),
  requestReturn: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/return',
    permission: 'request.review',
    summary:
      'Asks the applicant for documents by SMS (Reviewer). The request stays in the queue, marked. The note has at most 55 characters.',
    input: z.object({ ...seen, ...reason, note: returnNote }),
    reply: decided,
  }),
  requestReject: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/reject',
    permission: 'console.read',
    summary: 'Rejects a request with a reason (Reviewer or Authorizer, in their own queue).',
    input: z.object({ ...seen, ...reason }),
    reply: decided,
  }),
  requestSendBack: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/send-back',
    permission: 'request.authorize',
    summary: 'Sends the request back to the reviewer (Authorizer).',
    input: z.object({ ...seen, ...reason }),
    reply: decided,
  }),
  requestAuthorize: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/authorize',
    permission: 'request.authorize',
    summary:
      'Approves a request (Authorizer). Creates customer, account, loan, offer letter and message in one transaction.',
    input: z.object({
      ...seen,
      note: z._default(text(1_000, 0), ''),
      /** The overridden failed checks that the authorizer has read and confirmed: all of the request. */
      confirmed: z._default(z.array(z.enum(CHECKS)).check(z.maxLength(CHECKS.length)), []),
    }),
    reply: decided,
  }),
  requestEdit: endpoint({
    method: 'PUT',
    path: '/api/loan-requests/:id',
    permission: 'request.edit',
    summary: 'Edits a rejected request and resubmits it to the reviewer as a new version.',
    input: z.object({
      ...seen,
      /** Masked fields left out keep what they were. */
      application: z.extend(application, {
        bvn: z.optional(application.shape.bvn),
        nin: z.optional(application.shape.nin),
        accountNumber: z.optional(application.shape.accountNumber),
        phone: z.optional(application.shape.phone),
        kinPhone: z.optional(application.shape.kinPhone),
        netPay: z.optional(application.shape.netPay),
      }),
      note,
    }),
    reply: decided,
  }),
}

export const requestExportApi = {
  requestExport: exportOf(
    requestApi.requestList,
    '/api/loan-requests/export',
    'Exports the filtered requests of a stage as CSV or XLSX.',
  ),
}

/** What the marks of a request are called, in the queue and in its sheet. */

export const FLAG_WORDS: Record<Flag, { label: string; means: string }> = {
  unknownOfficer: {
    label: 'Unknown officer',
    means: 'The account officer code is unknown, or the link is disabled or has expired.',
  },
  nubanWarning: {
    label: 'Account check failed',
    means: 'The account number does not match the bank’s check digit.',
  },
  duplicateIdentity: {
    label: 'Duplicate',
    means: 'Another person uses the same BVN, NIN, phone or account.',
  },
  existingCustomer: { label: 'Customer', means: 'The BVN belongs to an existing customer.' },
  documentsWanted: {
    label: 'Documents due',
    means: 'The applicant was asked for documents and has not sent them yet.',
  },
  resubmitted: { label: 'Resubmitted', means: 'Rejected earlier, then edited. Compare the versions.' },
  sentBack: { label: 'Sent back', means: 'Sent back by the authorizer for another review.' },
  overridden: {
    label: 'Override',
    means: 'A failed check was overridden with a reason.',
  },
}

export const CHANNEL_WORDS = { public: 'Public page', staff: 'Staff' } as const

/** How a request stands against the hours the settings allow; nothing is said where nobody has to decide. */
export const SLA_WORDS = { green: 'On track', amber: 'Due soon', red: 'Overdue' } as const
