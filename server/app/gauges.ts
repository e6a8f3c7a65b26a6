import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../kernel/dbTypes.ts'
import { type OperationFigures, operationFigures } from '../modules/dashboard/health.ts'

/** Figures of the whole installation for Prometheus: any web process gives them, read from the database when it is asked. */

type Sample = { value: number | null | undefined; labels?: Record<string, string> }
type Figure = { name: string; help: string; labels?: string[]; of: (figures: OperationFigures) => Sample[] }

const one = (value: number | null | undefined): Sample[] => [{ value }]

const FIGURES: readonly Figure[] = [
  {
    name: 'iroko_jobs',
    help: 'Background jobs by state',
    labels: ['state'],
    of: ({ jobs }) =>
      ['waiting', 'running', 'failed'].map(state => ({
        value: jobs.find(job => job.state === state)?.count ?? 0,
        labels: { state },
      })),
  },
  {
    name: 'iroko_job_oldest_seconds',
    help: 'How long the oldest job of each state has been due',
    labels: ['state'],
    of: ({ jobs }) => jobs.map(({ state, oldestSeconds }) => ({ value: oldestSeconds, labels: { state } })),
  },
  { name: 'iroko_workers', help: 'Workers that are alive', of: ({ workers }) => one(workers) },
  {
    name: 'iroko_audit_unsealed',
    help: 'Audit entries that are not sealed yet',
    of: ({ auditUnsealed }) => one(auditUnsealed),
  },
  {
    name: 'iroko_audit_unsealed_seconds',
    help: 'Age of the oldest audit entry that is not sealed yet',
    of: ({ auditUnsealedSeconds }) => one(auditUnsealedSeconds),
  },
  {
    name: 'iroko_ledger_unsealed',
    help: 'Ledger entries after the last seal',
    of: ({ ledgerUnsealed }) => one(ledgerUnsealed),
  },
  {
    name: 'iroko_daily_run_age_seconds',
    help: 'Time since the last daily run finished',
    of: ({ dailyRun }) => one(dailyRun?.ageSeconds),
  },
  {
    name: 'iroko_daily_run_seconds',
    help: 'How long the last daily run took',
    of: ({ dailyRun }) => one(dailyRun?.tookSeconds),
  },
  {
    name: 'iroko_daily_run_unfinished_seconds',
    help: 'Time since the start of a daily run that has not finished, 0 without one',
    of: ({ dailyRunUnfinishedSeconds }) => one(dailyRunUnfinishedSeconds),
  },
  {
    name: 'iroko_ledger_check_age_seconds',
    help: 'Time since the last ledger check',
    of: ({ proof }) => one(proof?.ageSeconds),
  },
  {
    name: 'iroko_ledger_check_ok',
    help: '1 if the last ledger check found no difference',
    of: ({ proof }) => one(proof?.ok),
  },
  {
    name: 'iroko_backup_age_seconds',
    help: 'Time since the last backup, log archive or restore test that succeeded',
    labels: ['kind'],
    of: ({ backups }) => backups.map(({ kind, okSeconds }) => ({ value: okSeconds, labels: { kind } })),
  },
  {
    name: 'iroko_backup_ok',
    help: '1 if the last one of its kind succeeded',
    labels: ['kind'],
    of: ({ backups }) => backups.map(({ kind, ok }) => ({ value: ok, labels: { kind } })),
  },
  {
    name: 'iroko_backup_seconds',
    help: 'How long the last one of its kind took',
    labels: ['kind'],
    of: ({ backups }) => backups.map(({ kind, tookSeconds }) => ({ value: tookSeconds, labels: { kind } })),
  },
  {
    name: 'iroko_clock_skew_seconds',
    help: 'How far the most wrong clock of a machine is ahead of the database',
    of: ({ clock }) => one(clock?.skewSeconds),
  },
  {
    name: 'iroko_clock_ahead',
    help: '1 while writes are refused because a clock is ahead',
    of: ({ clock }) => one(clock?.isFast),
  },
  {
    name: 'iroko_messages',
    help: 'Messages that are not sent yet, or whose delivery status is unknown',
    labels: ['status'],
    of: ({ messages }) =>
      ['queued', 'held', 'unknown'].map(status => ({
        value: messages.find(message => message.status === status)?.count ?? 0,
        labels: { status },
      })),
  },
  {
    name: 'iroko_replica_lag_seconds',
    help: 'How far each replica is behind, if the database user may see it',
    labels: ['replica'],
    of: ({ replicas }) =>
      replicas.map(({ name, lagSeconds }) => ({ value: lagSeconds, labels: { replica: name } })),
  },
  {
    name: 'iroko_archive_failures',
    help: 'Failed attempts of PostgreSQL to archive its log since its statistics were reset',
    of: ({ archive }) => one(archive.failed),
  },
  {
    name: 'iroko_archive_age_seconds',
    help: 'Time since PostgreSQL archived a segment of its log',
    of: ({ archive }) => one(archive.ageSeconds),
  },
  {
    name: 'iroko_database_bytes',
    help: 'Size of the database',
    of: ({ databaseBytes }) => one(databaseBytes),
  },
  { name: 'iroko_database_up', help: '1 if the database answered', of: () => one(1) },
]

/** The dashboards and alert rules in deploy/ use no others. */
export const GAUGE_NAMES: readonly string[] = FIGURES.map(({ name }) => name)

/** All of one scrape are read at once, in whichever order the gauges ask. */
export function registerGauges(register: Registry, db: Db): void {
  let reading: Promise<OperationFigures | undefined> | undefined
  const read = (): Promise<OperationFigures | undefined> => {
    reading ??= operationFigures(db)
      .catch(() => undefined)
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  for (const { name, help, labels = [], of } of FIGURES)
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [register],
      // every process would give the same
      aggregator: 'first',
      async collect() {
        const figures = await read()
        this.reset()
        if (!figures) {
          if (name === 'iroko_database_up') this.set(0)
          return
        }
        for (const { value, labels: given = {} } of of(figures))
          if (value !== null && value !== undefined) this.set(given, value)
      },
    })
}

/** Of this process: those of several are added. */
export function registerPool(
  register: Registry,
  pool: { totalCount: number; idleCount: number; waitingCount: number },
): void {
  new Gauge({
    name: 'iroko_pool_connections',
    help: 'Connections of web processes to the database: open, idle, and requests that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
