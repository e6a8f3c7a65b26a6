import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { CHANNEL_WORDS } from '../../../../contract/requests.ts'
import { useCurrentUser } from '../../../parts/currentUser.ts'
import { officerText } from '../../../parts/Officer.tsx'
import { useReasonLabel } from '../../../parts/reasons.ts'
import { type LoanRequest, QUEUES } from '../../../parts/requestWords.ts'
import type { Stage } from '../../../paths.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { BackLink } from '../../../ui/LinkButton.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { useRecordActs } from '../../../ui/recordActs.ts'
import { Unbroken } from '../../../ui/Unbroken.tsx'
import { useGuardedNavigate } from '../../../ui/useGuardedNavigate.ts'
import { RequestFlags, SlaBadge } from './RequestFlags.tsx'
import type { Neighbours } from './useNeighbours.ts'

const Question = lazyPart(() => import('../../../ui/Dialog.tsx').then(part => part.ConfirmDialog))

type Props = {
  request: LoanRequest
  /** The stage in the address. */
  stage: Stage
  claims: Claims
  near: Neighbours
}
type Claims = { claim: () => void; release: () => void; free: () => void; pending: boolean }

/** Applicant, stage, SLA, claim and navigation. */
export function RequestHeading({ request, stage, claims, near }: Props) {
  const { row } = request
  const isMine = row.claimedBy?.id === useCurrentUser().id
  const label = useReasonLabel()
  return (
    <div className="[&>div:first-child]:mb-3">
      <PageHeading
        title={row.applicant}
        back={<BackLink to={near.back}>{QUEUES[stage].title}</BackLink>}
        description={
          <>
            <span className="font-medium text-ink">{row.reference}</span> · {CHANNEL_WORDS[row.channel]}
            {row.officerCode && <Unbroken>{` · ${officerText(row.officerName, row.officerCode)}`}</Unbroken>}{' '}
            · submitted <RelativeTime at={row.submittedAt} />
          </>
        }
        actions={
          <>
            <ClaimButton request={request} isMine={isMine} claims={claims} />
            {near.position && <span className="text-sm text-muted tabular-nums">{near.position}</span>}
            <Neighbour label="Previous request (K)" id={near.previous} near={near}>
              <ChevronLeft aria-hidden size={18} />
            </Neighbour>
            <Neighbour label="Next request (J)" id={near.next} near={near}>
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
          <Badge tone="brand">{isMine ? 'Claimed by you' : `Claimed by ${row.claimedBy.name}`}</Badge>
        )}
      </div>
    </div>
  )
}

type ClaimProps = { request: LoanRequest; isMine: boolean; claims: Claims }

/** Claims or releases the request. A superAdmin can release a colleague’s claim. */
function ClaimButton({ request, isMine, claims }: ClaimProps) {
  const { row, offers } = request
  const { claim, release, free, pending } = claims
  const [isAsked, setAsked] = useState(false)
  useRecordActs(
    `Request ${row.reference}`,
    claimActs(request, isMine, claims, () => setAsked(true)),
  )
  if (isMine)
    return (
      <Button pending={pending} aria-keyshortcuts="c" onClick={release}>
        Release
      </Button>
    )
  if (row.claimedBy && offers.release.allowed)
    return (
      <>
        <Button pending={pending} onClick={() => setAsked(true)}>
          Release for {row.claimedBy.name}
        </Button>
        {isAsked && (
          <Question
            open
            onClose={() => setAsked(false)}
            title={`Release for ${row.claimedBy.name}?`}
            description="The request returns to the queue and another user can claim it. The current holder is not notified."
            action="Release"
            onConfirm={() => {
              setAsked(false)
              free()
            }}
          />
        )}
      </>
    )
  if (!QUEUES[row.stage].permission) return null
  return (
    <Button pending={pending} aria-keyshortcuts="c" disabledReason={claimRefusal(request)} onClick={claim}>
      Claim
    </Button>
  )
}

/** The visible claim button as a command of the palette; none while a call is pending. */
function claimActs(request: LoanRequest, isMine: boolean, claims: Claims, ask: () => void) {
  const { row, offers } = request
  if (claims.pending) return []
  if (isMine) return [{ id: 'release', title: 'Release', onSelect: claims.release }]
  if (row.claimedBy && offers.release.allowed)
    return [{ id: 'free', title: `Release for ${row.claimedBy.name}`, onSelect: ask }]
  if (!QUEUES[row.stage].permission) return []
  return [{ id: 'claim', title: 'Claim', disabledReason: claimRefusal(request), onSelect: claims.claim }]
}

/** The server speaks of queues; who holds it is what one wants to know first. */
const claimRefusal = ({ offers, row }: LoanRequest): string | undefined => {
  if (!offers.claim.allowed) return offers.claim.why ?? undefined
  return row.claimedBy ? `Claimed by ${row.claimedBy.name}.` : undefined
}

type NeighbourProps = { label: string; id: string | null; near: Neighbours; children: ReactNode }

function Neighbour({ label, id, near, children }: NeighbourProps) {
  const follow = useGuardedNavigate()
  return (
    <IconButton
      label={label}
      disabledReason={id ? undefined : `No more requests in this ${near.place}.`}
      onClick={() => id && follow(near.addressOf(id))}
      className="border border-line bg-surface"
    >
      {children}
    </IconButton>
  )
}
