/** What a fault was, for the log and without the values that were in it: an error of the database repeats those it failed on. */

/** Of PostgreSQL; other errors have longer codes, or none. */
const databaseCode = (error: Error): string | undefined => {
  const { code } = error as { code?: string }
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}

export function describeFault(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  const isDatabase = databaseCode(error) !== undefined
  return {
    type: error.name,
    code,
    constraint,
    table,
    message: isDatabase ? undefined : error.message,
    stack: isDatabase ? undefined : error.stack,
  }
}

/** In a few words. */
export function nameFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = databaseCode(error)
  return code ? `PostgreSQL error ${code}` : error.message
}
