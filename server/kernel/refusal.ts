import type { z } from 'zod/mini'
import { ERRORS, type ErrorCode, errorMessage } from '../../contract/errors.ts'

/** An expected error, by its name in the catalogue. The HTTP layer converts it to the reply. */
export class Refusal extends Error {
  readonly status: number
  constructor(
    readonly code: ErrorCode,
    readonly values: Record<string, string | number> = {},
    readonly fields?: Record<string, string>,
    /** Commit what was written before the refusal: a failed sign-in must still be counted. */
    readonly keepsWrites = false,
  ) {
    super(errorMessage(code, values))
    this.status = ERRORS[code].status
  }
}

export function refuse(code: ErrorCode, values?: Record<string, string | number>): never {
  throw new Refusal(code, values)
}

export function refuseFields(fields: Record<string, string>): never {
  throw new Refusal('input.invalid', {}, fields)
}

/** No form has more fields; listing thousands would only help an attacker. */
const FIELDS_NAMED = 50

/** What is wrong with an input, field by field. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const found = error.issues.flatMap((issue): [string, string][] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => [[...issue.path, key].join('.').slice(0, 100), 'Not a field of this request'])
      : [[issue.path.join('.') || 'request', issue.message]],
  )
  // turned round, so that the first complaint about a field is the one that stays
  return Object.fromEntries(found.slice(0, FIELDS_NAMED).reverse())
}

export function refuseKeepingWrites(code: ErrorCode, values?: Record<string, string | number>): never {
  throw new Refusal(code, values, undefined, true)
}

export function refuseFieldsKeepingWrites(fields: Record<string, string>): never {
  throw new Refusal('input.invalid', {}, fields, true)
}
