import { KeyRound, Pencil } from 'lucide-react'
import { useState } from 'react'
import { gatewayApi } from '../../../contract/messaging.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { GATEWAY_WORDS, type GatewayAccount } from '../../parts/messaging/messagingWords.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { type Definition, DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

const GatewayAccountDialog = lazyPart(() =>
  import('./GatewayAccountDialog.tsx').then(dialog => dialog.GatewayAccountDialog),
)

type WebhookPath = GatewayAccount['webhookPaths'][number]

/** Provider accounts: address, keys and callback addresses. */
export function GatewayAccounts() {
  const gateway = useApi(gatewayApi.gatewayGet, {})
  if (gateway.error && !gateway.data)
    return (
      <Card>
        <LoadError of={gateway} />
      </Card>
    )
  if (!gateway.data) return <CardSkeleton lines={6} />
  const { accounts, gateway: used } = gateway.data
  return accounts.map(account => (
    <AccountCard key={account.gateway} account={account} isUsed={account.gateway === used} />
  ))
}

function AccountCard({ account, isUsed }: { account: GatewayAccount; isUsed: boolean }) {
  const [doing, setDoing] = useState<'change' | 'key'>()
  const stop = (): void => setDoing(undefined)
  const whyNot = useWhyNotChange()
  return (
    <Card
      title={`${GATEWAY_WORDS[account.gateway]} account`}
      actions={
        <>
          {isUsed && (
            <Badge tone="positive" dot>
              In use
            </Badge>
          )}
          <Button
            size="small"
            icon={<Pencil aria-hidden size={14} />}
            disabledReason={whyNot}
            aria-label={`Change ${GATEWAY_WORDS[account.gateway]} account`}
            onClick={() => setDoing('change')}
          >
            Change
          </Button>
        </>
      }
    >
      <div className="-my-2">
        <DefinitionList items={factsOf(account, { whyNot, onCreateKey: () => setDoing('key') })} />
      </div>
      {doing === 'change' && <GatewayAccountDialog account={account} onClose={stop} />}
      {doing === 'key' && <KeyDialog isSet={account.webhookSecret.isSet} onClose={stop} />}
    </Card>
  )
}

type Making = { whyNot: string | undefined; onCreateKey: () => void }

function factsOf(account: GatewayAccount, { whyNot, onCreateKey }: Making): Definition[] {
  const isAfricasTalking = account.gateway === 'africasTalking'
  const { username, changedBy, changedAt } = account
  return [
    { term: 'Address', value: <span className="break-all">{account.baseUrl}</span> },
    ...(isAfricasTalking
      ? [{ term: 'User name', value: username || <span className="text-faint">Not set</span> }]
      : []),
    { term: 'API key', value: <Secret secret={account.apiKey} /> },
    {
      term: isAfricasTalking ? 'Callback key' : 'Signing secret',
      value: (
        <span className="flex flex-wrap items-center gap-3">
          <Secret secret={account.webhookSecret} />
          {isAfricasTalking && (
            <Button
              size="small"
              icon={<KeyRound aria-hidden size={14} />}
              disabledReason={whyNot}
              onClick={onCreateKey}
            >
              Create new key
            </Button>
          )}
        </span>
      ),
    },
    ...account.webhookPaths.map(({ use, path }) => ({
      term: `Callback: ${use.toLowerCase()}`,
      value: <Callback path={path} use={use} />,
    })),
    ...(changedBy && changedAt
      ? [
          {
            term: 'Changed',
            value: (
              <>
                {changedBy}, <RelativeTime at={changedAt} />
              </>
            ),
          },
        ]
      : []),
  ]
}

/** Shows whether a key is set, and its last digits. */
function Secret({ secret }: { secret: GatewayAccount['apiKey'] }) {
  return secret.isSet ? (
    <span>
      Set, ends{' '}
      <code className="rounded bg-sunken px-1.5 py-0.5 font-mono text-[0.8125rem]">…{secret.last4}</code>
    </span>
  ) : (
    <span className="text-faint">Not set</span>
  )
}

const addressOf = (path: string): string => window.location.origin + path

function Callback({ path, use }: { path: string; use: string }) {
  if (path.includes('{key}'))
    return (
      <span>
        <code className="rounded bg-sunken px-1.5 py-0.5 font-mono text-[0.8125rem] break-all">
          {addressOf(path.replace('{key}', '…'))}
        </code>
        <span className="mt-1 block text-[0.8125rem] text-muted">
          The key is shown once, when it is created.
        </span>
      </span>
    )
  return <Copyable text={addressOf(path)} label={`Copy callback address for ${use.toLowerCase()}`} />
}

/** Creates the callback key and shows it once. */
function KeyDialog({ isSet, onClose }: { isSet: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<readonly WebhookPath[]>()
  if (created) return <CreatedDialog paths={created} onClose={onClose} />
  return (
    <ActDialog
      endpoint={gatewayApi.gatewayWebhookKeyMake}
      input={({ reason }) => ({ reason })}
      onDone={({ paths }) => setCreated(paths)}
      onClose={onClose}
      title="Create a new callback key?"
      description={
        isSet
          ? 'Reports to the old addresses are rejected immediately. Enter the new addresses at Africa’s Talking.'
          : 'The key becomes part of the callback addresses, so that only Africa’s Talking can report deliveries.'
      }
      action="Create key"
      danger={isSet}
      reason
    />
  )
}

function CreatedDialog({ paths, onClose }: { paths: readonly WebhookPath[]; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      width="medium"
      isDirty
      means="These addresses are not shown again."
      title="Enter these addresses at Africa’s Talking"
      footer={
        <Button look="primary" onClick={onClose}>
          I have saved them
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Notice tone="caution">Shown only once. Anyone with these addresses can report deliveries.</Notice>
        <dl className="flex flex-col gap-3">
          {paths.map(({ use, path }) => (
            <div key={use}>
              <dt className="mb-1 text-[0.8125rem] text-muted">{use}</dt>
              <dd>
                <Copyable text={addressOf(path)} label={`Copy address for ${use.toLowerCase()}`} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}
