import { DOCUMENT_MESSAGES, type DocumentType } from '../../../contract/documents.ts'

/** What a file is by its content, or why it is not taken. */
export type Verdict = { type: DocumentType } | { problem: Problem }

/** A file of no accepted type, or of two types at once, gets the form's own message; others get a sentence that says what to do. */
export const PROBLEMS = {
  wrongType: DOCUMENT_MESSAGES.wrongType,
  damaged: 'This file is damaged and cannot be opened. Save or scan it again and choose the new copy.',
  hidden: DOCUMENT_MESSAGES.wrongType,
  picturePixels: 'This picture has too many pixels. Make it smaller than 12,000 pixels on each side.',
  active:
    'This PDF runs scripts, starts programs or carries other files. Print it to a new PDF and choose that one.',
  macros: 'This file has macros. Save it without macros and choose the new copy.',
  packed: 'This file unpacks to far more than it should. Save it again and choose the new copy.',
  unchecked: 'Parts of this PDF cannot be checked. Print it to a new PDF and upload that file.',
  locked: 'This Word or Excel file is locked with a password. Save it without one and choose the new copy.',
  outside:
    'This file loads parts from elsewhere. Save a copy without links to other files and choose that one.',
} as const
export type Problem = keyof typeof PROBLEMS

/** Reads a structure; whatever points outside the file ends here. */
export function within<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
