import { Pause, Play, RotateCw, Send, XCircle } from 'lucide-react'
import { useState } from 'react'
import { campaignApi } from '../../../contract/campaigns.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNot } from '../../parts/currentUser.ts'
import { type Campaign, hourText, peopleText, resentText } from '../../parts/messaging/messagingWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useRecordActs } from '../../ui/recordActs.ts'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'

type Asked = 'start' | 'cancel' | 'resend'
const CANCELLABLE: readonly Campaign['status'][] = ['preparing', 'ready', 'scheduled', 'sending', 'paused']

export function CampaignActs({ campaign }: { campaign: Campaign }) {
  const [asked, ask] = useState<Asked>()
  const acts = useActsOf(campaign, ask)
  useRecordActs(
    `Campaign ${campaign.name}`,
    // the main action comes first; a running action is left out
    acts.filter(act => !act.pending).toReversed(),
  )
  return (
    <>
      {acts.map(({ title, icon: Icon, isMain = false, pending = false, disabledReason, onSelect }) => (
        <Button
          key={title}
          look={isMain ? 'primary' : 'secondary'}
          icon={<Icon aria-hidden size={15} />}
          {...{ pending, disabledReason }}
          onClick={onSelect}
        >
          {title}
        </Button>
      ))}
      {asked === 'start' && <StartDialog campaign={campaign} onClose={() => ask(undefined)} />}
      {(asked === 'cancel' || asked === 'resend') && (
        <ReasonDialog act={asked} campaign={campaign} onClose={() => ask(undefined)} />
      )}
    </>
  )
}

type Act = {
  title: string
  icon: typeof Send
  isMain?: boolean
  pending?: boolean
  disabledReason: string | undefined
  onSelect: () => void
}

/** Actions of the current state; a disabled action says why. */
function useActsOf(campaign: Campaign, ask: (act: Asked) => void): readonly Act[] {
  const pause = useAct(campaignApi.campaignPause)
  const resume = useAct(campaignApi.campaignResume)
  const whyNot = useWhyNot('money.ask')
  const { id, status, counts, recipients } = campaign
  const say = (said: string) => ({
    onSuccess: () => toast('success', said),
    onError: (error: Error) => toast('error', error.message),
  })
  const cancelling: Act = {
    title: 'Cancel campaign',
    icon: XCircle,
    disabledReason: whyNot,
    onSelect: () => ask('cancel'),
  }
  const pausing: Act = {
    title: 'Pause',
    icon: Pause,
    disabledReason: whyNot,
    pending: pause.isPending,
    onSelect: () => pause.mutate({ id }, say('Campaign paused.')),
  }
  const resuming: Act = {
    title: 'Resume',
    icon: Play,
    isMain: true,
    disabledReason: whyNot,
    pending: resume.isPending,
    onSelect: () => resume.mutate({ id }, say('Campaign resumed.')),
  }
  const resending: Act = {
    title: 'Resend failed',
    icon: RotateCw,
    disabledReason: whyNot ?? (counts.failed === 0 ? 'No failed messages.' : undefined),
    onSelect: () => ask('resend'),
  }
  const starting: Act = {
    title: 'Send',
    icon: Send,
    isMain: true,
    disabledReason: whyNot ?? (recipients === 0 ? 'No recipients left.' : undefined),
    onSelect: () => ask('start'),
  }
  return [
    ...(CANCELLABLE.includes(status) ? [cancelling] : []),
    ...(status === 'sending' || status === 'scheduled' ? [pausing] : []),
    ...(status === 'paused' ? [resuming] : []),
    ...(status === 'done' || status === 'sending' ? [resending] : []),
    ...(status === 'ready' ? [starting] : []),
  ]
}

type Props = { campaign: Campaign; onClose: () => void }

function StartDialog({ campaign, onClose }: Props) {
  const { id, recipients, cost, needsSecondPerson } = campaign
  return (
    <ActDialog
      endpoint={campaignApi.campaignStart}
      initial={{ when: 'now', at: '', reason: '' }}
      input={({ when, at, reason }) => ({ id, at: when === 'now' ? null : momentOf(at), reason })}
      check={({ when, at }) => (when === 'later' && at === '' ? { at: 'Enter a date and time' } : {})}
      done={({ approvalId, waitsUntil }, { when }) =>
        approvalId ? 'Campaign submitted for approval.' : begunText(when, waitsUntil)
      }
      onClose={onClose}
      title={`Send to ${peopleText(recipients)}?`}
      description={`About ${formatNaira(cost)}. Marketing, reminder and recovery messages wait for quiet hours to end.`}
      action={({ when }) => {
        if (needsSecondPerson) return 'Submit for approval'
        return when === 'now' ? 'Send now' : 'Schedule'
      }}
    >
      {({ values: { when }, field }) => (
        <>
          <Select
            {...field('when')}
            label="When"
            options={[
              { value: 'now', label: needsSecondPerson ? 'Once approved' : 'Now' },
              { value: 'later', label: 'At a later time' },
            ]}
          />
          {when === 'later' && <Input {...field('at')} label="Date and time (Lagos)" type="datetime-local" />}
          <Textarea {...field('reason')} label="Reason" rows={3} maxLength={500} />
          {needsSecondPerson && (
            <Notice>This campaign is above the approval limit and needs approval.</Notice>
          )}
        </>
      )}
    </ActDialog>
  )
}

function begunText(when: string, waitsUntil: string | null): string {
  const begun = when === 'now' ? 'Campaign started.' : 'Campaign scheduled.'
  if (waitsUntil) return `${begun} Quiet hours: sent from ${hourText(waitsUntil)}.`
  return begun
}

/** Lagos is UTC+1 all year. */
const momentOf = (typed: string): string => (typed === '' ? '' : `${typed}:00+01:00`)

function ReasonDialog({ act, campaign, onClose }: Props & { act: 'cancel' | 'resend' }) {
  const { id, name, counts } = campaign
  if (act === 'cancel')
    return (
      <ActDialog
        endpoint={campaignApi.campaignCancel}
        input={({ reason }) => ({ id, reason })}
        done={`${name} cancelled.`}
        onClose={onClose}
        title={`Cancel ${name}?`}
        description="Unsent messages will not be sent. SMS already sent cannot be recalled."
        action="Cancel campaign"
        danger
        reason
      />
    )
  return (
    <ActDialog
      endpoint={campaignApi.campaignResendFailed}
      input={({ reason }) => ({ id, reason })}
      done={({ resent, waitsUntil }) => resentText(resent, waitsUntil)}
      onClose={onClose}
      title={`Resend ${counts.failed === 1 ? 'the failed message' : `${countText(counts.failed)} failed messages`}?`}
      description="Resends failed messages once, as new messages. Unknown messages are not resent, because the customer may have received them."
      action="Resend failed"
      reason
    />
  )
}
