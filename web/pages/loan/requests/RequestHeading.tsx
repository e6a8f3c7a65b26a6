import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { RequestFlags } from '../../../parts/RequestFlags.tsx'
import { useReasonLabel } from '../../../parts/reasons.ts'
import { CHANNEL_WORDS, type LoanRequest, neighbours, QUEUES } from '../../../parts/requestWords.ts'
import { SlaBadge } from '../../../parts/SlaBadge.tsx'
import { paths, type Stage } from '../../../paths.ts'
import { BackLink } from '../../../ui/BackLink.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useFollow } from '../../../ui/useFollow.ts'

type Props = {
  request: LoanRequest
  /** The queue the address names: that is where one came from. */
  stage: Stage
  claims: { claim: () => void; release: () => void; pending: boolean }
}

/** Who and which, where it stands and for how long, who has it, and the way to its neighbours. */
export function RequestHeading({ request, stage, claims }: Props) {
  const { row, offers } = request
  const { next, previous } = neighbours(request)
  const label = useReasonLabel()
  const { claim, release, pending } = claims
  return (
    <div className="[&>div:first-child]:mb-3">
      <PageHeading
        title={row.applicant}
        back={<BackLink to={paths.requests(stage)}>{QUEUES[stage].title}</BackLink>}
        description={
          <>
            <span className="font-medium text-ink tabular-nums">{row.reference}</span> ·{' '}
            {CHANNEL_WORDS[row.channel]}
            {row.officerCode && ` · ${row.officerName ?? row.officerCode}`} · submitted{' '}
            <RelativeTime at={row.submittedAt} />
          </>
        }
        actions={
          <>
            {offers.release.allowed ? (
              <Button pending={pending} aria-keyshortcuts="c" onClick={release}>
                Release
              </Button>
            ) : (
              QUEUES[row.stage].permission && (
                <Button
                  pending={pending}
                  aria-keyshortcuts="c"
                  disabledReason={claimRefusal(request)}
                  onClick={claim}
                >
                  Claim
                </Button>
              )
            )}
            <Neighbour label="Previous request (K)" id={previous} stage={row.stage}>
              <ChevronLeft aria-hidden size={18} />
            </Neighbour>
            <Neighbour label="Next request (J)" id={next} stage={row.stage}>
              <ChevronRight aria-hidden size={18} />
            </Neighbour>
          </>
        }
      />
      <div className="mb-6 flex flex-wrap items-center gap-1.5">
        <Badge tone={QUEUES[row.stage].tone} dot>
          {QUEUES[row.stage].title.replace(/ requests$/, '')}
        </Badge>
        <SlaBadge sla={row.sla} />
        {row.version > 1 && <Badge>Version {row.version}</Badge>}
        {row.reasonCode && <Badge tone="negative">{label(row.reasonCode)}</Badge>}
        <RequestFlags flags={row.flags} />
        {row.claimedBy && (
          <Badge tone="brand">
            {offers.release.allowed ? 'Claimed by you' : `Claimed by ${row.claimedBy.name}`}
          </Badge>
        )}
      </div>
    </div>
  )
}

/** The server speaks of queues; who holds it is what one wants to know first. */
const claimRefusal = ({ offers, row }: LoanRequest): string | undefined => {
  if (!offers.claim.allowed) return offers.claim.why ?? undefined
  return row.claimedBy ? `${row.claimedBy.name} is working on it.` : undefined
}

type NeighbourProps = { label: string; id: string | null; stage: Stage; children: ReactNode }

function Neighbour({ label, id, stage, children }: NeighbourProps) {
  const follow = useFollow()
  return (
    <IconButton
      label={label}
      disabledReason={id ? undefined : 'There is none in this stage.'}
      onClick={() => id && follow(paths.request(stage, id))}
      className="border border-line bg-surface"
    >
      {children}
    </IconButton>
  )
}
