import { join, resolve } from 'node:path'
import type { Program } from '../kernel/act.ts'
import { sealAudit, verifyAudit } from '../kernel/audit.ts'
import { backUpEmbedded } from '../kernel/embeddedBackup.ts'
import { readAuditAnchors } from '../kernel/files.ts'
import { anotherSetupCode, SETUP_CODE_DAYS } from '../modules/auth/setup.ts'
import { runDaily } from '../modules/loans/daily.ts'
import { proveCommand } from './prove.ts'

/** Where the database is that the command works on. */
export type Whereabouts = { url: string; isEmbedded: boolean; to: string | undefined }

/** What an operator runs by hand on a live database; each prints its findings and gives 0 or 1. */
const COMMANDS: Record<string, (program: Program, where: Whereabouts) => Promise<number>> = {
  'ledger-verify': ({ db }) => proveCommand(db),
  // the name of release 0.1, until 0.3
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
  'setup-code': async program => {
    const code = await anotherSetupCode(program)
    if (code) {
      console.log(`${code}  works once, for ${SETUP_CODE_DAYS} days, on the sign-up page.`)
      console.log('It makes a superAdmin: give it to a second person, never to one who has an account.')
      return 0
    }
    console.error('This lender has two superAdmins already. They admit everyone else under Users.')
    return 1
  },
  backup: async ({ dataDirectory, clock }, { url, isEmbedded, to }) => {
    if (!isEmbedded) {
      console.error(
        'The database of DATABASE_URL is backed up with its own tools, pg_basebackup or pg_dump: see docs/operations.md.',
      )
      return 1
    }
    const moment = clock.now().toISOString().slice(0, 19).replaceAll(':', '-')
    const folder = resolve(to ?? join(dataDirectory, 'backups', moment))
    const { bytes, hasSecret } = await backUpEmbedded(url, dataDirectory, folder)
    console.log(`${Math.ceil(bytes / 2 ** 20)} MB in ${folder}`)
    console.log(
      hasSecret
        ? 'It holds the secret too: keep it on another machine, and as safe as this one.'
        : 'IROKO_SECRET is kept elsewhere: without it sealed numbers cannot be read, so keep that too.',
    )
    console.log(`Try it: IROKO_DATA=${folder} npm run ledger:verify`)
    return 0
  },
}

/** These may run on a backup that lies apart from its secret. */
export const readsNothingSealed = (command: string): boolean =>
  ['ledger-verify', 'prove', 'audit-verify', 'backup'].includes(command)

export async function runCommand(name: string, program: Program, where: Whereabouts): Promise<number> {
  const command = COMMANDS[name]
  if (command) return command(program, where)
  console.error(`There is no command "${name}". Known: ${Object.keys(COMMANDS).join(', ')}.`)
  return 1
}
