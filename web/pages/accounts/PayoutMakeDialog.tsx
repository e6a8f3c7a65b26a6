import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { payoutApi } from '../../../contract/payouts.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { type ApiError, call, useAct, useApi } from '../../api.ts'
import { dayText } from '../../parts/figures.ts'
import { PaymentsList } from '../../parts/loan/PaymentsList.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { useSection } from '../../parts/useSection.ts'
import { Button } from '../../ui/Button.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog, reasonProblem } from '../../ui/Dialog.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import type { Selection } from './awaitingSelection.ts'
import { loansText, payoutPath } from './payoutWords.ts'

type Preview = Reply<typeof payoutApi.payoutPreview>

type Props = {
  selection: Selection
  onClose: () => void
  /** A batch of one is submitted for approval at once, with its reason. */
  loanNumber?: string
}

/** Creates a batch from a selection: value date and paying account, then a preview, then the batch. */
export function PayoutMakeDialog({ selection, loanNumber, onClose }: Props) {
  const formId = useId()
  const [valueOn, setValueOn] = useState<string>(todayInLagos())
  const known = useApi(payoutApi.payoutBatchList, {}).data?.rows.map(batch => batch.payingAccount)
  const accounts = usePayingAccounts()
  const [typed, setTyped] = useState<string>()
  const payer = typed ?? lastUsed(known ?? [], accounts)
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const { looking, making, make } = useMaking(selection, loanNumber, onClose)
  const preview = looking.data
  const submits = loanNumber !== undefined
  const payerProblem = reasonProblem(payer, 'Paying account')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (payerProblem || valueOn === '' || looking.isPending || making.isPending) return
    if (!preview) looking.mutate(valueOn, { onSuccess: () => setTried(false) })
    else if (!submits || !reasonProblem(reason)) make(preview, { valueOn, payer, reason })
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
      isDirty={typed !== undefined || reason !== ''}
      title={titleOf(selection, loanNumber, preview)}
      description={
        preview
          ? 'Check the payees. No money moves yet: Iroko makes no transfers.'
          : 'Once approved, make the transfer at the bank and record its result. Only then is it posted.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {preview && <Button onClick={back}>Change details</Button>}
          <Button
            look="primary"
            type="submit"
            form={formId}
            pending={looking.isPending || making.isPending}
            disabledReason={preview?.fits.length === 0 ? 'None of these can be paid.' : undefined}
          >
            {preview ? (submits ? 'Submit for approval' : 'Create batch') : 'Preview'}
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
            known={[...new Set(known)]}
            accounts={accounts}
            onValueOn={setValueOn}
            onPayer={setTyped}
            dayProblem={error?.fields?.valueOn ?? (isTried && valueOn === '' ? 'Choose a day' : undefined)}
            payerProblem={isTried ? payerProblem : undefined}
          />
        )}
        {preview && submits && preview.fits.length > 0 && (
          <Textarea
            label="Reason"
            name="reason"
            hint="Shown to the approver and in the history."
            value={reason}
            maxLength={500}
            error={isTried ? reasonProblem(reason) : undefined}
            onChange={event => setReason(event.target.value)}
          />
        )}
        {error && (preview || !error.fields) && <Notice tone="negative">{error.message}</Notice>}
      </form>
    </Dialog>
  )
}

/** The active bank accounts of Settings > Organisation. */
const usePayingAccounts = (): string[] =>
  (useSection('organisation')?.bankAccounts ?? [])
    .filter(each => each.status === 'active')
    .map(each => each.name)

/** The account of the newest batch that can still be chosen. */
function lastUsed(known: readonly string[], accounts: readonly string[]): string {
  if (accounts.length === 0) return known[0] ?? ''
  return known.find(each => accounts.includes(each)) ?? accounts[0] ?? ''
}

type Form = { valueOn: string; payer: string; reason: string }

