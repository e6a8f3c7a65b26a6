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

const orShowError = (act: Promise<void>): void =>
  void act.catch(({ message }: Error) => toast('error', message))

/** Pauses or resumes all sending; undo does the opposite, with the same reason. */
function useSending() {
  const pause = useAct(messagingApi.sendingPause)
  const resume = useAct(messagingApi.sendingResume)
  // promises, not callbacks: the page may be closed when the undo is pressed
  const stop = async (reason: string): Promise<void> => {
    await pause.mutateAsync({ reason })
    announcePause(reason)
  }
  const announcePause = (reason: string): void =>
    toast('success', 'Sending paused.', { undo: () => orShowError(goOn(reason)) })
  const goOn = async (reason: string): Promise<void> => {
    await resume.mutateAsync({})
    toast('success', 'Sending resumed.', { undo: () => orShowError(stop(reason)) })
  }
  return { goOn, announcePause, isPending: pause.isPending || resume.isPending }
}

/** Shows that sending is paused or delayed; renders nothing otherwise. */
export function SendingNotice() {
  const gateway = useApi(gatewayApi.gatewayGet, {}).data
  const { goOn, isPending } = useSending()
  const whyNot = useWhyNot('money.ask')
  if (gateway?.isPaused)
    return (
      <Notice
        tone="caution"
        title="Sending paused"
        action={
          <Button
            size="small"
            icon={<Play aria-hidden size={14} />}
            pending={isPending}
            disabledReason={whyNot}
            onClick={() => orShowError(goOn(gateway.pausedReason ?? ''))}
          >
            Resume
          </Button>
        }
      >
        Paused by {gateway.pausedBy}: “{gateway.pausedReason}”. New messages wait until you resume sending.
      </Notice>
    )
  const backOff = gateway?.backOffUntil
  if (!backOff || new Date(backOff) < new Date()) return null
  return (
    <Notice tone="notice" title="SMS provider is busy">
      Sending is retried <RelativeTime at={backOff} />.{' '}
      {gateway.lastFailure && <>Last error: “{gateway.lastFailure}”.</>}
    </Notice>
  )
}

/** Pauses all sending. */
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
          description="No SMS is sent until sending is resumed, including codes and transaction messages."
          action="Pause sending"
          danger
          reason
        />
      )}
    </>
  )
}
