import { z } from 'zod/mini'
import { done, endpoint, fileReply, hasControlCharacters, id, moment, why } from './endpoint.ts'

export const DOCUMENT_SOURCES = ['applicant', 'staff', 'system'] as const

/** The add-document form: limits, types and messages are given, word for word (decision 19). */
export const DOCUMENT_MAX_BYTES = 524_288
export const DOCUMENT_TITLE_MAX_LENGTH = 255
export const DOCUMENT_ACCEPT = '.jpg,.jpeg,.png,.pdf,.docx,.xlsx'
export const DOCUMENT_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
} as const
export type DocumentType = keyof typeof DOCUMENT_TYPES
export const DOCUMENT_TYPE_NAMES = Object.keys(DOCUMENT_TYPES) as [DocumentType, ...DocumentType[]]

export const DOCUMENT_MESSAGES = {
  titleRequired: 'Title is required',
  titleTooLong: 'Title is too long',
  fileRequired: 'Please provide a valid file',
  wrongType: 'Invalid file type. Please upload an image, PDF, Word document, or Excel file.',
  tooLarge: 'File size must be less than 0.5 MB',
} as const

/** Base64 grows by a third; the rest is the JSON around it. */
export const DOCUMENT_BODY_MAX_BYTES = 900 * 1024

export const documentTitle = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(DOCUMENT_TITLE_MAX_LENGTH * 4, DOCUMENT_MESSAGES.titleTooLong)),
    z.transform(value => value.normalize('NFC').trim()),
  ),
  z.string().check(
    z.minLength(1, DOCUMENT_MESSAGES.titleRequired),
    z.maxLength(DOCUMENT_TITLE_MAX_LENGTH, DOCUMENT_MESSAGES.titleTooLong),
    z.refine(value => !hasControlCharacters(value), 'Title has characters that cannot be shown'),
  ),
)
/** The file's content as base64, under the name it is given (decision 19). */
export const documentPath = z.string().check(z.minLength(1, DOCUMENT_MESSAGES.fileRequired))

/** What a document can belong to. */
export const DOCUMENT_SUBJECTS = ['request', 'customer', 'loan', 'journal'] as const
export type DocumentSubject = (typeof DOCUMENT_SUBJECTS)[number]
const subject = { subjectType: z.enum(DOCUMENT_SUBJECTS), subjectId: id }

export const document = z
  .object({
    id,
    title: z.string(),
    type: z.enum(DOCUMENT_TYPE_NAMES),
    bytes: z.int(),
    sha256: z.string(),
    addedAt: moment,
    addedBy: z.string(),
    /** A draft's documents move to its request when it is submitted. */
    subjectType: z.enum(['draft', ...DOCUMENT_SUBJECTS]),
    subjectId: id,
    /** Encrypted PDFs ask for their password in the viewer. */
    source: z.enum(DOCUMENT_SOURCES),
  })
  .register(z.globalRegistry, { id: 'Document' })

export const documentApi = {
  documentList: endpoint({
    method: 'GET',
    path: '/api/documents',
    permission: 'console.read',
    summary: 'Lists the documents of one record.',
    input: z.object(subject),
    reply: z.object({ rows: z.array(document) }),
  }),
  documentAdd: endpoint({
    method: 'POST',
    path: '/api/documents',
    permission: 'customer.change',
    summary:
      'Adds a document: title and file in base64. The file type is read from the content, not the name.',
    bodyLimit: DOCUMENT_BODY_MAX_BYTES,
    input: z.object({ id, ...subject, title: documentTitle, path: documentPath }),
    reply: document,
  }),
  documentOpen: endpoint({
    method: 'GET',
    path: '/api/documents/:id/content',
    permission: 'console.read',
    summary:
      'Returns a document as an attachment. Every view is logged. Uploaded documents may contain personal data, so they need the right to reveal and a reason.',
    input: z.object({ id, reason: z.optional(why(300)) }),
    reply: fileReply,
  }),
  documentRetire: endpoint({
    method: 'POST',
    path: '/api/documents/:id/retire',
    permission: 'customer.change',
    summary: 'Removes a document from the list. It stays in the history.',
    input: z.object({ id, reason: why(300) }),
    reply: done,
  }),
}
