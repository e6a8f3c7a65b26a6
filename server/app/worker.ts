import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import { localDate } from '../../engine/dates.ts'
import { act, type Program, SYSTEM } from '../kernel/act.ts'
import { auditHead, sealAudit } from '../kernel/audit.ts'
import { businessDate, daysBefore, minutesBefore, stopwatch } from '../kernel/clock.ts'
import { isAway } from '../kernel/db.ts'
import type { Db } from '../kernel/dbTypes.ts'
import { describeFault, nameFault } from '../kernel/fault.ts'
import { noteAuditAnchor, unspoolBefore } from '../kernel/files.ts'
import { forgetFirstAnswers } from '../kernel/idempotency.sql.ts'
import {
  beat,
  leave,
  stopBeating,
  type TaskName,
  type Tasks,
  TRIES_MAX,
  unlockDeadWorkers,
} from '../kernel/jobs.ts'
import { traceJob } from '../kernel/traces.ts'
import { sweepAttempts, sweepSessions } from '../modules/auth/security.ts'
import { readStatement } from '../modules/bankStatements/read.ts'
import { discardForsaken } from '../modules/bankStatements/statements.ts'
import { prepareCampaign, queueCampaign } from '../modules/campaigns/jobs.ts'
import { makeReminders } from '../modules/campaigns/reminders.ts'
import { sendMessages } from '../modules/campaigns/sending.ts'
import { calculate, calculateEnded } from '../modules/closing/calculate.ts'
import { freezeMonths } from '../modules/dashboard/monthEnd.ts'
import { refreshFigures } from '../modules/dashboard/refresh.ts'
import { sweepDrafts as sweepDraftDocuments } from '../modules/documents/archive.ts'
import { computeList } from '../modules/instructions/compute.ts'
import { runIntake } from '../modules/intake/run.ts'
import { discardAbandoned } from '../modules/intake/upload.ts'
import { postRecurring } from '../modules/ledger/recurring.ts'
import { sealLedger } from '../modules/ledger/seal.ts'
import { importBook } from '../modules/loanImport/import.ts'
import { runDaily } from '../modules/loans/daily.ts'
import { checkGateway, pollUnknownMessages, sweepSending } from '../modules/messaging/sending.ts'
import { postPayouts } from '../modules/payouts/post.ts'
import { purgeNonCustomerRows } from '../modules/payroll/months.ts'
import { forgetOldRequests } from '../modules/privacy/retention.ts'
import { calculateMonth, calculateStale } from '../modules/reconciliation/calculate.ts'
import { runBatch } from '../modules/repayments/run.ts'
import { sweepDrafts } from '../modules/requests/drafts.ts'
import { section } from '../modules/settings/sections.ts'
import { raiseSignals } from '../modules/signals/list.ts'
import { runSourceEvent } from '../modules/sourceEvents/run.ts'
import { backUp, keepShipping, testRestore } from './backups.ts'
import { patiently } from './patience.ts'
import { prove, recordProof } from './prove.ts'
import { intakeWorks } from './uploadKinds.ts'

const CONCURRENCY = 2
/** Four missed beats: a killed worker's jobs run elsewhere within 25 seconds. */
const PACE = { beatSeconds: 5, silentSeconds: 20 }
const SEAL_BATCH = 5_000
const FIRST_ANSWER_DAYS = 7
/** The form itself is stored for at least two days, because limits count by address and phone. */
const DRAFT_HOURS = 48
/** An upload with unconfirmed columns is discarded after two days. */
const UPLOAD_HOURS = 48

