/** Where a request can be. The moves between them are one table, in the server's requests module. */
export const STAGES = ['reviewer', 'authorizer', 'approved', 'rejected', 'withdrawn'] as const
export type Stage = (typeof STAGES)[number]
