import { useState } from 'react'
import { claimApi } from '../../../contract/bankAlerts.ts'
import { loanApi } from '../../../contract/loans.ts'
import { IPPIS_NO } from '../../../contract/vocabulary.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { FormDialog } from '../../parts/FormDialog.tsx'
import { ReceiptPreview } from '../../parts/loan/ReceiptPreview.tsx'
import type { Claim } from '../../parts/messaging/messagingWords.ts'
import { type Found, type Picked, RecordPicker } from '../../parts/messaging/RecordPicker.tsx'
import { SmsBubble } from '../../parts/messaging/SmsBubble.tsx'
import { dateInLagos } from '../../parts/today.ts'
import { useForm } from '../../parts/useForm.ts'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioCard } from '../../ui/RadioCard.tsx'
import { toast } from '../../ui/toast.ts'

const OTHER = 'other'

/** The person answers for loan, day and reference as the statement shows them; the amount is the alert's. */
export function ClaimDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const [other, setOther] = useState<Picked>()
  const form = useForm(claimApi.claimConfirm, {
    initial: {
      loanId: claim.matches[0]?.loanId ?? OTHER,
      paidOn: /^\d{4}-\d{2}-\d{2}/.exec(claim.paidAt ?? '')?.[0] ?? String(dateInLagos(claim.at)),
      reference: claim.reference ?? '',
      note: '',
    },
    toInput: ({ loanId, ...rest }) => ({
      id: claim.id,
      loanId: loanId === OTHER ? (other?.id ?? '') : loanId,
      ...rest,
    }),
    check: ({ loanId }) => (loanId === OTHER && !other ? { loanId: 'Choose the loan' } : {}),
    onDone: ({ approvalId }) => {
      toast(
        'success',
        approvalId ? 'A second person has to approve the receipt.' : 'The receipt is recorded.',
      )
      onClose()
    },
  })
  const loanId = form.values.loanId === OTHER ? other?.id : form.values.loanId
  const { paidOn } = form.values
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="medium"
      title={`Confirm ${formatNaira(claim.amount)} from ${claim.from}`}
      description="Only after finding it on the bank statement. A receipt is recorded with it."
      action="It is on the statement"
    >
      <SmsBubble>{claim.text}</SmsBubble>
      {claim.note && (
        <Notice tone="notice" title="It was confirmed before">
          {claim.note}
        </Notice>
      )}
      <LoanChoice
        matches={claim.matches}
        chosen={form.values.loanId}
        onChoose={loanId => form.set('loanId', loanId)}
      />
      {form.values.loanId === OTHER && (
        <RecordPicker
          label="Loan"
          placeholder="Loan number or name"
          picked={other}
          onPick={setOther}
          useFound={useLoans}
          error={form.errors.loanId}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Input {...form.field('paidOn')} label="Day on the statement" type="date" />
        <Input {...form.field('reference')} label="Reference on the statement" maxLength={60} />
      </div>
      {loanId && paidOn && (
        <ReceiptPreview loanId={loanId} amount={claim.amount} on={paidOn} channel="bank transfer" />
      )}
      <Textarea {...form.field('note')} label="Note" rows={2} maxLength={500} />
    </FormDialog>
  )
}

type ChoiceProps = { matches: Claim['matches']; chosen: string; onChoose: (loanId: string) => void }

/** Likeliest first; and another one, where the alert misled us. */
function LoanChoice({ matches, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">For which loan</legend>
      {matches.map(({ loanId, customerName, loanNumber, why }) => (
        <RadioCard
          key={loanId}
          name="loanId"
          title={`${customerName}, ${loanNumber}`}
          hint={why}
          checked={chosen === loanId}
          onChoose={() => onChoose(loanId)}
        />
      ))}
      <RadioCard
        name="loanId"
        title="Another loan"
        checked={chosen === OTHER}
        onChoose={() => onChoose(OTHER)}
      />
    </fieldset>
  )
}

const SHOWN = 5

function useLoans(search: string, enabled: boolean): Found {
  const asked = useApi(loanApi.loanList, { tab: 'live', search, limit: SHOWN }, { enabled })
  const found = asked.isPlaceholderData ? undefined : asked.data?.rows
  const rows = found?.map(row => ({
    id: row.id,
    title: `${row.customerName}, ${row.number}`,
    hint: `${row.productName} · ${IPPIS_NO} ${row.ippisNumber}`,
  }))
  return { rows, asked }
}
