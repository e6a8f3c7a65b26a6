import { gatewayApi } from '../../../contract/messaging.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { GATEWAY_WORDS, type GatewayAccount } from '../../parts/messaging/messagingWords.ts'
import { Input, PasswordInput } from '../../ui/Input.tsx'

/** Keys are written, never read: an empty field leaves what is there. */
export function GatewayAccountDialog({ account, onClose }: { account: GatewayAccount; onClose: () => void }) {
  const { gateway, baseUrl, username } = account
  const isTermii = gateway === 'termii'
  return (
    <ActDialog
      endpoint={gatewayApi.gatewayAccountChange}
      initial={{ baseUrl, username, apiKey: '', webhookSecret: '' }}
      input={({ apiKey, webhookSecret, ...rest }) => ({
        gateway,
        ...rest,
        ...(apiKey ? { apiKey } : {}),
        ...(webhookSecret ? { webhookSecret } : {}),
      })}
      done={() => ['info', `Change of the ${GATEWAY_WORDS[gateway]} account submitted for approval.`]}
      onClose={onClose}
      title={`Account with ${GATEWAY_WORDS[gateway]}`}
      description="Keys are stored sealed and never shown again."
      action="Save"
      autoComplete="off"
      reason={{ rows: 2 }}
    >
      {({ field }) => (
        <>
          <Input
            {...field('baseUrl')}
            label="Address"
            inputMode="url"
            maxLength={200}
            hint={isTermii ? 'Your own base address, from Termii’s dashboard.' : 'Ends without a slash.'}
          />
          {!isTermii && <Input {...field('username')} label="User name" maxLength={60} />}
          <PasswordInput
            {...field('apiKey')}
            label="API key"
            autoComplete="new-password"
            optional={account.apiKey.isSet}
            hint={leaves(account.apiKey)}
            maxLength={200}
          />
          {isTermii && (
            <PasswordInput
              {...field('webhookSecret')}
              label="Signing secret"
              autoComplete="new-password"
              optional
              hint={
                leaves(account.webhookSecret) ??
                'Termii signs its reports with it; without it they are refused.'
              }
              maxLength={200}
            />
          )}
        </>
      )}
    </ActDialog>
  )
}

const leaves = ({ isSet, last4 }: GatewayAccount['apiKey']): string | undefined =>
  isSet ? `Set, ends …${last4 ?? ''}. Leave empty to keep it.` : undefined
