import { z } from 'zod/mini'
import { application } from './application.ts'
import { DOCUMENT_BODY_MAX_BYTES, documentPath, documentTitle } from './documents.ts'
import { done, endpoint, id, moment, term } from './endpoint.ts'
import { productTerms } from './products.ts'
import { STAGES } from './vocabulary.ts'

const publicProduct = z.object({
  id,
  name: z.string(),
  description: z.string(),
  version: z.int(),
  terms: productTerms,
})

const proofOfWork = z
  .object({
    algorithm: z.string(),
    challenge: z.string(),
    salt: z.string(),
    signature: z.string(),
    maxnumber: z.int(),
  })
  .register(z.globalRegistry, { id: 'ProofOfWork' })

/** What an applicant does at the public page, signed in nowhere, and whoever was handed a letter of ours. */
/** IRK-9TST-2DEC however it is typed: in small letters, with blanks or other dashes, without them, without IRK. */
export function asReference(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^IRK(?=.{8}$)/, '')
  return letters.length === 8 ? `IRK-${letters.slice(0, 4)}-${letters.slice(4)}` : typed
}
const requestReference = term(30).check(z.overwrite(asReference))

export const publicRequestApi = {
  publicPage: endpoint({
    method: 'GET',
    path: '/api/public/loan-request',
    public: true,
    summary:
      'Returns whether requests are accepted, the account officer, the products and the terms to accept.',
    input: z.object({ accountOfficerCode: z.optional(term(60)) }),
    reply: z.object({
      isOpen: z.boolean(),
      notice: z.string(),
      today: z.string(),
      officer: z.nullable(z.object({ code: z.string(), name: z.nullable(z.string()) })),
      products: z.array(publicProduct),
      payrollSources: z.array(z.object({ code: z.string(), name: z.string() })),
      consent: z.object({ version: z.int(), text: z.string() }),
      requiredDocuments: z.array(z.string()),
      phoneCode: z.boolean(),
      proofOfWork,
    }),
  }),
  publicLinkStarted: endpoint({
    method: 'POST',
    path: '/api/public/loan-request/started',
    public: true,
    summary: 'Counts that an applicant started the form through an account officer’s link.',
    replay: false,
    unaudited: true, // a counter of strangers, not an act on a record
    input: z.object({ accountOfficerCode: term(60) }),
    reply: done,
  }),
  draftOpen: endpoint({
    method: 'POST',
    path: '/api/public/drafts',
    public: true,
    summary: 'Opens a draft after a small proof of work, so that files can be uploaded one by one.',
    input: z.object({
      id,
      proof: z.string().check(z.maxLength(2_000)),
      /** A field no person sees; a robot fills it in. */
      website: z._default(z.string().check(z.maxLength(200)), ''),
    }),
    reply: done,
  }),
  draftDocumentAdd: endpoint({
    method: 'POST',
    path: '/api/public/drafts/:draftId/documents',
    public: true,
    summary: 'Adds a document to a draft.',
    bodyLimit: DOCUMENT_BODY_MAX_BYTES,
    input: z.object({ draftId: id, id, title: documentTitle, path: documentPath }),
    reply: z.object({ id, title: z.string(), bytes: z.int() }),
  }),
  draftDocumentRemove: endpoint({
    method: 'POST',
    path: '/api/public/drafts/:draftId/documents/:id/remove',
    public: true,
    summary: 'Removes a document from a draft.',
    input: z.object({ draftId: id, id }),
    reply: done,
  }),
  phoneCodeSend: endpoint({
    method: 'POST',
    path: '/api/public/drafts/:draftId/phone-code',
    public: true,
    summary: 'Sends a six-digit code to the applicant’s phone.',
    replay: false,
    input: z.object({ draftId: id, phone: z.string().check(z.maxLength(30)) }),
    reply: z.object({ waitSeconds: z.int() }),
  }),
  requestSubmit: endpoint({
    method: 'POST',
    path: '/api/public/loan-requests',
    public: true,
    summary: 'Submits a loan request. An applicant with a pending request gets that reference.',
    replay: false, // its own id makes a repeat the same act
    input: z.object({
      id,
      draftId: id,
      application,
      phoneCode: z._default(z.string().check(z.trim(), z.maxLength(10)), ''),
    }),
    reply: z.object({
      reference: z.string(),
      alreadyPending: z.boolean(),
      /** For staff, to open it; an applicant needs no more than the reference. */
      requestId: z.nullable(id),
    }),
  }),
  requestStatus: endpoint({
    method: 'POST',
    path: '/api/public/loan-requests/status',
    public: true,
    summary: 'Returns the status of a request by reference and phone number, and nothing else.',
    replay: false,
    unaudited: true, // a look-up; wrong pairs are counted by the rate limit
    input: z.object({ reference: requestReference, phone: z.string().check(z.maxLength(30)) }),
    reply: z.object({
      reference: z.string(),
      stage: z.enum(STAGES),
      submittedAt: moment,
      documentsWanted: z.nullable(z.string()),
      canWithdraw: z.boolean(),
    }),
  }),
  requestWithdraw: endpoint({
    method: 'POST',
    path: '/api/public/loan-requests/withdraw',
    public: true,
    summary: 'Withdraws the applicant’s request before it is approved.',
    input: z.object({ reference: requestReference, phone: z.string().check(z.maxLength(30)) }),
    reply: z.object({ stage: z.enum(STAGES) }),
  }),
  requestDocumentAdd: endpoint({
    method: 'POST',
    path: '/api/public/loan-requests/documents',
    public: true,
    summary: 'Adds a document the applicant was asked for.',
    bodyLimit: DOCUMENT_BODY_MAX_BYTES,
    input: z.object({
      id,
      reference: requestReference,
      phone: z.string().check(z.maxLength(30)),
      title: documentTitle,
      path: documentPath,
    }),
    reply: done,
  }),
  clearanceCheck: endpoint({
    method: 'POST',
    path: '/api/public/clearance',
    public: true,
    summary: 'Returns whether a clearance letter is genuine and still valid, and nothing else.',
    replay: false,
    unaudited: true, // a look-up that shows nothing of anybody
    input: z.object({
      loanNumber: term(20).check(z.overwrite(typed => typed.toUpperCase().replace(/[^0-9A-Z]/g, ''))),
      code: term(20).check(z.toUpperCase()),
    }),
    reply: z.object({ genuine: z.boolean() }),
  }),
}
