import { Pause, Play, RotateCw, Send, XCircle } from 'lucide-react'
import { useState } from 'react'
import { campaignApi } from '../../../contract/campaigns.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNot } from '../../parts/currentUser.ts'
import { type Campaign, hourText, peopleText, sentAgainText } from '../../parts/messaging/messagingWords.ts'
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
    // the last button is where this leads to; at work it begins nothing
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

/** What its state leads to; whoever may not do it reads why. */
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
    title: 'Cancel the campaign',
    icon: XCircle,
    disabledReason: whyNot,
    onSelect: () => ask('cancel'),
  }
  const pausing: Act = {
    title: 'Pause',
    icon: Pause,
    disabledReason: whyNot,
    pending: pause.isPending,
    onSelect: () => pause.mutate({ id }, say('The campaign is paused.')),
  }
  const resuming: Act = {
    title: 'Resume',
    icon: Play,
    isMain: true,
    disabledReason: whyNot,
    pending: resume.isPending,
    onSelect: () => resume.mutate({ id }, say('The campaign goes on.')),
  }
  const resending: Act = {
    title: 'Resend failed',
    icon: RotateCw,
    disabledReason: whyNot ?? (counts.failed === 0 ? 'No message of it failed.' : undefined),
    onSelect: () => ask('resend'),
  }
  const starting: Act = {
    title: 'Send',
    icon: Send,
    isMain: true,
    disabledReason: whyNot ?? (recipients === 0 ? 'Nobody is left to send this to.' : undefined),
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
      check={({ when, at }) => (when === 'later' && at === '' ? { at: 'Say when' } : {})}
      done={({ approvalId, waitsUntil }, { when }) =>
        approvalId ? 'A second person has to agree.' : begunText(when, waitsUntil)
      }
      onClose={onClose}
      title={`Send to ${peopleText(recipients)}?`}
      description={`About ${formatNaira(cost)}. Marketing, reminder and recovery messages wait for quiet hours to end.`}
      action={({ when }) => {
        if (needsSecondPerson) return 'Ask for approval'
        return when === 'now' ? 'Send now' : 'Schedule'
      }}
      cancel="Not yet"
    >
      {({ values: { when }, field }) => (
        <>
          <Select
            {...field('when')}
            label="When"
            options={[
              { value: 'now', label: needsSecondPerson ? 'As soon as it is approved' : 'Now' },
              { value: 'later', label: 'At a moment' },
            ]}
          />
          {when === 'later' && <Input {...field('at')} label="Day and time in Lagos" type="datetime-local" />}
          <Textarea {...field('reason')} label="Reason" rows={3} maxLength={500} />
          {needsSecondPerson && (
            <Notice>More people than one person may write to alone: a colleague has to agree.</Notice>
          )}
        </>
      )}
    </ActDialog>
  )
}

function begunText(when: string, waitsUntil: string | null): string {
  const begun = when === 'now' ? 'The campaign is begun.' : 'The campaign is scheduled.'
  if (waitsUntil) return `${begun} At night nothing goes: it is sent from ${hourText(waitsUntil)} on.`
  return when === 'now' ? 'The campaign is on its way.' : begun
}

/** Lagos keeps one hour before UTC all year. */
const momentOf = (typed: string): string => (typed === '' ? '' : `${typed}:00+01:00`)

function ReasonDialog({ act, campaign, onClose }: Props & { act: 'cancel' | 'resend' }) {
  const { id, name, counts } = campaign
  if (act === 'cancel')
    return (
      <ActDialog
        endpoint={campaignApi.campaignCancel}
        input={({ reason }) => ({ id, reason })}
        done={`${name} is cancelled.`}
        onClose={onClose}
        title={`Cancel ${name}?`}
        description="What was not yet handed over is never sent. What was sent stays sent."
        action="Cancel the campaign"
        danger
        reason
      />
    )
  return (
    <ActDialog
      endpoint={campaignApi.campaignResendFailed}
      input={({ reason }) => ({ id, reason })}
      done={({ resent, waitsUntil }) => sentAgainText(resent, waitsUntil)}
      onClose={onClose}
      title={`Send ${counts.failed === 1 ? 'the failed message' : `${countText(counts.failed)} failed messages`} again?`}
      description="Only what failed, each once, as new messages. Unknown ones are left alone: the customer may have them."
      action="Resend failed"
      reason
    />
  )
}
