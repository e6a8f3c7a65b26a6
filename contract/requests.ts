import { z } from 'zod'
import { application } from './application.ts'
import { DOCUMENT_BODY_LIMIT, document, documentPath, documentTitle } from './documents.ts'
import { date, done, endpoint, id, kobo, listOf, moment, page, term, text, why } from './endpoint.ts'
import { productTerms } from './products.ts'

/** Where a request can be. The moves between them are one table, in the server's requests module. */
export const STAGES = ['reviewer', 'authorizer', 'approved', 'rejected', 'withdrawn'] as const
export type Stage = (typeof STAGES)[number]

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
    override: z.object({ reasonCode: z.string(), note: z.string(), by: z.string(), at: moment }).nullable(),
  })
  .meta({ id: 'Check' })

const terms = z.object({ amount: kobo, tenor: z.number().int(), instalment: kobo })

export const requestRow = z
  .object({
    id,
    reference: z.string(),
    applicant: z.string(),
    ippisNumber: z.string(),
    mda: z.string(),
    state: z.string(),
    amount: kobo,
    tenor: z.number().int(),
    instalment: kobo,
    shareOfPayPpm: z.number().int().nullable(),
    productName: z.string(),
    officerCode: z.string(),
    officerName: z.string().nullable(),
    channel: z.enum(['public', 'staff']),
    stage: z.enum(STAGES),
    version: z.number().int(),
    submittedAt: moment,
    stageSince: moment,
    sla: z.enum(['green', 'amber', 'red', 'none']),
    flags: z.array(z.enum(FLAGS)),
    claimedBy: z.object({ id, name: z.string() }).nullable(),
    reasonCode: z.string().nullable(),
    /** What the one who rejected it wrote; null in the other stages. */
    reasonNote: z.string().nullable(),
  })
  .meta({ id: 'RequestRow' })

export const timelineEntry = z
  .object({
    id: z.string(),
    at: moment,
    by: z.string(),
    kind: z.enum([
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
    ]),
    reasonCode: z.string().nullable(),
    note: z.string().nullable(),
    amount: kobo.nullable(),
    tenor: z.number().int().nullable(),
  })
  .meta({ id: 'TimelineEntry' })

/** An application as staff see it: BVN, NIN, account and phones masked; revealing them is an act of its own. */
export const maskedApplication = application
  .extend({
    bvn: z.string(),
    nin: z.string(),
    accountNumber: z.string(),
    phone: z.string(),
    kinPhone: z.string(),
    bankName: z.string(),
  })
  .meta({ id: 'MaskedApplication' })

/** What the screen may offer, and why not: decided by the server, worded for people. */
const offer = z.object({ allowed: z.boolean(), why: z.string().nullable() })
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
    recommended: terms.nullable(),
    approved: terms.nullable(),
    checklist: z.array(check),
    documents: z.array(document),
    timeline: z.array(timelineEntry),
    retirementOn: z.string().nullable(),
    monthsToRetirement: z.number().int().nullable(),
    nuban: z.enum(['ok', 'wrong check digit', 'not checkable', 'not 10 digits']),
    consent: z.object({ version: z.number().int(), hash: z.string(), at: moment, address: z.string() }),
    documentsWanted: z.string().nullable(),
    customerId: id.nullable(),
    /** The customer this applicant is already, by the BVN. */
    known: z.object({ id, number: z.string() }).nullable(),
    loanId: id.nullable(),
    /** Live loans of the applicant that a top-up could settle, with today's figure; chosen by the reviewer. */
    topUp: z.array(z.object({ loanId: id, number: z.string(), settlement: kobo, isChosen: z.boolean() })),
    offers: z.record(z.enum(ACTS), offer),
    /** Neighbours in the queue, for next and previous. */
    previousId: id.nullable(),
    nextId: id.nullable(),
  })
  .meta({ id: 'Request' })

const customerRequest = requestRow
  .pick({
    id: true,
    reference: true,
    stage: true,
    productName: true,
    amount: true,
    tenor: true,
    channel: true,
    submittedAt: true,
    stageSince: true,
  })
  .extend({
    loanId: id.nullable(),
    consent: z.object({ version: z.number().int(), hash: z.string(), address: z.string() }),
  })
  .meta({ id: 'CustomerRequest' })

/** Whoever has more live loans than this needs a restructure, not a top-up. */
export const TOP_UP_LOANS_MOST = 6

const note = why(1_000)
const reason = { reasonCode: z.string().min(2, 'Choose a reason').max(30), note }
const decided = z.object({ stage: z.enum(STAGES), loanId: id.nullable() }).meta({ id: 'Decided' })
/** Which version was on the screen: a stale tab must not decide on something it never showed. */
const seen = { id, version: z.number().int().min(1) }

const publicProduct = z.object({
  id,
  name: z.string(),
  description: z.string(),
  version: z.number().int(),
  terms: productTerms,
})

