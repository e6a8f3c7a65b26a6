import { ERRORS, type ErrorCode, errorMessage } from '../contract/errors.ts'

/** An expected "no", by its name in the catalogue. The door turns it into the answer. */
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

export function refuseKeepingWrites(code: ErrorCode, values?: Record<string, string | number>): never {
  throw new Refusal(code, values, undefined, true)
}

export function refuseFieldsKeepingWrites(fields: Record<string, string>): never {
  throw new Refusal('input.invalid', {}, fields, true)
}
