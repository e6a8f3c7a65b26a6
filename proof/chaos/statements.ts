import { randomUUID } from 'node:crypto'
import { addDays } from '../../engine/dates.ts'
import { type BankRow, camt053, mt940, statementCsv } from '../../test/bankFiles.ts'
import { checkAll } from './checks.ts'
import { adminOf, today, until } from './lender.ts'
import { type Person, person } from './people.ts'
import type { Site, Stage } from './stage.ts'
import { type Strike, waitUntilIdle, withStrikes } from './strikes.ts'
import type { Tally } from './tally.ts'

/**
 * Bank statements that are killed with -9 on their way: while their pieces come in, while they are read, and while they are
 * imported. What got no answer is sent again. Each is there whole and once, or not at all.
 */

const CODE = 1010
const LINES = 4_000
const KILLS = 3
const WITHIN_MS = 400
const PIECE_BYTES = 200_000

/** Gives how many kills fell. */
export async function statementsSitting(stage: Stage, tally: Tally, wanted: number): Promise<number> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await site.start('all')
  const admin = person(site, adminOf(0), tally)
  const sum = LINES * 100
  let fallen = 0
  for (let sent = 0; fallen < wanted && sent < wanted; sent++) {
    const rows = Array.from(
      { length: LINES },
      (_, n): BankRow => [addDays(today(), sent - 60), `NIP TRANSFER ${n % 50}`, `REF-${n % 1_000}`, 100],
    )
    const [opening, closing] = [sent * sum, (sent + 1) * sum]
    const files = [
      statementCsv(rows, opening),
      mt940(rows, opening, closing),
      camt053(rows, opening, closing),
    ]
    const bytes = files[sent % files.length] ?? Buffer.alloc(0)
    const strikes = Array.from({ length: Math.min(KILLS, wanted - fallen) }, (): Strike => 'server')
    const fell = await withStrikes(
      scene,
      { id: () => 'F06 bank statement', strikes, withinMs: WITHIN_MS },
      async () => {
        await send(admin, bytes)
      },
    )
    fallen += fell
    tally.say(`bank statement: ${fell} kills`)
    await waitUntilIdle(scene)
    tally.check('F06 each statement is imported whole and once', await notWhole(site, sent + 1))
    const again = await send(admin, bytes)
    tally.check('F06 a statement sent again adds nothing', [
      ...(again === 'refused' ? [] : [`sent again it is ${again}`]),
      ...(await notWhole(site, sent + 1)),
    ])
  }
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  await site.close()
  return fallen
}

/** Sends a file in pieces, confirms its columns as they were guessed, and waits for its end. */
async function send(admin: Person, bytes: Buffer): Promise<string> {
  const id = randomUUID()
  await admin('bankStatementOpen', { id, code: CODE, fileName: 'statement', bytes: bytes.length })
  for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES)
    await admin(
      'bankStatementPiece',
      { id, offset },
      { bytes: new Uint8Array(bytes.subarray(offset, offset + PIECE_BYTES)) },
    )
  const look = () => admin('bankStatementGet', { id })
  const isOver = (status: string): boolean => status === 'imported' || status === 'refused'
  await until('the statement is read', async () => {
    const { status } = await look()
    return status === 'columns' || isOver(status)
  })
  const { status, headerLine, columns } = await look()
  if (status === 'columns')
    await admin('bankStatementMap', { id, headerLine: headerLine ?? 0, columns: columns ?? {} })
  await until('the statement is imported', async () => isOver((await look()).status))
  return (await look()).status
}

const NOT_WHOLE = `
  select what || ' ' || n || ' instead of ' || wanted as problem from (values
    ('statements', (select count(*) from bank_statement where status = 'imported'), $1::bigint),
    ('lines', (select count(*) from bank_line), $1::bigint * ${LINES}),
    ('lines of statements', (select coalesce(sum(new_lines), 0) from bank_statement where status = 'imported'), $1::bigint * ${LINES}),
    ('pieces', (select count(*) from bank_statement_piece), 0)) each (what, n, wanted)
  where n <> wanted`

async function notWhole({ pool }: Site, statements: number): Promise<string[]> {
  const { rows } = await pool.query<{ problem: string }>(NOT_WHOLE, [statements])
  return rows.map(row => row.problem)
}
