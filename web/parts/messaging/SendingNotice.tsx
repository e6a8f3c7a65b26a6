import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { gatewayApi } from '../../../contract/gateways.ts'
import { messagingApi } from '../../../contract/messaging.ts'
import { useAct, useApi } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/toast.ts'
import { useWhyNot } from './useWhyNot.ts'

/** Says that nothing leaves the house, who said so and why, with the way to go on; silent while all is well. */
export function SendingNotice() {
  const gateway = useApi(gatewayApi.gatewayGet, {}).data
  const resume = useAct(messagingApi.sendingResume)
  const whyNot = useWhyNot('money.ask')
  if (gateway?.isPaused)
    return (
      <Notice
        tone="caution"
        title="Sending is paused"
        action={
          <Button
            size="small"
            icon={<Play aria-hidden size={14} />}
            pending={resume.isPending}
            disabledReason={whyNot}
            onClick={() =>
              resume.mutate(
                {},
                {
                  onSuccess: () => toast('success', 'Sending goes on.'),
                  onError: error => toast('error', error.message),
                },
              )
            }
          >
            Resume
          </Button>
        }
      >
        {gateway.pausedBy} paused it: “{gateway.pausedReason}”. Messages are written and wait; what was handed
        over before is not affected.
      </Notice>
    )
  const backOff = gateway?.backOffUntil
  if (!backOff || new Date(backOff) < new Date()) return null
  return (
    <Notice tone="notice" title="The gateway asked us to slow down">
      It is tried again <RelativeTime at={backOff} />.{' '}
      {gateway.lastFailure && <>Last it said: “{gateway.lastFailure}”.</>}
    </Notice>
  )
}

/** The stop button, for the moment a wrong text is seen going out. */
export function PauseButton() {
  const gateway = useApi(gatewayApi.gatewayGet, {}).data
  const pause = useAct(messagingApi.sendingPause)
  const [asking, setAsking] = useState(false)
  const whyNot = useWhyNot('money.ask')
  if (!gateway || gateway.isPaused) return null
  const confirm = (reason: string): void =>
    pause.mutate(
      { reason },
      {
        onSuccess: () => {
          setAsking(false)
          toast('success', 'Sending is paused.')
        },
      },
    )
  return (
    <>
      <Button
        size="small"
        icon={<Pause aria-hidden size={14} />}
        disabledReason={whyNot}
        onClick={() => setAsking(true)}
      >
        Pause sending
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Pause all sending?"
        description="Nothing is handed to the gateway until somebody resumes it, codes and receipts included."
        action="Pause sending"
        danger
        reason="required"
        pending={pause.isPending}
        error={pause.error?.message}
        onConfirm={confirm}
      />
    </>
  )
}
