import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { gatewayApi, messagingApi } from '../../../contract/messaging.ts'
import { useAct, useApi } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/toast.ts'
import { ActDialog } from '../ActDialog.tsx'
import { useWhyNot } from '../currentUser.ts'

const orSayWhyNot = (act: Promise<void>): void =>
  void act.catch(({ message }: Error) => toast('error', message))

/** Stops all sending or lets it go on; an undo does the other, with the reason it was stopped for. */
function useSending() {
  const pause = useAct(messagingApi.sendingPause)
  const resume = useAct(messagingApi.sendingResume)
  // promises, not callbacks: who undoes it may have left the page meanwhile, and is told all the same
  const stop = async (reason: string): Promise<void> => {
    await pause.mutateAsync({ reason })
    announcePause(reason)
  }
  const announcePause = (reason: string): void =>
    toast('success', 'Sending is paused.', { undo: () => orSayWhyNot(goOn(reason)) })
  const goOn = async (reason: string): Promise<void> => {
    await resume.mutateAsync({})
    toast('success', 'Sending goes on.', { undo: () => orSayWhyNot(stop(reason)) })
  }
  return { goOn, announcePause, isPending: pause.isPending || resume.isPending }
}

/** Says that nothing leaves the house, who said so and why, with the way to go on; silent while all is well. */
export function SendingNotice() {
  const gateway = useApi(gatewayApi.gatewayGet, {}).data
  const { goOn, isPending } = useSending()
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
            pending={isPending}
            disabledReason={whyNot}
            onClick={() => orSayWhyNot(goOn(gateway.pausedReason ?? ''))}
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
  const { announcePause } = useSending()
  const [asking, setAsking] = useState(false)
  const whyNot = useWhyNot('money.ask')
  if (!gateway || gateway.isPaused) return null
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
      {asking && (
        <ActDialog
          endpoint={messagingApi.sendingPause}
          input={({ reason }) => ({ reason })}
          onDone={(_, { reason }) => {
            announcePause(reason.trim())
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
          title="Pause all sending?"
          description="Nothing is handed to the gateway until somebody resumes it, codes and receipts included."
          action="Pause sending"
          danger
          reason
        />
      )}
    </>
  )
}
