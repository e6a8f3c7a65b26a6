import { randomUUID } from 'node:crypto'
import { type AuditNote, appendAudit, recordsOf } from './audit.ts'
import type { BackupPlace } from './backupPlace.ts'
import { businessDate, type Clock } from './clock.ts'
import type { ClockGuard } from './clockGuard.ts'
import type { Actor, Context } from './context.ts'
import { inTransaction, retried } from './db.ts'
import type { Db } from './dbTypes.ts'
import { enqueue } from './jobs.ts'
import type { Keys } from './keys.ts'

/** Context for actions outside HTTP: jobs, commands and the sample lender use the same functions as the screen. */
export type Program = {
  db: Db
  clock: Clock
  keys: Keys
  dataDirectory: string
  /** An SMS provider on this very machine is spoken to: for tests and trials only. */
  localGateway?: boolean
  /** Refuses what would be written by a clock that runs ahead; tests and the sample lender have clocks of their own. */
  clockGuard?: ClockGuard
  /** The built-in database and where it is backed up to. */
  backup?: (BackupPlace & { url: string }) | undefined
}

/** The lender's own machine, where no person acts. */
export const SYSTEM: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  name: 'Iroko',
  email: '',
  roles: [],
  sessionId: '00000000-0000-0000-0000-000000000000',
  accountOfficerCode: null,
  totpEnrolled: false,
  totpRequired: false,
}

/** Runs one act in one transaction with its audit rows, as the HTTP layer does for requests. */
export const act = <T>(
  program: Program,
  name: string,
  actor: Actor,
  run: (ctx: Context) => Promise<T>,
): Promise<T> => retried(() => actOnce(program, name, actor, run))

function actOnce<T>(
  program: Program,
  name: string,
  actor: Actor,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  program.clockGuard?.refuseFast()
  const now = program.clock.now()
  const requestId = randomUUID()
  return inTransaction(program.db, async tx => {
    const notes: AuditNote[] = []
    const result = await run({
      tx,
      actor,
      now,
      today: businessDate(now),
      requestId,
      address: 'local',
      userAgent: 'Iroko',
      keys: program.keys,
      dataDirectory: program.dataDirectory,
      audit: note => void notes.push(note),
      queue: (task, payload) => enqueue(tx, task, payload),
      binding: undefined,
      bindCookie: () => {},
      browser: undefined,
      browserCookie: () => {},
    })
    const by = { id: actor === SYSTEM ? null : actor.id, name: actor.name }
    await appendAudit(tx, recordsOf(notes, { action: name, at: now, by, address: null, requestId }))
    return result
  })
}
