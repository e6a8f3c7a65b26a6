import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { payoutApi } from '../../../contract/payouts.ts'
import { formatNaira } from '../../../engine/money.ts'
import { type ApiError, call, useAct } from '../../api.ts'
import { dayText } from '../../parts/figures.ts'
import { PaymentsList } from '../../parts/loan/PaymentsList.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { Button } from '../../ui/Button.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog, reasonProblem } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import type { Selection } from './awaitingSelection.ts'
import { loansText, payoutPath } from './payoutWords.ts'

type Preview = Reply<typeof payoutApi.payoutPreview>

type Props = { selection: Selection; onClose: () => void }

/** From a selection to a batch: when and from where, then who can go in and who cannot, then the batch itself. */
export function PayoutMakeDialog({ selection, onClose }: Props) {
  const formId = useId()
  const [valueOn, setValueOn] = useState<string>(todayInLagos())
  const [payer, setPayer] = useState('')
  const [isTried, setTried] = useState(false)
  const { looking, making, make } = useMaking(selection)
  const preview = looking.data
  const payerProblem = reasonProblem(payer, 'Paying account')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (payerProblem || valueOn === '' || looking.isPending || making.isPending) return
    if (preview) make(preview, valueOn, payer)
    else looking.mutate(valueOn)
  }
  const back = (): void => {
    looking.reset()
    making.reset()
  }
  const error = looking.error ?? making.error
  return (
    <Dialog
      open
      width="medium"
      onClose={onClose}
      isDirty={payer !== ''}
      title={titleOf(selection, preview)}
      description={
        preview
          ? 'Check who is paid, then make the batch. Nothing leaves yet.'
          : 'One approval, one file for the bank.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {preview && <Button onClick={back}>Change the details</Button>}
          <Button
            look="primary"
            type="submit"
            form={formId}
            pending={looking.isPending || making.isPending}
            disabledReason={preview?.fits.length === 0 ? 'None of these loans can be paid out.' : undefined}
          >
            {preview ? 'Make the batch' : 'Preview'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {preview ? (
          <Checked preview={preview} valueOn={valueOn} payer={payer} />
        ) : (
          <Details
            {...{ valueOn, payer }}
            onValueOn={setValueOn}
            onPayer={setPayer}
            dayProblem={error?.fields?.valueOn ?? (isTried && valueOn === '' ? 'Choose a day' : undefined)}
            payerProblem={isTried ? payerProblem : undefined}
          />
        )}
        {error && (preview || !error.fields) && <Notice tone="negative">{error.message}</Notice>}
      </form>
    </Dialog>
  )
}

/** The look at who can go in, then the making of the batch; a second click makes the same one. */
function useMaking(selection: Selection) {
  const navigate = useNavigate()
  const [id] = useState(() => crypto.randomUUID())
  const looking = useMutation<Preview, ApiError, string>({
    mutationFn: day => call(payoutApi.payoutPreview, { ...selection.input, valueOn: day }),
  })
  const making = useAct(payoutApi.payoutBatchMake)
  const make = ({ fits }: Preview, valueOn: string, payer: string): void =>
    making.mutate(
      { id, loanIds: fits.map(fit => fit.loanId), valueOn, payingAccount: payer.trim() },
      {
        onSuccess: batch => {
          toast('success', `${batch.number} is made. Ask a second person to approve it.`)
          void navigate(payoutPath(batch.id))
        },
      },
    )
  return { looking, making, make }
}

/** Once it is known who can be paid, the title says how many that are and what they get together. */
const titleOf = ({ count }: Selection, preview: Preview | undefined): string =>
  preview
    ? `Pay out ${loansText(preview.fits.length)}: ${formatNaira(preview.total)}`
    : `Pay out ${loansText(count)}`

type DetailsProps = {
  valueOn: string
  payer: string
  dayProblem: string | undefined
  payerProblem: string | undefined
  onValueOn: (day: string) => void
  onPayer: (account: string) => void
}

/** When the bank pays, and from where. */
function Details({ valueOn, payer, dayProblem, payerProblem, onValueOn, onPayer }: DetailsProps) {
  return (
    <>
      <Input
        label="Value date"
        name="valueOn"
        type="date"
        hint="The day the bank pays, and the date of every entry in the books."
        value={valueOn}
        error={dayProblem}
        onChange={event => onValueOn(event.target.value)}
      />
      <Input
        label="Paying account"
        name="payingAccount"
        hint="Which of the lender’s accounts pays, such as GTBank operations."
        value={payer}
        maxLength={80}
        error={payerProblem}
        onChange={event => onPayer(event.target.value)}
      />
    </>
  )
}

function Checked({ preview, valueOn, payer }: { preview: Preview; valueOn: string; payer: string }) {
  const { fits, unfit, leftOut } = preview
  return (
    <>
      <DefinitionList
        items={[
          { term: 'Value date', value: dayText(valueOn) },
          { term: 'Paying account', value: payer },
        ]}
      />
      {fits.length > 0 && <PaymentsList label="Will be paid" payments={fits} />}
      {leftOut > 0 && (
        <Notice tone="notice">
          {loansText(leftOut)} more fit the filter than one batch holds: make another batch afterwards.
        </Notice>
      )}
      {unfit.length > 0 && (
        <section aria-label="Cannot go in">
          <h3 className="mb-2 text-[0.8125rem] font-semibold">{loansText(unfit.length)} cannot go in</h3>
          <ul className="ruled rounded-lg border border-line">
            {unfit.map(each => (
              <li key={each.loanId} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
                <span>
                  {each.customerName} <span className="text-muted tabular-nums">{each.number}</span>
                </span>
                <span className="text-negative">{each.why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
