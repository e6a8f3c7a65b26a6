import type { Reply } from '../../../contract/endpoint.ts'
import type { templateApi } from '../../../contract/messaging.ts'
import { formatNaira } from '../../../engine/money.ts'
import { pagesText } from '../../parts/messaging/messagingWords.ts'
import type { Picked } from '../../parts/messaging/RecordPicker.tsx'
import { SmsBubble } from '../../parts/messaging/SmsBubble.tsx'
import { useSection } from '../../parts/useSection.ts'
import { Card } from '../../ui/Card.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { CustomerPicker } from './CustomerPicker.tsx'
import type { Checked } from './templateDraft.ts'

type Props = {
  looked: Checked
  /** Preview for the chosen customer; undefined while loading. */
  asked: Reply<typeof templateApi.templatePreview> | undefined
  customer: Picked | undefined
  onCustomer: (customer: Picked | undefined) => void
}

/** The text with example values or with the data of a customer. */
export function TemplatePreview({ looked, asked, customer, onCustomer }: Props) {
  const sender = useSection('sms')?.senderId || 'Sender'
  const text = customer ? asked?.text : looked.text
  const isAsking = customer !== undefined && asked === undefined
  const instead =
    looked.problems.length > 0 || asked?.problems.length
      ? 'Correct the text to see the preview.'
      : 'The preview appears here.'
  return (
    <Card title="Preview" className="lg:sticky lg:top-20">
      <div className="flex flex-col gap-4">
        <CustomerPicker
          label="Preview with a customer"
          picked={customer}
          onPick={onCustomer}
          {...(customer ? {} : { hint: 'Leave blank to use example values.' })}
        />
        <div className="rounded-2xl border border-line bg-canvas/60 p-4">
          <p className="mb-3 text-center text-xs font-medium text-muted">{sender}</p>
          {isAsking && <Skeleton className="h-20 w-5/6 rounded-2xl" />}
          {!isAsking && <SmsBubble dim={!text}>{text || instead}</SmsBubble>}
        </div>
        {customer && asked?.text && (
          <p className="text-[0.8125rem] text-muted">
            For {customer.title}: {pagesText(asked.segments)}, {formatNaira(asked.cost)}.
          </p>
        )}
      </div>
    </Card>
  )
}
