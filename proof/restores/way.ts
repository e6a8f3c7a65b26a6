import type pg from 'pg'
import type { Program } from '../../server/kernel/act.ts'

/** A database under load that is backed up in one way. */
export type Way = {
  name: string
  program: Program
  pool: pg.Pool
  backUp(): Promise<void>
  /** What was written up to now is in the second place. */
  save(): Promise<void>
  /** The machine and its disk are gone. */
  lose(): Promise<void>
  /** Restores to a moment, or to the end, verifies ledger and audit trail, looks at the copy and drops it. */
  restore(
    to: Date | undefined,
    look: (restored: pg.Pool) => Promise<string[]>,
  ): Promise<{ ms: number; problems: string[] }>
}
