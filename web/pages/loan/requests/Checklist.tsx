import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { countOf } from '../../../../engine/countText.ts'
import { useReasonLabel } from '../../../parts/reasons.ts'
import type { Check, LoanRequest } from '../../../parts/requestWords.ts'
import { paths } from '../../../paths.ts'
import { Badge, type Tone } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'

type Result = Check['result']

const LOOKS = {
  green: { word: 'Passed', tone: 'positive', Icon: CircleCheck, ink: 'text-positive' },
  amber: { word: 'Warning', tone: 'caution', Icon: TriangleAlert, ink: 'text-caution' },
  red: { word: 'Failed', tone: 'negative', Icon: CircleX, ink: 'text-negative' },
} as const satisfies Record<Result, { word: string; tone: Tone; Icon: typeof CircleCheck; ink: string }>

/** "6 passed · 3 warnings · 1 failed"; zeros are shown too. */
export function ChecklistTally({ checks }: { checks: readonly Check[] }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {(Object.keys(LOOKS) as Result[]).map(result => {
        const { word, tone, Icon } = LOOKS[result]
        const count = checks.filter(check => check.result === result).length
        return (
          <Badge key={result} tone={count > 0 ? tone : 'neutral'}>
            <Icon aria-hidden size={12} strokeWidth={2.25} />
            {result === 'amber' ? countOf(count, 'warning') : `${count} ${word.toLowerCase()}`}
          </Badge>
        )
      })}
    </span>
  )
}

type Props = {
  checks: readonly Check[]
  /** Whether a failed check can be overridden now, and if not, why. */
  offer: LoanRequest['offers']['override']
  onOverride: (check: Check) => void
  /** The customer record the request is compared with. */
  known: LoanRequest['known']
}

/** The checks with result and evidence. */
export function Checklist({ checks, ...row }: Props) {
  return (
    <ul className="ruled">
      {checks.map(check => (
        <CheckRow key={check.name} check={check} {...row} />
      ))}
    </ul>
  )
}

function CheckRow({ check, offer, onOverride, known }: Omit<Props, 'checks'> & { check: Check }) {
  const { word, tone, Icon, ink } = LOOKS[check.result]
  const isOpenRed = check.result === 'red' && !check.override
  return (
    <li className="flex gap-3 px-5 py-3">
      <Icon aria-hidden size={18} className={`mt-px shrink-0 ${ink}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {check.title}
          <Badge tone={tone}>{check.override ? `${word}, overridden` : word}</Badge>
        </p>
        <p className="mt-0.5 text-pretty text-muted">
          {check.evidence}
          {check.name === 'customerFile' && check.result === 'red' && known && (
            <>
              {' '}
              <Link to={paths.customer(known.id)} className="font-medium underline underline-offset-2">
                Open {known.number}
              </Link>
            </>
          )}
        </p>
        {check.override && <OverrideNote override={check.override} />}
      </div>
      {isOpenRed && (
        <Button
          size="small"
          disabledReason={offer.allowed ? undefined : (offer.why ?? undefined)}
          aria-label={`Override: ${check.title}`}
          onClick={() => onOverride(check)}
        >
          Override
        </Button>
      )}
    </li>
  )
}

function OverrideNote({ override }: { override: NonNullable<Check['override']> }) {
  const label = useReasonLabel()
  return (
    <p className="mt-1.5 rounded-lg bg-sunken px-3 py-2 text-[0.8125rem]">
      <span className="font-medium">{label(override.reasonCode, 'override')}.</span> “{override.note}”{' · '}
      <span className="text-muted">
        {override.by}, <RelativeTime at={override.at} />
      </span>
    </p>
  )
}
