/** What somebody typed, for LIKE: a % or _ in it means itself. */
export const literally = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')

export const anywhere = (typed: string): string => `%${literally(typed)}%`
