import { gatewayApi } from '../../../contract/messaging.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { GATEWAY_WORDS, type GatewayAccount } from '../../parts/messaging/messagingWords.ts'
import { Input, PasswordInput } from '../../ui/Input.tsx'

/** Keys are write-only; a blank field keeps the stored key. */
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
      title={`${GATEWAY_WORDS[gateway]} account`}
      description="Keys are stored encrypted and never shown again."
      action="Submit for approval"
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
            hint={isTermii ? 'Base address from your Termii dashboard.' : 'Without a slash at the end.'}
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
                'Termii signs its delivery reports with it. Unsigned reports are rejected.'
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
  isSet ? `Set, ends …${last4 ?? ''}. Leave blank to keep it.` : undefined