/** The table job → function. Every job can be repeated without harm: the queue gives it again after a crash. */
type Task<T extends TaskName> = (program: Program, payload: Tasks[T], log: FastifyBaseLogger) => Promise<void>
const tasks: { [T in TaskName]: Task<T> } = {
  async auditSeal({ db }) {
    while ((await db.transaction().execute(tx => sealAudit(tx, SEAL_BATCH))) === SEAL_BATCH);
  },
  async ledgerSeal(program) {
    while (await act(program, 'ledgerSeal', SYSTEM, sealLedger));
  },
  async auditAnchor({ db, clock, dataDirectory }) {
    const head = await auditHead(db)
    if (!head) return
    const anchor = { at: clock.now().toISOString(), position: head.position.toString(), hash: head.hash }
    await noteAuditAnchor(dataDirectory, anchor)
  },
  housekeeping: runHousekeeping,
  intakeRun: (program, { id }) => runIntake(program, id, intakeWorks),
  bankStatementRead: (program, { id }) => readStatement(program, id),
  bookImport: (program, { intakeId }) => importBook(program, intakeId),
  instructionCompute: (program, { id }) => computeList(program, id),
  sourceEventRun: (program, { id }) => runSourceEvent(program, id),
  repaymentRun: (program, { batchId }) => runBatch(program, batchId),
  async reconciliationRun(program, { source, month }) {
    // what is due comes from the figures: a loan that was imported a moment ago has to be in them
    await refreshFigures(program)
    await (source && month ? calculateMonth(program, { source, month }) : calculateStale(program))
  },
  async payrollSignals(program, { intakeId }) {
    await act(program, 'payrollSignals', SYSTEM, ctx => raiseSignals(ctx, intakeId))
  },
  async payoutPost(program, { batchId }) {
    await postPayouts(program, batchId)
  },
  campaignPrepare: (program, { id }) => prepareCampaign(program, id),
  campaignQueue: (program, { id }) => queueCampaign(program, id),
  gatewayCheck: checkGateway,
  async reminders(program) {
    await makeReminders(program)
  },
  async dailyRun(program) {
    // before the new month's first day changes the loans that the old one left
    await freezeMonths(program)
    await calculateEnded(program)
    await runDaily(program)
    await postRecurring(program)
    await refreshFigures(program)
  },
  monthCloseCalculate: (program, { month }) => calculate(program, localDate(month)),
  async dashboardRefresh(program, { askedAt }) {
    await freezeMonths(program)
    await refreshFigures(program, askedAt === undefined ? undefined : new Date(askedAt))
  },
  async proof({ db, clock }, _, log) {
    const verdict = await prove(db)
    // the health page and the dashboard show it; to prove the same books again would find the same
    await recordProof(db, verdict, clock.now())
    const broken = verdict.checks.filter(check => check.problems.length > 0).map(check => check.name)
    if (!verdict.holds) log.error({ broken }, 'Ledger check failed: run npm run ledger:verify')
  },
  backup: program => backUp(program),
  restoreTest: (program, _, log) => testRestore(program, log),
}

type Step = (program: Program, now: Date) => Promise<unknown>

/** Each clears one kind of thing away, whatever becomes of the others. */
const HOUSEKEEPING: Readonly<Record<string, Step>> = {
  'first answers': ({ db }, now) => forgetFirstAnswers(db, daysBefore(now, FIRST_ANSWER_DAYS)),
  'counters of sign-ins and searches': ({ db }, now) => sweepAttempts(db, now),
  'old sessions and password links': ({ db }, now) => sweepSessions(db, now),
  'documents of drafts': async ({ db }, now) =>
    sweepDraftDocuments(db, minutesBefore(now, (await draftHours(db, now)) * 60)),
  'drafts of requests': async ({ db }, now) =>
    sweepDrafts(db, minutesBefore(now, Math.max(await draftHours(db, now), DRAFT_HOURS) * 60)),
  'forsaken uploads': (program, now) =>
    act(program, 'intakeSweep', SYSTEM, ctx => discardAbandoned(intakeWorks)(ctx, uploadsBefore(now))),
  'forsaken bank statements': (program, now) =>
    act(program, 'bankStatementSweep', SYSTEM, ctx => discardForsaken(ctx, uploadsBefore(now))),
  'spooled files': ({ dataDirectory }, now) => unspoolBefore(dataDirectory, uploadsBefore(now)),
  'rows of old payrolls': program => act(program, 'payrollRetention', SYSTEM, purgeNonCustomerRows),
  'old requests': async program => {
    while (await act(program, 'requestRetention', SYSTEM, forgetOldRequests));
  },
}

const uploadsBefore = (now: Date): Date => minutesBefore(now, UPLOAD_HOURS * 60)
const draftHours = async (db: Db, now: Date): Promise<number> =>
  (await section(db, 'retention', businessDate(now))).draftDocumentHours

