import { ERRORS, type ErrorCode } from '../../contract/errors.ts'

const isCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** A refusal is kept by its code, which searches well; people read the sentence. */
export const reasonText = (reason: string | null): string | null =>
  reason !== null && isCode(reason) ? ERRORS[reason].message : reason
