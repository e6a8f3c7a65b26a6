import type { Tx } from './db.ts'

/** One check: what was examined, in figures, and what was found wrong. */
export type Check = { name: string; run(tx: Tx): Promise<{ figure: string; problems: string[] }> }