/** One step that fails stops none of the others, and is named where the job is said to have failed. */
async function runHousekeeping(program: Program): Promise<void> {
  const now = program.clock.now()
  const failures: string[] = []
  for (const [what, step] of Object.entries(HOUSEKEEPING))
    try {
      await step(program, now)
    } catch (error) {
      if (isAway(error)) throw error
      failures.push(`${what} not cleared away: ${nameFault(error)}`)
    }
  if (failures.length > 0) throw new Error(failures.join('; '))
}

const CRON: (CronItem & { task: TaskName })[] = [
  { task: 'auditSeal', match: '* * * * *' },
  { task: 'ledgerSeal', match: '*/5 * * * *' },
  { task: 'auditAnchor', match: '7 * * * *' },
  { task: 'housekeeping', match: '23 2 * * *' },
  // hourly: the first after midnight in Lagos does the day's work, the others find nothing left
  { task: 'dailyRun', match: '3 * * * *' },
  { task: 'dashboardRefresh', match: '*/5 * * * *' },
  // what changed without a job of its own
  { task: 'reconciliationRun', match: '*/5 * * * *' },
  // after the day's run, and again for a missed night; each customer is notified once
  { task: 'reminders', match: '17 4,7,11 * * *' },
  { task: 'gatewayCheck', match: '29 * * * *' },
  { task: 'proof', match: '41 3 * * *' },
  { task: 'backup', match: '11 1 * * *' },
  { task: 'restoreTest', match: '11 5 * * *' },
]

const SWEEP_MS = 3_600_000
const CLOCK_PAUSE_MS = 1_000

/** What a queue that lost its database may take to stop before it is left behind. */
const STOP_MS = 5_000

export type WorkerHandle = { stop(): Promise<void> }

/**
 * Runs jobs until stopped, on the queue's own pool. When the database goes away the queue stops; it is started again as
 * soon as the database is back.
 */
export function startWorker(
  program: Program,
  pool: pg.Pool,
  log: FastifyBaseLogger,
  pace = PACE,
): WorkerHandle {
  const ids = new Set<string>()
  /** Queues that lost the database: other workers take their jobs, and no death is counted. */
  const lostIds = new Set<string>()
  let stopping = false
  let runner: Runner | undefined

  const loop = async (): Promise<void> => {
    while (!stopping) {
      try {
        let lose = (): void => {}
        let isLost = false
        const lost = new Promise<void>(resolve => {
          lose = resolve
        }).then(() => {
          // its jobs are given to others: they must not be tried on here too
          isLost = true
        })
        runner = await startRunner(program, pool, log, ids, lose, () => stopping || isLost)
        // stopped while it was starting
        if (stopping) await runner.stop()
        // a worker that could not return its job ends alone, and the queue would go on without workers
        await Promise.race([runner.promise, lost])
        await Promise.race([runner.stop().catch(() => {}), sleep(STOP_MS)])
      } catch (error) {
        log.warn({ error: describeFault(error) }, 'The queue stopped; it starts again')
      }
      for (const id of ids) lostIds.add(id)
      ids.clear()
      if (!stopping) await sleep(1_000)
    }
  }
  const pulse: Pulse = { ids, lostIds, well: () => Number.POSITIVE_INFINITY }
  const beating = setInterval(
    () => void renewHeartbeat(program, pulse, log, pace.silentSeconds),
    pace.beatSeconds * 1000,
  )
  const running = loop()
  const sender = runSender(program, log)
  // of this machine: housekeeping is one worker's, and a job that moved to another leaves its file behind
  const sweeping = setInterval(
    () => void unspoolBefore(program.dataDirectory, uploadsBefore(program.clock.now())).catch(() => {}),
    SWEEP_MS,
  )
  const stopShipping = keepShipping(program, log)
  return {
    async stop() {
      stopping = true
      clearInterval(beating)
      clearInterval(sweeping)
      const mine = [...ids]
      await leave(program.db, mine).catch(() => {})
      await sender.stop()
      await stopShipping()
      await runner?.stop().catch(() => {})
      await running
      await stopBeating(program.db, mine).catch(() => {})
    },
  }
}

/** Users wait for a code at a screen, so pending messages are polled every second. */
const SEND_EVERY_MS = 1_000
const ASK_EVERY_PASSES = 5