const proofOfWork = z
  .object({
    algorithm: z.string(),
    challenge: z.string(),
    salt: z.string(),
    signature: z.string(),
    maxnumber: z.number().int(),
  })
  .meta({ id: 'ProofOfWork' })

const documentLimit = DOCUMENT_BODY_LIMIT

export const requestApi = {
  // ── The public page ──────────────────────────────────────────────────────────────────────────────────────────────
  publicPage: endpoint({
    method: 'GET',
    path: '/api/public/loan-request',
    public: true,
    summary: 'Whether requests are taken, through whom, for which products, and what must be agreed to.',
    input: z.object({ accountOfficerCode: term(60).optional() }),
    reply: z.object({
      isOpen: z.boolean(),
      notice: z.string(),
      today: z.string(),
      officer: z.object({ code: z.string(), name: z.string().nullable() }).nullable(),
      products: z.array(publicProduct),
      payrollSources: z.array(z.object({ code: z.string(), name: z.string() })),
      consent: z.object({ version: z.number().int(), text: z.string() }),
      requiredDocuments: z.array(z.string()),
      phoneCode: z.boolean(),
      proofOfWork,
    }),
  }),
  publicLinkStarted: endpoint({
    method: 'POST',
    path: '/api/public/loan-request/started',
    public: true,
    summary: 'Counts that somebody began to fill the form in through an officer’s link.',
    replay: false,
    unaudited: true, // a counter of strangers, not an act on a record
    input: z.object({ accountOfficerCode: term(60) }),
    reply: done,
  }),
  draftOpen: endpoint({
    method: 'POST',
    path: '/api/public/drafts',
    public: true,
    summary: 'Opens a draft after a small proof of work, so that files can follow one by one.',
    input: z.object({
      id,
      proof: z.string().max(2_000),
      /** A field no person sees; a robot fills it in. */
      website: z.string().max(200).default(''),
    }),
    reply: done,
  }),
  draftDocumentAdd: endpoint({
    method: 'POST',
    path: '/api/public/drafts/:draftId/documents',
    public: true,
    summary: 'Adds a document to a draft.',
    bodyLimit: documentLimit,
    input: z.object({ draftId: id, id, title: documentTitle, path: documentPath }),
    reply: z.object({ id, title: z.string(), bytes: z.number().int() }),
  }),
  draftDocumentRemove: endpoint({
    method: 'POST',
    path: '/api/public/drafts/:draftId/documents/:id/remove',
    public: true,
    summary: 'Takes a document out of a draft again.',
    input: z.object({ draftId: id, id }),
    reply: done,
  }),
  phoneCodeSend: endpoint({
    method: 'POST',
    path: '/api/public/drafts/:draftId/phone-code',
    public: true,
    summary: 'Sends a six-digit code to the applicant’s phone.',
    replay: false,
    input: z.object({ draftId: id, phone: z.string().max(30) }),
    reply: z.object({ waitSeconds: z.number().int() }),
  }),
  requestSubmit: endpoint({
    method: 'POST',
    path: '/api/public/loan-requests',
    public: true,
    summary: 'Submits the request. The same applicant with a pending one gets that reference.',
    replay: false, // its own id makes a repeat the same act
    input: z.object({ id, draftId: id, application, phoneCode: z.string().trim().max(10).default('') }),
    reply: z.object({
      reference: z.string(),
      alreadyPending: z.boolean(),
      /** For staff, to open it; an applicant needs no more than the reference. */
      requestId: id.nullable(),
    }),
  }),
  requestStatus: endpoint({
    method: 'POST',
    path: '/api/public/loan-requests/status',
    public: true,
    summary: 'The status of a request, by reference and phone; nothing else.',
    replay: false,
    unaudited: true, // a look-up; wrong pairs are counted by the rate limit
    input: z.object({ reference: term(30).toUpperCase(), phone: z.string().max(30) }),
    reply: z.object({
      reference: z.string(),
      stage: z.enum(STAGES),
      submittedAt: moment,
      documentsWanted: z.string().nullable(),
      canWithdraw: z.boolean(),
    }),
  }),
  requestWithdraw: endpoint({
    method: 'POST',
    path: '/api/public/loan-requests/withdraw',
    public: true,
    summary: 'The applicant takes the request back, until it is approved.',
    input: z.object({ reference: term(30).toUpperCase(), phone: z.string().max(30) }),
    reply: z.object({ stage: z.enum(STAGES) }),
  }),
  requestDocumentAdd: endpoint({
    method: 'POST',
    path: '/api/public/loan-requests/documents',
    public: true,
    summary: 'The applicant adds a document that was asked for.',
    bodyLimit: documentLimit,
    input: z.object({
      id,
      reference: term(30).toUpperCase(),
      phone: z.string().max(30),
      title: documentTitle,
      path: documentPath,
    }),
    reply: done,
  }),

  // ── The queues ───────────────────────────────────────────────────────────────────────────────────────────────────
  requestList: endpoint({
    method: 'GET',
    path: '/api/loan-requests',
    permission: 'console.read',
    summary: 'One stage’s requests: a queue by age, or what was decided.',
    input: page.extend({
      stage: z.enum(STAGES),
      search: term(100).optional(),
      officerCode: term(60).optional(),
      channel: z.enum(['public', 'staff']).optional(),
      flag: z.enum(FLAGS).optional(),
      claimed: z.enum(['me', 'nobody', 'others']).optional(),
      from: date.optional(),
      to: date.optional(),
      sort: z.enum(['age', '-age', 'amount', '-amount', 'applicant', '-applicant']).default('age'),
    }),
    reply: listOf(requestRow),
  }),
  requestCounts: endpoint({
    method: 'GET',
    path: '/api/loan-requests/counts',
    permission: 'console.read',
    summary: 'How many requests are in each stage.',
    input: z.object({}),
    reply: z.object({ reviewer: z.number().int(), authorizer: z.number().int(), rejected: z.number().int() }),
  }),
  requestGet: endpoint({
    method: 'GET',
    path: '/api/loan-requests/:id',
    permission: 'console.read',
    summary: 'Everything needed to answer "should we lend?".',
    input: z.object({ id }),
    reply: request,
  }),
  requestVersions: endpoint({
    method: 'GET',
    path: '/api/loan-requests/:id/versions',
    permission: 'console.read',
    summary: 'Every version of the application, masked, oldest first, for the diff.',
    input: z.object({ id }),
    reply: z.object({
      rows: z.array(
        z.object({ version: z.number().int(), at: moment, by: z.string(), application: maskedApplication }),
      ),
    }),
  }),
  requestsOfCustomer: endpoint({
    method: 'GET',
    path: '/api/customers/:customerId/requests',
    permission: 'console.read',
    summary: 'All requests of one customer with the consent given in each, newest first.',
    input: z.object({ customerId: id }),
    reply: z.object({ rows: z.array(customerRequest) }),
  }),
  requestReveal: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/reveal',
    permission: 'personal.reveal',
    summary: 'Shows BVN, NIN, account number and phones in full; who looked and why is kept.',
    replay: false,
    input: z.object({ id, reason: why(300) }),
    reply: z.object({
      bvn: z.string(),
      nin: z.string(),
      accountNumber: z.string(),
      phone: z.string(),
      kinPhone: z.string(),
    }),
  }),
  requestClaim: endpoint({
    method: 'POST',
    path: '/api/loan-requests/claim',
    permission: 'console.read',
    summary:
      'Takes requests to work on, so that two people do not do the same; needs the right of their stage.',
    input: z.object({ ids: z.array(id).min(1).max(100) }),
    reply: z.object({ claimed: z.array(id), taken: z.array(z.object({ id, by: z.string() })) }),
  }),
  requestRelease: endpoint({
    method: 'POST',
    path: '/api/loan-requests/release',
    permission: 'console.read',
    summary: 'Gives claimed requests back to the queue.',
    input: z.object({ ids: z.array(id).min(1).max(100) }),
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
    summary: 'Lets a red item pass, with a reason; overrides are reported.',
    input: z.object({ ...seen, check: z.enum(CHECKS), ...reason }),
    reply: done,
  }),
  requestRecommend: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/recommend',
    permission: 'request.review',
    summary: 'Reviewer: recommends, with amount and tenor within the product’s limits.',
    input: z.object({
      ...seen,
      amount: kobo,
      tenor: z.number().int().min(1).max(120),
      /** A top-up: live loans of the applicant that the pay-out settles first. */
      settles: z.array(id).max(TOP_UP_LOANS_MOST).default([]),
      note: text(1_000, 0).default(''),
    }),
    reply: decided,
  }),
  requestReturn: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/return',
    permission: 'request.review',
    summary: 'Reviewer: asks the applicant for documents; the request stays in the queue, marked.',
    input: z.object({ ...seen, ...reason }),
    reply: decided,
  }),
  requestReject: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/reject',
    permission: 'console.read',
    summary: 'Reviewer or Authorizer, in their own queue: rejects with a reason.',
    input: z.object({ ...seen, ...reason }),
    reply: decided,
  }),
  requestSendBack: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/send-back',
    permission: 'request.authorize',
    summary: 'Authorizer: sends the request back to the reviewer.',
    input: z.object({ ...seen, ...reason }),
    reply: decided,
  }),
  requestAuthorize: endpoint({
    method: 'POST',
    path: '/api/loan-requests/:id/authorize',
    permission: 'request.authorize',
    summary:
      'Authorizer: approves. Customer, account, loan, offer letter and message come about in one transaction.',
    input: z.object({ ...seen, note: text(1_000, 0).default('') }),
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
      application: application.extend({
        bvn: application.shape.bvn.optional(),
        nin: application.shape.nin.optional(),
        accountNumber: application.shape.accountNumber.optional(),
        phone: application.shape.phone.optional(),
        kinPhone: application.shape.kinPhone.optional(),
      }),
      note,
    }),
    reply: decided,
  }),
}
