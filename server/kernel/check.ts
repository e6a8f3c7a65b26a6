import type { Tx } from './db.ts'

/** One thing that must hold: what was looked at, in figures, and what was found wrong. */
export type Check = { name: string; run(tx: Tx): Promise<{ figure: string; problems: string[] }> }
