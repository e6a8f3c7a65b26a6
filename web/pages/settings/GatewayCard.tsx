import { RefreshCw, Send } from 'lucide-react'
import { useState } from 'react'
import { gatewayApi } from '../../../contract/messaging.ts'
import { useAct, useApi } from '../../api.ts'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { GATEWAY_WORDS, type GatewayState } from '../../parts/messaging/messagingWords.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'

const GatewayTestDialog = lazyPart(() =>
  import('./GatewayTestDialog.tsx').then(dialog => dialog.GatewayTestDialog),
)

/** SMS gateway in use: state, balance and test. */
export function GatewayCard() {
  const gateway = useApi(gatewayApi.gatewayGet, {})
  const [isTesting, setTesting] = useState(false)
  const whyNot = useWhyNotChange()
  return (
    <Card
      title="SMS gateway"
      actions={
        <div className="flex flex-wrap gap-2">
          <BalanceButton refetch={gateway.refetch} whyNot={whyNot} />
          <Button
            size="small"
            icon={<Send aria-hidden size={14} />}
            disabledReason={whyNot}
            onClick={() => setTesting(true)}
          >
            Send test SMS
          </Button>
        </div>
      }
    >
      {gateway.error && !gateway.data && <LoadError of={gateway} />}
      {!gateway.error && !gateway.data && <Skeleton className="h-40 w-full" />}
      {gateway.data && <State state={gateway.data} />}
      {isTesting && <GatewayTestDialog onClose={() => setTesting(false)} />}
    </Card>
  )
}

function stateOf(state: GatewayState): { tone: Tone; word: string } {
  const { isPaused, lastFailureAt, lastSuccessAt } = state
  if (isPaused) return { tone: 'caution', word: 'Paused' }
  if (lastFailureAt && lastFailureAt > (lastSuccessAt ?? '')) return { tone: 'negative', word: 'Failing' }
  return lastSuccessAt ? { tone: 'positive', word: 'Working' } : { tone: 'neutral', word: 'Not used yet' }
}

function State({ state }: { state: GatewayState }) {
  const { tone, word } = stateOf(state)
  const never = <span className="text-faint">Never</span>
  return (
    <div className="-my-2">
      <DefinitionList
        items={[
          {
            term: 'In use',
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{GATEWAY_WORDS[state.gateway]}</span>
                <Badge tone={tone} dot>
                  {word}
                </Badge>
                {state.gateway === 'outbox' && (
                  <span className="text-muted">Messages are saved but not sent.</span>
                )}
              </span>
            ),
          },
          {
            term: 'Balance',
            value: state.balance ? (
              <>
                <span className="font-medium tabular-nums">{state.balance}</span>
                {state.balanceAt && (
                  <span className="text-muted">
                    , updated <RelativeTime at={state.balanceAt} />
                  </span>
                )}
              </>
            ) : (
              <span className="text-faint">Not available</span>
            ),
          },
          {
            term: 'Last success',
            value: state.lastSuccessAt ? <RelativeTime at={state.lastSuccessAt} /> : never,
          },
          {
            term: 'Last failure',
            value: state.lastFailureAt ? (
              <>
                <RelativeTime at={state.lastFailureAt} />
                {state.lastFailure && <span className="text-muted">: “{state.lastFailure}”</span>}
              </>
            ) : (
              never
            ),
          },
          ...(state.isPaused
            ? [
                {
                  term: 'Paused',
                  value: `${state.pausedBy ?? 'Unknown user'}: “${state.pausedReason ?? ''}”`,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}

/** The balance is read in the background; refetch after these delays. */
const REFETCH_MS = [1_000, 3_000, 6_000]

type BalanceProps = { refetch: () => Promise<unknown>; whyNot: string | undefined }

function BalanceButton({ refetch, whyNot }: BalanceProps) {
  const check = useAct(gatewayApi.gatewayCheck)
  const press = (): void =>
    check.mutate(
      {},
      {
        onSuccess: () => {
          for (const after of REFETCH_MS) window.setTimeout(() => void refetch(), after)
          toast('success', 'Balance requested. It appears in a moment.')
        },
        onError: error => toast('error', error.message),
      },
    )
  return (
    <Button
      size="small"
      icon={<RefreshCw aria-hidden size={14} />}
      pending={check.isPending}
      disabledReason={whyNot}
      onClick={press}
    >
      Update balance
    </Button>
  )
}
