import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Program } from '../kernel/act.ts'
import { appendAudit, recordsOf, sealAudit, verifyAudit } from '../kernel/audit.ts'
import { readReports } from '../kernel/backupReport.sql.ts'
import { saveCheck } from '../kernel/clockGuard.sql.ts'
import { compare, STANDSTILL_DAYS_MAX } from '../kernel/clockGuard.ts'
import { backUpEmbedded } from '../kernel/embeddedBackup.ts'
import { readAuditAnchors } from '../kernel/files.ts'
import { anotherSetupCode, SETUP_CODE_DAYS } from '../modules/auth/setup.ts'
import { runDaily } from '../modules/loans/daily.ts'
import { backUp, type ReportOptions, reportCommand, testRestore } from './backups.ts'
import { proveCommand } from './prove.ts'
import { rotateCommand } from './rotate.ts'

/** The database a command works on. */
export type Whereabouts = {
  url: string
  isEmbedded: boolean
  to: string | undefined
  accepts?: boolean | undefined
  report?: ReportOptions
}

/** Commands of the administrator on a live database. Each prints its result and returns the exit code. */
const COMMANDS: Record<string, (program: Program, where: Whereabouts) => Promise<number>> = {
  'ledger-verify': ({ db }) => proveCommand(db),
  // the name of release 0.1, until 0.3
  prove: ({ db }) => proveCommand(db),
  'daily-run': async program => {
    const { days, loans } = await runDaily(program)
    console.log(`${days} days processed, ${loans} loans updated`)
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
      console.log(`${code}  works once, within ${SETUP_CODE_DAYS} days, on the sign-up page.`)
      console.log('It creates a superAdmin. Give it to a person who has no account yet.')
      return 0
    }
    console.error('There are already two superAdmins. They approve all other users under Users.')
    return 1
  },
  'rotate-secret': rotateCommand,
  report: (program, { report = {} }) => reportCommand(program, report),
  clock: async ({ db, clock }, { accepts }) => {
    const { at, skewMs, newest, problem } = await compare(db, clock)
    console.log(`This machine: ${at.toISOString()}`)
    console.log(`Database: ${new Date(at.getTime() - skewMs).toISOString()}`)
    console.log(`Newest record: ${newest?.toISOString() ?? 'none'}`)
    if (problem === null) return 0
    if (problem === 'ahead of the database' || !accepts) {
      console.error(
        problem === 'ahead of the database'
          ? 'The clock of this machine is ahead of the database. Correct it; nothing is written until then.'
          : `No record is newer than ${STANDSTILL_DAYS_MAX} days, so the clock may be ahead. If it is right, run npm run clock -- --accept.`,
      )
      return 1
    }
    await db.transaction().execute(async tx => {
      const note = { subject: ['clock', at.toISOString()] as const, after: { newest: newest?.toISOString() } }
      const by = { id: null, name: 'Iroko' }
      await appendAudit(
        tx,
        recordsOf([note], { action: 'clockAccept', at, by, address: null, requestId: null }),
      )
      await saveCheck(tx, { node: randomUUID(), at, skewMs, problem: null })
    })
    console.log('Accepted. Running processes go on within 30 seconds.')
    return 0
  },
  // as the worker does every night
  'restore-test': async program => {
    await testRestore(program)
    const report = (await readReports(program.db)).find(({ kind }) => kind === 'restoreTest')
    console.log(report?.detail ?? 'Set IROKO_BACKUP to test its restore.')
    return report?.ok ? 0 : 1
  },
  backup: async (program, { url, isEmbedded, to }) => {
    const { dataDirectory, clock, backup } = program
    if (backup && to === undefined) {
      await backUp(program)
      console.log(`Backed up to ${backup.folder}. Check it with npm run restore:test.`)
      return 0
    }
    if (!isEmbedded) {
      console.error(
        'Use pg_basebackup or pg_dump to back up the database of DATABASE_URL. See docs/operations.md.',
      )
      return 1
    }
    const moment = clock.now().toISOString().slice(0, 19).replaceAll(':', '-')
    const folder = resolve(to ?? join(dataDirectory, 'backups', moment))
    const { bytes, hasSecret } = await backUpEmbedded(url, dataDirectory, folder)
    console.log(`${Math.ceil(bytes / 2 ** 20)} MB in ${folder}`)
    console.log(
      hasSecret
        ? 'It contains the secret. Store it on another machine and protect it as well as this one.'
        : 'It does not contain IROKO_SECRET. Back that up too: encrypted numbers cannot be read without it.',
    )
    console.log(`To check it: IROKO_DATA=${folder} npm run ledger:verify`)
    return 0
  },
}

/** True for commands that need no secret, so that they work on a backup without it. */
export const readsNothingSealed = (command: string): boolean =>
  ['ledger-verify', 'prove', 'audit-verify', 'backup', 'restore-test', 'report', 'clock'].includes(command)

export async function runCommand(name: string, program: Program, where: Whereabouts): Promise<number> {
  const command = COMMANDS[name]
  if (command) return command(program, where)
  console.error(`Unknown command "${name}". Available: ${Object.keys(COMMANDS).join(', ')}.`)
  return 1
}