/** Preview and creation. One id makes a second click idempotent. */
function useMaking(selection: Selection, loanNumber: string | undefined, onClose: () => void) {
  const navigate = useNavigate()
  const [id] = useState(() => crypto.randomUUID())
  const looking = useMutation<Preview, ApiError, string>({
    mutationFn: day => call(payoutApi.payoutPreview, { ...selection.input, valueOn: day }),
  })
  const making = useAct(payoutApi.payoutBatchMake)
  const make = ({ fits }: Preview, { valueOn, payer, reason }: Form): void =>
    making.mutate(
      {
        id,
        loanIds: fits.filter(fit => fit.kind === 'loan').map(fit => fit.loanId),
        refundIds: fits.flatMap(fit => fit.refundId ?? []),
        valueOn,
        payingAccount: payer.trim(),
        ...(loanNumber === undefined ? {} : { reason: reason.trim() }),
      },
      {
        onSuccess: batch => {
          if (loanNumber === undefined) {
            toast('success', `${batch.number} created. Submit it for approval.`)
            void navigate(payoutPath(batch.id))
            return
          }
          toast('success', `${loanNumber} submitted for approval in ${batch.number}.`, {
            link: { title: `Open ${batch.number}`, to: payoutPath(batch.id) },
          })
          onClose()
        },
      },
    )
  return { looking, making, make }
}

/** With a preview, the title shows number and total. */
function titleOf(
  { count, input }: Selection,
  loanNumber: string | undefined,
  preview: Preview | undefined,
): string {
  if (loanNumber !== undefined)
    return `Disburse ${loanNumber}${preview && preview.fits.length > 0 ? `: ${formatNaira(preview.total)}` : ''}`
  const text = 'refundIds' in input ? (number: number) => countOf(number, 'refund') : loansText
  const verb = 'refundIds' in input ? 'Pay' : 'Disburse'
  return preview
    ? `${verb} ${text(preview.fits.length)}: ${formatNaira(preview.total)}`
    : `${verb} ${text(count)}`
}

type DetailsProps = {
  valueOn: string
  payer: string
  /** Accounts that earlier batches were paid from. */
  known: readonly string[]
  /** The bank accounts of the settings; without any, the account is typed. */
  accounts: readonly string[]
  dayProblem: string | undefined
  payerProblem: string | undefined
  onValueOn: (day: string) => void
  onPayer: (account: string) => void
}

/** Value date and paying account. */
function Details({ valueOn, dayProblem, onValueOn, ...paying }: DetailsProps) {
  return (
    <>
      <Input
        label="Value date"
        name="valueOn"
        type="date"
        hint="The planned day. The disbursement is posted on the day the bank pays."
        value={valueOn}
        error={dayProblem}
        onChange={event => onValueOn(event.target.value)}
      />
      <PayingAccount {...paying} />
    </>
  )
}

type PayingProps = Omit<DetailsProps, 'valueOn' | 'dayProblem' | 'onValueOn'>

function PayingAccount({ payer, known, accounts, payerProblem, onPayer }: PayingProps) {
  const listId = useId()
  const field = {
    label: 'Paying account',
    name: 'payingAccount',
    value: payer,
    error: payerProblem,
    onChange: (event: { target: { value: string } }) => onPayer(event.target.value),
  }
  if (accounts.length > 0)
    return <Select {...field} options={accounts.map(name => ({ value: name, label: name }))} />
  return (
    <>
      <Input
        {...field}
        hint="Our bank account that pays, such as GTBank operations. Add your accounts in Settings > Organisation to choose from a list."
        list={listId}
        maxLength={80}
      />
      <datalist id={listId}>
        {known.map(account => (
          <option key={account} value={account} />
        ))}
      </datalist>
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
          {loansText(leftOut)} more match the filter than one batch holds. Create another batch afterwards.
        </Notice>
      )}
      {unfit.length > 0 && (
        <section aria-label="Cannot be disbursed">
          <h3 className="mb-2 text-[0.8125rem] font-semibold">
            {countOf(unfit.length, 'payment')} cannot be made
          </h3>
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
