import { type FormEvent, useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { APPLICANT_STAGE_LABELS } from '../../../contract/labels.ts'
import { publicRequestApi } from '../../../contract/publicRequests.ts'
import type { Stage } from '../../../contract/vocabulary.ts'
import { formatMoment } from '../../../engine/dates.ts'
import { call } from '../../call.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { type Identification, LaterDocument } from './LaterDocument.tsx'
import { errorText } from './submissionClient.ts'

type Status = Reply<typeof publicRequestApi.requestStatus>

const STAGE_WORDS: Record<Stage, { tone: 'brand' | 'positive' | 'caution'; words: string }> = {
  reviewer: { tone: 'brand', words: 'We are checking your details and documents.' },
  authorizer: { tone: 'brand', words: 'Your request has been reviewed.' },
  approved: {
    tone: 'positive',
    words: 'Your loan is approved. We will contact you about your offer letter and payment.',
  },
  rejected: {
    tone: 'caution',
    words:
      'We are unable to approve this request. Contact your account officer or our office for more information.',
  },
  withdrawn: { tone: 'caution', words: 'You withdrew this request. You can apply again.' },
}

/** Shows an applicant the status of a request, and nothing else, by reference and phone. */
export function StatusPanel({ reference, documents }: { reference: string; documents: readonly string[] }) {
  const [pair, setPair] = useState<Identification>({ reference, phone: '' })
  const [found, setFound] = useState<{ pair: Identification; status: Status }>()
  const [refusal, setRefusal] = useState<string>()
  const [isLooking, setLooking] = useState(false)

  const look = async (asked: Identification): Promise<void> => {
    setLooking(true)
    setRefusal(undefined)
    try {
      setFound({ pair: asked, status: await call(publicRequestApi.requestStatus, asked) })
    } catch (error) {
      setFound(undefined)
      setRefusal(errorText(error))
    }
    setLooking(false)
  }
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    if (pair.reference.trim() === '' || pair.phone.trim() === '')
      setRefusal('Please enter both the reference and the phone number.')
    else if (!isLooking) void look(pair)
  }
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6">
      <form onSubmit={ask} noValidate className="flex flex-col gap-4">
        <p className="text-[0.9375rem] text-muted">
          We gave you the reference when you submitted the request. Use the phone number you applied with.
        </p>
        <Input
          label="Reference"
          name="reference"
          placeholder="IRK-XXXX-XXXX"
          value={pair.reference}
          onChange={event => setPair({ ...pair, reference: event.target.value.toUpperCase() })}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={30}
        />
        <Input
          label="Phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={pair.phone}
          onChange={event => setPair({ ...pair, phone: event.target.value })}
          maxLength={30}
        />
        {refusal && <Notice tone="negative">{refusal}</Notice>}
        <Button type="submit" look="primary" size="large" pending={isLooking}>
          Check status
        </Button>
      </form>
      {found && <FoundRequest {...found} documents={documents} onChanged={() => void look(found.pair)} />}
    </div>
  )
}

type FoundProps = {
  pair: Identification
  status: Status
  documents: readonly string[]
  onChanged: () => void
}

function FoundRequest({ pair, status, documents, onChanged }: FoundProps) {
  const { tone, words } = STAGE_WORDS[status.stage]
  const title = APPLICANT_STAGE_LABELS[status.stage]
  return (
    <section aria-label={`Request ${status.reference}`} className="flex flex-col gap-4">
      <Notice tone={tone} title={title} alert>
        <p>{words}</p>
        <p className="mt-1">
          {status.reference}, sent {formatMoment(new Date(status.submittedAt))} (Lagos time)
        </p>
      </Notice>
      {status.stage === 'reviewer' && (
        <LaterDocument pair={pair} wanted={status.documentsWanted} titles={documents} onAdded={onChanged} />
      )}
      {status.canWithdraw && <Withdrawal pair={pair} onWithdrawn={onChanged} />}
    </section>
  )
}

function Withdrawal({ pair, onWithdrawn }: { pair: Identification; onWithdrawn: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const withdraw = async (): Promise<void> => {
    setPending(true)
    setRefusal(undefined)
    try {
      await call(publicRequestApi.requestWithdraw, pair)
      setAsking(false)
      onWithdrawn()
    } catch (error) {
      setRefusal(errorText(error))
    }
    setPending(false)
  }
  return (
    <>
      <div>
        <Button size="large" onClick={() => setAsking(true)}>
          Withdraw request
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Withdraw request?"
        description="We will not process it further. This cannot be undone, but you can apply again at any time."
        action="Withdraw request"
        danger
        pending={isPending}
        error={refusal}
        onConfirm={() => void withdraw()}
      />
    </>
  )
}
