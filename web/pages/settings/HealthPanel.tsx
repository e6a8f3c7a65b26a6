import type { Reply } from '../../../contract/endpoint.ts'
import { jobApi } from '../../../contract/settings.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { useMay } from '../../parts/currentUser.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { GATEWAY_WORDS } from '../../parts/messaging/messagingWords.ts'
import { settingsPath } from '../../parts/settings/entries.ts'
import { WHOLE } from '../../parts/viewQuery.ts'
import { paths } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { sizeText } from '../../ui/sizeText.ts'
import { DailyRuns } from './DailyRuns.tsx'
import { FailedJobs } from './FailedJobs.tsx'

type Health = Reply<typeof jobApi.health>

export function HealthPanel() {
  const health = useApi(jobApi.health, {})
  const failed = health.data?.jobsFailed ?? 0
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <State />
      {/* shown only if there are failed jobs */}
      {failed > 0 && <FailedJobs total={failed} />}
      {/* rendered after the status, so that the page does not jump */}
      {(health.data ?? health.error) && <DailyRuns />}
    </div>
  )
}

/** Checks of the system, each with its consequence and the page to act on. */
function State() {
  const health = useApi(jobApi.health, {})
  const mayReadAudit = useMay('audit.read')
  if (!health.data && health.error)
    return (
      <Card>
        <LoadError of={health} />
      </Card>
    )
  if (!health.data) return <CardSkeleton lines={7} />
  return (
    <Card
      flush
      title="Status"
      actions={
        <Button size="small" pending={health.isFetching} onClick={() => void health.refetch()}>
          Refresh
        </Button>
      }
    >
      <dl className="ruled">
        {checksOf(health.data, mayReadAudit).map(check => (
          <div
            key={check.name}
            className="grid items-center gap-x-6 gap-y-1 px-5 py-3 sm:grid-cols-[9rem_1fr_auto_11rem]"
          >
            <dt className="font-medium">{check.name}</dt>
            <dd className="text-muted">{check.text}</dd>
            <dd>
              <Badge tone={check.tone} dot>
                {check.verdict}
              </Badge>
            </dd>
            <dd className="empty:hidden sm:text-right">
              {check.act && (
                <LinkButton size="small" to={check.act.to}>
                  {check.act.title}
                </LinkButton>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

type Check = {
  name: string
  text: React.ReactNode
  tone: Tone
  verdict: string
  act?: { title: string; to: string }
}

/** More unsealed entries mean that the sealing job is behind. */
const UNSEALED_MAX = 5000
const GOOD = { tone: 'positive', verdict: 'Good' } as const

function replicaCheck({ replicas }: Health): Check {
  const text = replicas
    .map(({ host, lagSeconds }) =>
      lagSeconds === null ? `${host} does not answer` : `${host} is ${lagSeconds} s behind`,
    )
    .join(', ')
  return replicas.every(each => each.isAsked)
    ? { name: 'Replicas', text: `${text}.`, ...GOOD }
    : {
        name: 'Replicas',
        text: `${text}. Lists read from the primary instead.`,
        tone: 'caution',
        verdict: 'Behind',
      }
}

function checksOf(health: Health, mayReadAudit: boolean): Check[] {
  return [
    health.workers > 0
      ? { name: 'Workers', text: `${countOf(health.workers, 'worker')} running.`, ...GOOD }
      : {
          name: 'Workers',
          text: 'No worker is running. Messages, uploads and the daily run wait. Restart Iroko.',
          tone: 'negative',
          verdict: 'None',
        },
    health.jobsFailed === 0
      ? { name: 'Jobs', text: `${countOf(health.jobsWaiting, 'job')} waiting, none failed.`, ...GOOD }
      : {
          name: 'Jobs',
          text: `${countOf(health.jobsFailed, 'job')} failed. Their work is incomplete: retry or discard them below.`,
          tone: 'negative',
          verdict: 'Failed jobs',
        },
    auditCheck(health, mayReadAudit),
    {
      name: 'Database',
      text: `PostgreSQL ${health.databaseVersion}, ${sizeText(Number(health.databaseBytes))}.`,
      ...GOOD,
    },
    ...backupChecks(health),
    ...(health.replicas.length > 0 ? [replicaCheck(health)] : []),
    clockCheck(health),
    messageCheck(health),
    ...(health.untrustedProxyAt === null
      ? []
      : [
          {
            name: 'Reverse proxy',
            text: (
              <>
                A reverse proxy is in use but not trusted, last seen{' '}
                <RelativeTime at={health.untrustedProxyAt} />. All users share one address and its limits.
                Start Iroko with IROKO_PROXY=yes.
              </>
            ),
            tone: 'negative' as const,
            verdict: 'Not trusted',
          },
        ]),
    gatewayCheck(health),
    ledgerCheck(health),
  ]
}

function auditCheck({ auditUnsealed }: Health, mayReadAudit: boolean): Check {
  const count = `${auditUnsealed >= 10_000 ? 'At least ' : ''}${countOf(auditUnsealed, 'new entry', 'new entries')}`
  const isBehind = auditUnsealed >= UNSEALED_MAX
  return {
    name: 'Audit trail',
    text: isBehind
      ? `${count} not protected against changes yet. The sealing job is behind: check the failed jobs.`
      : auditUnsealed === 0
        ? 'All entries are protected against changes.'
        : `${count} not protected against changes yet. This happens automatically within minutes.`,
    ...(isBehind ? { tone: 'caution', verdict: 'Behind' } : GOOD),
    ...(mayReadAudit ? { act: { title: 'Open audit trail', to: paths.usersTab('audit') } } : {}),
  }
}

const BACKUP_NAMES = { backup: 'Backup', log: 'Log archive', restoreTest: 'Restore test' }
const BACKUP_DONE = { backup: 'Made', log: 'Saved', restoreTest: 'Restored and verified' }
/** A night, and two hours for it to take. */
const BACKUP_LATE_MS = 26 * 3_600_000
/** The log is brought to the second place every ten seconds. */
const LOG_LATE_MS = 10 * 60_000

function backupChecks({ backups }: Health): Check[] {
  if (backups.length === 0)
    return [
      {
        name: 'Backup',
        text: 'No nightly backup is set up here. Set IROKO_BACKUP, or back up your own PostgreSQL with its tools.',
        tone: 'caution',
        verdict: 'Not set up',
      },
    ]
  return (['backup', 'log', 'restoreTest'] as const).map(kind => {
    const name = BACKUP_NAMES[kind]
    const found = backups.find(report => report.kind === kind)
    if (!found)
      return { name, text: 'Not run yet. It runs every night.', tone: 'neutral', verdict: 'Not run' }
    if (!found.ok)
      return {
        name,
        text: (
          <>
            Failed <RelativeTime at={found.at} />: {found.detail} Last success:{' '}
            {found.okAt === null ? 'never' : <RelativeTime at={found.okAt} />}.
          </>
        ),
        tone: 'negative',
        verdict: 'Failed',
      }
    const isLate = Date.now() - Date.parse(found.at) > (kind === 'log' ? LOG_LATE_MS : BACKUP_LATE_MS)
    const text = (
      <>
        {BACKUP_DONE[kind]} <RelativeTime at={found.at} />
        {kind === 'log' ? '' : `, took ${countOf(Math.round(found.tookMs / 1000), 'second')}`}: {found.detail}
        .
      </>
    )
    return isLate
      ? { name, text, tone: 'negative', verdict: 'Overdue' }
      : { name, text, ...(kind === 'restoreTest' ? { tone: 'positive', verdict: 'Verified' } : GOOD) }
  })
}

/** Less than this is what machines that are looked after differ by. */
const CLOCK_OFF_MS = 5_000

function clockCheck({ clockSkewMs, clockProblem }: Health): Check {
  const name = 'Clock'
  if (clockProblem === 'ahead of the database')
    return {
      name,
      text: 'The clock of a machine is ahead of the database. Nothing is saved there. Correct the clock.',
      tone: 'negative',
      verdict: 'Ahead',
    }
  if (clockProblem === 'ahead of the records')
    return {
      name,
      text: 'No record is newer than 5 days, so the clock may be ahead. Nothing is saved. Run npm run clock.',
      tone: 'negative',
      verdict: 'Ahead',
    }
  if (clockSkewMs === null) return { name, text: 'Not compared yet.', tone: 'neutral', verdict: 'Not run' }
  if (Math.abs(clockSkewMs) < CLOCK_OFF_MS)
    return { name, text: 'The machines and the database have the same time.', ...GOOD }
  const seconds = countOf(Math.round(Math.abs(clockSkewMs) / 1000), 'second')
  return {
    name,
    text: `The clock of a machine is ${seconds} ${clockSkewMs > 0 ? 'ahead of' : 'behind'} the database. Correct the clock.`,
    tone: 'caution',
    verdict: 'Off',
  }
}

function messageCheck({ messagesQueued, messagesHeld }: Health): Check {
  const act = { title: 'Waiting messages', to: `${paths.messagingTab('outbox')}&${WHOLE}` }
  const queued = `${countOf(messagesQueued, 'message')} queued`
  if (messagesHeld === 0) return { name: 'Messages', text: `${queued}, none held.`, ...GOOD, act }
  return {
    name: 'Messages',
    text: `${queued}, ${countText(messagesHeld)} held. Held messages are not sent until quiet hours end or you release them.`,
    tone: 'caution',
    verdict: 'Held',
    act,
  }
}

function gatewayCheck({ gateway, gatewayBalance, gatewayBalanceAt }: Health): Check {
  const name = 'SMS gateway'
  const act = { title: 'SMS settings', to: settingsPath('sms') }
  if (gateway === 'outbox')
    return { name, text: 'Test gateway: no SMS is sent.', tone: 'caution', verdict: 'Test only', act }
  const provider = GATEWAY_WORDS[gateway]
  if (gatewayBalance === null || gatewayBalanceAt === null)
    return { name, text: `${provider}: balance not available.`, tone: 'neutral', verdict: 'Not read', act }
  const isEmpty = isSpent(gatewayBalance)
  const text = (
    <>
      {provider}: balance {gatewayBalance}, updated <RelativeTime at={gatewayBalanceAt} />.
      {isEmpty && ' No SMS can be sent. Top up your account.'}
    </>
  )
  return isEmpty ? { name, text, tone: 'negative', verdict: 'No balance', act } : { name, text, ...GOOD, act }
}

/** The provider's own text, such as "NGN 1,234.50": zero or negative. */
const isSpent = (balance: string): boolean => !/[1-9]/.test(balance) || /[-−]\s*\d/.test(balance)

function ledgerCheck({ lastProofAt, lastProofOk }: Health): Check {
  const name = 'Ledger check'
  const act = { title: 'Trial balance', to: settingsPath('ledger') }
  if (lastProofAt === null)
    return {
      name,
      text: 'Not run yet. It runs every night and compares balances with their entries.',
      tone: 'neutral',
      verdict: 'Not run',
      act,
    }
  const when = <RelativeTime at={lastProofAt} />
  return lastProofOk
    ? {
        name,
        text: <>Verified {when}: all balances agree with their entries.</>,
        tone: 'positive',
        verdict: 'Verified',
        act,
      }
    : {
        name,
        text: (
          <>Failed {when}: some balances do not agree with their entries. Tell your system administrator.</>
        ),
        tone: 'negative',
        verdict: 'Failed',
        act,
      }
}
