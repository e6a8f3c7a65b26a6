import type { Program } from './act.ts'
import { sealAudit, verifyAudit } from './audit.ts'
import { readAuditAnchors } from './files.ts'
import { runDaily } from './loans/loans.ts'
import { proveCommand } from './prove.ts'

/** What an operator runs by hand on a live database; each prints its findings and gives 0 or 1. */
const COMMANDS: Record<string, (program: Program) => Promise<number>> = {
  prove: ({ db }) => proveCommand(db),
  'daily-run': async program => {
    const { days, loans } = await runDaily(program)
    console.log(`${days} days, ${loans} loans brought up`)
    return 0
  },
  'audit-verify': async ({ db, dataDirectory }) => {
    await db.transaction().execute(tx => sealAudit(tx, 1_000_000))
    const verdict = await verifyAudit(db, await readAuditAnchors(dataDirectory))
    for (const found of verdict.breaks) console.log(`Broken at ${found.position}: ${found.problem}`)
    console.log(
      `${verdict.entries} entries, ${verdict.sealed} sealed, ${verdict.breaks.length} breaks, head ${verdict.head}`,
    )
    return verdict.breaks.length === 0 ? 0 : 1
  },
}

export async function runCommand(name: string, program: Program): Promise<number> {
  const command = COMMANDS[name]
  if (command) return command(program)
  console.error(`There is no command "${name}". Known: ${Object.keys(COMMANDS).join(', ')}.`)
  return 1
}