/** Sending has a loop of its own beside the jobs: a slow provider never keeps them waiting, nor they a message. */
function runSender(program: Program, log: FastifyBaseLogger): { stop(): Promise<void> } {
  let stopping = false
  const loop = async (): Promise<void> => {
    for (let pass = 1; !stopping; pass++) {
      try {
        const isFast = program.clockGuard?.isFast() ?? false
        if (!isFast) await sendMessages(program, () => stopping)
        if (!isFast && pass % ASK_EVERY_PASSES === 0) await pollUnknownMessages(program)
      } catch (error) {
        log.warn({ error: describeFault(error) }, 'Sending begins again')
      }
      if (!stopping) await sleep(SEND_EVERY_MS)
    }
  }
  const running = loop()
  return {
    async stop() {
      stopping = true
      await running
    },
  }
}

async function startRunner(
  program: Program,
  pool: pg.Pool,
  log: FastifyBaseLogger,
  ids: Set<string>,
  lose: () => void,
  isStopping: () => boolean,
): Promise<Runner> {
  const taskList: TaskList = {}
  for (const [name, task] of Object.entries(tasks))
    taskList[name] = async payload => {
      // put off, not failed: what is due is done when the clock is right again
      while (program.clockGuard?.isFast() && !isStopping()) await sleep(CLOCK_PAUSE_MS)
      return traceJob(name, () =>
        patiently(name, () => task(program, payload as never, log), isStopping, log),
      )
    }
  const events: WorkerEvents = new EventEmitter()
  // the queue locks jobs in the name of the whole pool, which announces itself once, at birth
  events.on('pool:create', ({ workerPool }) => ids.add(workerPool.id))
  events.on('worker:fatalError', lose)
  events.on('pool:fatalError', lose)
  loseIfNoneIsEverFound(events, lose)
  events.on('job:error', ({ job, error }) => {
    const { task_identifier, attempts, max_attempts } = job
    const said = { job: task_identifier, attempt: attempts, of: max_attempts, error: describeFault(error) }
    if (attempts < max_attempts) log.warn(said, 'A job failed and is tried again')
    else log.error(said, 'A job failed')
  })
  return run({
    pgPool: pool,
    events,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 2_000,
    taskList,
    parsedCronItems: parseCronItems(CRON.map(item => ({ ...item, options: { maxAttempts: TRIES_MAX } }))),
    // a job that cannot be called done or failed, since the database is away, ends the queue, which begins again;
    // without a batch, even one of no delay, the queue leaves that error unhandled, and it would end the program
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new Logger(() => (level, message) => {
      // a failed job is in the log already; what follows here repeats the text of an error
      const [said = ''] = message.split(/ (?:with error|after failure) /)
      if ((level === 'error' || level === 'warning') && !said.startsWith('Failed task'))
        log.warn({ queue: said })
    }),
  })
}

/**
 * The queue learns the numbers of its jobs once. Where the line breaks just then it keeps that failure for good and
 * finds no job ever, so a queue that fails before it first looked in vain or found one begins again.
 */
function loseIfNoneIsEverFound(events: WorkerEvents, lose: () => void): void {
  events.on('worker:getJob:error', lose)
  const isWell = (): void => void events.off('worker:getJob:error', lose)
  events.once('worker:getJob:empty', isWell)
  events.once('job:start', isWell)
}

type Pulse = {
  ids: ReadonlySet<string>
  lostIds: Set<string>
  /** Since the last heartbeat that failed. */
  well: () => number
}

async function renewHeartbeat(
  program: Program,
  pulse: Pulse,
  log: FastifyBaseLogger,
  silentSeconds: number,
): Promise<void> {
  const { ids, lostIds } = pulse
  try {
    if (ids.size > 0) await beat(program.db, [...ids])
    const lost = [...lostIds]
    if (lost.length > 0) await leave(program.db, lost)
    for (const id of lost) lostIds.delete(id)
    const inDoubt = await sweepSending(program)
    if (inDoubt > 0) log.warn({ inDoubt }, 'Messages were in the hands of a program that stopped')
    // after an outage all were silent, and each needs time to be heard again
    if (pulse.well() < silentSeconds * 1000) return
    const dead = await program.db.transaction().execute(tx => unlockDeadWorkers(tx, silentSeconds))
    if (dead > 0) log.warn({ dead }, 'Took over the jobs of workers that stopped')
  } catch {
    // the database is unavailable: the next heartbeat reports it
    pulse.well = stopwatch()
  }
}
