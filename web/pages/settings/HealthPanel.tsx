import type { Reply } from '../../../contract/endpoint.ts'
import { jobApi } from '../../../contract/settings.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { GATEWAY_WORDS } from '../../parts/messaging/messagingWords.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
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
      {/* shown while there are any: a green panel needs no empty list */}
      {failed > 0 && <FailedJobs total={failed} />}
      {/* what is above decides where it begins */}
      {(health.data ?? health.error) && <DailyRuns />}
    </div>
  )
}

/** How the program itself is, each figure with what it means. */
function State() {
  const health = useApi(jobApi.health, {})
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
      title="State"
      actions={
        <Button size="small" pending={health.isFetching} onClick={() => void health.refetch()}>
          Look again
        </Button>
      }
    >
      <dl className="ruled">
        {checksOf(health.data).map(check => (
          <div
            key={check.name}
            className="grid items-center gap-x-6 gap-y-1 px-5 py-3 sm:grid-cols-[11rem_1fr_auto]"
          >
            <dt className="font-medium">{check.name}</dt>
            <dd className="text-muted">{check.says}</dd>
            <dd>
              <Badge tone={check.tone} dot>
                {check.verdict}
              </Badge>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

type Check = { name: string; says: React.ReactNode; tone: Tone; verdict: string }

/** More than this unsealed and the sealing job has fallen behind. */
const UNSEALED_MANY = 5000

function checksOf(health: Health): Check[] {
  const good = { tone: 'positive', verdict: 'Good' } as const
  return [
    {
      name: 'Workers',
      says: `${countOf(health.workers, 'worker')} seen in the last 20 seconds`,
      ...(health.workers > 0 ? good : { tone: 'negative', verdict: 'None' }),
    },
    {
      name: 'Jobs',
      says: `${countOf(health.jobsWaiting, 'job')} waiting, ${countOf(health.jobsFailed, 'job')} given up`,
      ...(health.jobsFailed === 0 ? good : { tone: 'negative', verdict: 'Failed jobs' }),
    },
    {
      name: 'Audit seal',
      says: `${health.auditUnsealed >= 10_000 ? 'At least ' : ''}${countOf(health.auditUnsealed, 'entry', 'entries')} not sealed yet`,
      ...(health.auditUnsealed < UNSEALED_MANY ? good : { tone: 'caution', verdict: 'Behind' }),
    },
    {
      name: 'Database',
      says: `PostgreSQL ${health.databaseVersion}, ${sizeText(Number(health.databaseBytes))}`,
      ...good,
    },
    {
      name: 'Messages',
      says: `${countOf(health.messagesQueued, 'message')} about to go, ${countText(health.messagesHeld)} held back`,
      ...good,
    },
    ...(health.untrustedProxyAt === null
      ? []
      : [
          {
            name: 'Reverse proxy',
            says: (
              <>
                A reverse proxy is in use but not trusted, last seen{' '}
                <RelativeTime at={health.untrustedProxyAt} />. Start Iroko with IROKO_PROXY=yes. Until then
                all users share one address and its limits.
              </>
            ),
            tone: 'negative' as const,
            verdict: 'Not trusted',
          },
        ]),
    gatewayCheck(health),
    proofCheck(health),
  ]
}

function gatewayCheck({ gateway, gatewayBalance, gatewayBalanceAt }: Health): Check {
  const name = 'SMS gateway'
  const maker = GATEWAY_WORDS[gateway]
  if (gateway === 'outbox')
    return {
      name,
      says: `${maker}: keeps messages in the database and sends nothing`,
      tone: 'positive',
      verdict: 'Working',
    }
  if (gatewayBalance === null || gatewayBalanceAt === null)
    return { name, says: `${maker}: balance not read yet`, tone: 'neutral', verdict: 'Not read' }
  const says = (
    <>
      {maker}: balance {gatewayBalance}, read <RelativeTime at={gatewayBalanceAt} />
    </>
  )
  return isSpent(gatewayBalance)
    ? { name, says, tone: 'negative', verdict: 'Nothing left' }
    : { name, says, tone: 'positive', verdict: 'Read' }
}

/** The provider's own words, such as "NGN 1,234.50": nothing but zeros, or less than that. */
const isSpent = (balance: string): boolean => !/[1-9]/.test(balance) || /[-−]\s*\d/.test(balance)

function proofCheck({ lastProofAt, lastProofOk }: Health): Check {
  const name = 'Books proved'
  if (lastProofAt === null)
    return { name, says: 'The books have not been proved yet', tone: 'neutral', verdict: 'Not yet' }
  const says = (
    <>
      Balances compared with every entry <RelativeTime at={lastProofAt} />
    </>
  )
  return lastProofOk
    ? { name, says, tone: 'positive', verdict: 'Equal' }
    : { name, says, tone: 'negative', verdict: 'Differs' }
}
