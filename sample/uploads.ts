import { randomUUID } from 'node:crypto'
import { INTAKE_PIECE_BYTES, type IntakeKind } from '../contract/intake.ts'
import type { PayMonth } from '../engine/dates.ts'
import type { Kobo } from '../engine/money.ts'
import { handlers } from '../server/app/api.ts'
import { intakeWorks } from '../server/app/uploadKinds.ts'
import { act, type Program } from '../server/kernel/act.ts'
import type { Actor } from '../server/kernel/context.ts'
import { runIntake } from '../server/modules/intake/run.ts'

/** Files as clerks upload them: in pieces, the columns confirmed as they were guessed, then the run. */

export const csv = (rows: readonly (readonly string[])[]): string =>
  `${rows.map(row => row.map(cell => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\n')}\n`

export type Upload = {
  kind: IntakeKind
  source: string
  period: PayMonth
  fileName: string
  file: string
  declared?: { rows: number; total: Kobo }
  correctsId?: string
}

/** `after`: the month it is compared with exists only then; its rows are read and checked at the same time. */
export async function uploaded(
  program: Program,
  clerk: Actor,
  upload: Upload,
  after?: Promise<unknown>,
): Promise<string> {
  const id = randomUUID()
  const { file, ...about } = upload
  const bytes = Buffer.from(file)
  await act(program, 'intakeOpen', clerk, ctx =>
    handlers.intakeOpen(ctx, { id, ...about, bytes: bytes.length }),
  )
  for (let offset = 0; offset < bytes.length; offset += INTAKE_PIECE_BYTES)
    await act(program, 'intakePiece', clerk, ctx =>
      handlers.intakePiece(
        { ...ctx, bytes: bytes.subarray(offset, offset + INTAKE_PIECE_BYTES), header: () => undefined },
        { id, offset },
      ),
    )
  await runIntake(program, id, intakeWorks)
  await act(program, 'intakeMap', clerk, async ctx => {
    const { layout } = await handlers.intakeGet(ctx, { id })
    return handlers.intakeMap(ctx, { id, mapping: layout?.mapping ?? {} })
  })
  if (after) {
    await runIntake(program, id, upToMatching).catch(stoppedThere)
    await after
  }
  await runIntake(program, id, intakeWorks)
  return id
}

class NotYet extends Error {}
const notYet = async (): Promise<never> => {
  throw new NotYet()
}
const upToMatching = { ...intakeWorks, payroll: { ...intakeWorks.payroll, match: notYet } }
const stoppedThere = (error: unknown): void => {
  if (!(error instanceof NotYet)) throw error
}

/** Up to acceptance, by two people. */
export async function accepted(
  program: Program,
  [clerk, checker]: readonly [Actor, Actor],
  upload: Upload,
  reason: string,
  after?: Promise<unknown>,
): Promise<string> {
  const id = await uploaded(program, clerk, upload, after)
  const { approvalId } = await act(program, 'intakeHandOver', clerk, ctx =>
    handlers.intakeHandOver(ctx, { id, reason }),
  )
  await approved(program, checker, approvalId)
  return id
}

/** The approval. */
export async function approved(program: Program, checker: Actor, approvalId: string | null): Promise<void> {
  if (approvalId === null) return
  await act(program, 'approvalApprove', checker, async ctx => {
    const { warnings } = await handlers.approvalGet(ctx, { id: approvalId })
    const confirmed = warnings.map(warning => warning.id)
    return handlers.approvalApprove(ctx, { id: approvalId, confirmed })
  })
}
