import { useId } from 'react'
import { gatewayApi } from '../../../contract/gateways.ts'
import { GATEWAY_WORDS } from '../../parts/messaging/messagingWords.ts'
import { useActForm } from '../../parts/useActForm.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input, PasswordInput, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import type { Account } from './GatewayAccounts.tsx'

/** Keys are written, never read: an empty field leaves what is there. */
export function GatewayAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const formId = useId()
  const isTermii = account.gateway === 'termii'
  const form = useAccountForm(account, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Account with ${GATEWAY_WORDS[account.gateway]}`}
      description="Keys are stored sealed and never shown again."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} pending={form.pending}>
            Save
          </Button>
        </>
      }
    >
      <form {...form.form} id={formId} autoComplete="off" className="flex flex-col gap-4">
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
              leaves(account.webhookSecret) ??
              'Termii signs its reports with it; without it they are refused.'
            }
            maxLength={200}
          />
        )}
        <Textarea {...form.field('reason')} label="Reason" rows={2} maxLength={500} />
        {form.message && <Notice tone="negative">{form.message}</Notice>}
      </form>
    </Dialog>
  )
}

function useAccountForm(account: Account, onDone: () => void) {
  const { gateway } = account
  return useActForm(gatewayApi.gatewayAccountChange, {
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
      toast('success', `The account with ${GATEWAY_WORDS[gateway]} is changed.`)
      onDone()
    },
  })
}

const leaves = ({ isSet, last4 }: Account['apiKey']): string | undefined =>
  isSet ? `Set, ends …${last4 ?? ''}. Leave empty to keep it.` : undefined
