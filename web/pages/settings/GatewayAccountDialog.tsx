import { gatewayApi } from '../../../contract/messaging.ts'
import { FormDialog } from '../../parts/FormDialog.tsx'
import { GATEWAY_WORDS, type GatewayAccount } from '../../parts/messaging/messagingWords.ts'
import { useForm } from '../../parts/useForm.ts'
import { Input, PasswordInput, Textarea } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'

/** Keys are written, never read: an empty field leaves what is there. */
export function GatewayAccountDialog({ account, onClose }: { account: GatewayAccount; onClose: () => void }) {
  const isTermii = account.gateway === 'termii'
  const form = useAccountForm(account, onClose)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Account with ${GATEWAY_WORDS[account.gateway]}`}
      description="Keys are stored sealed and never shown again."
      action="Save"
      autoComplete="off"
    >
      <Input
        {...form.field('baseUrl')}
        label="Address"
        inputMode="url"
        maxLength={200}
        hint={isTermii ? 'Your own base address, from Termii’s dashboard.' : 'Ends without a slash.'}
      />
      {!isTermii && <Input {...form.field('username')} label="User name" maxLength={60} />}
      <PasswordInput
        {...form.field('apiKey')}
        label="API key"
        autoComplete="new-password"
        optional={account.apiKey.isSet}
        hint={leaves(account.apiKey)}
        maxLength={200}
      />
      {isTermii && (
        <PasswordInput
          {...form.field('webhookSecret')}
          label="Signing secret"
          autoComplete="new-password"
          optional
          hint={
            leaves(account.webhookSecret) ?? 'Termii signs its reports with it; without it they are refused.'
          }
          maxLength={200}
        />
      )}
      <Textarea {...form.field('reason')} label="Reason" rows={2} maxLength={500} />
    </FormDialog>
  )
}

function useAccountForm(account: GatewayAccount, onDone: () => void) {
  const { gateway } = account
  return useForm(gatewayApi.gatewayAccountChange, {
    initial: {
      baseUrl: account.baseUrl,
      username: account.username,
      apiKey: '',
      webhookSecret: '',
      reason: '',
    },
    toInput: ({ baseUrl, username, apiKey, webhookSecret, reason }) => ({
      gateway,
      baseUrl,
      username,
      reason,
      ...(apiKey ? { apiKey } : {}),
      ...(webhookSecret ? { webhookSecret } : {}),
    }),
    onDone: () => {
      toast('info', `Change of the ${GATEWAY_WORDS[gateway]} account submitted for approval.`)
      onDone()
    },
  })
}

const leaves = ({ isSet, last4 }: GatewayAccount['apiKey']): string | undefined =>
  isSet ? `Set, ends …${last4 ?? ''}. Leave empty to keep it.` : undefined
