import { useState } from 'react'
import { loanApi } from '../../../contract/loans.ts'
import { claimApi } from '../../../contract/messaging.ts'
import { IPPIS_NO } from '../../../contract/vocabulary.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { ReceiptPreview } from '../../parts/loan/ReceiptPreview.tsx'
import type { Claim } from '../../parts/messaging/messagingWords.ts'
import { type Found, type Picked, RecordPicker } from '../../parts/messaging/RecordPicker.tsx'
import { SmsBubble } from '../../parts/messaging/SmsBubble.tsx'
import { dateInLagos } from '../../parts/today.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RadioCard } from '../../ui/RadioCard.tsx'

const OTHER = 'other'

/** Confirms a bank alert: loan, date and reference come from the statement, the amount from the alert. */
export function BankAlertDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  const [other, setOther] = useState<Picked>()
  const paidOn = /^\d{4}-\d{2}-\d{2}/.exec(claim.paidAt ?? '')?.[0] ?? String(dateInLagos(claim.at))
  return (
    <ActDialog
      endpoint={claimApi.claimConfirm}
      initial={{ loanId: claim.matches[0]?.loanId ?? OTHER, paidOn, reference: claim.reference ?? '' }}
      input={({ loanId, reason: note, ...rest }) => ({
        id: claim.id,
        loanId: loanId === OTHER ? (other?.id ?? '') : loanId,
        note,
        ...rest,
      })}
      check={({ loanId }) => (loanId === OTHER && !other ? { loanId: 'Choose the loan' } : {})}
      done={({ approvalId }) => (approvalId ? 'Repayment submitted for approval.' : 'Repayment recorded.')}
      onClose={onClose}
      width="medium"
      title={`Confirm ${formatNaira(claim.amount)} from ${claim.from}`}
      description="Confirm only if the payment is on the bank statement. This records a repayment."
      action="Record repayment"
      reason={{ label: 'Note', rows: 2 }}
    >
      {({ values, field, set, errors }) => {
        const loanId = values.loanId === OTHER ? other?.id : values.loanId
        return (
          <>
            <SmsBubble>{claim.text}</SmsBubble>
            {claim.note && (
              <Notice tone="notice" title="Confirmed before">
                {claim.note}
              </Notice>
            )}
            <LoanChoice
              matches={claim.matches}
              chosen={values.loanId}
              onChoose={chosen => set('loanId', chosen)}
            />
            {values.loanId === OTHER && (
              <RecordPicker
                label="Loan"
                placeholder="Loan number or customer"
                picked={other}
                onPick={setOther}
                useFound={useLoans}
                error={errors.loanId}
              />
            )}
            <div className="grid gap-4 sm:grid-cols-2">
              <Input {...field('paidOn')} label="Date on statement" type="date" />
              <Input {...field('reference')} label="Bank reference" maxLength={60} />
            </div>
            {loanId && values.paidOn && (
              <ReceiptPreview
                loanId={loanId}
                amount={claim.amount}
                on={values.paidOn}
                channel="bank transfer"
              />
            )}
          </>
        )
      }}
    </ActDialog>
  )
}

type ChoiceProps = { matches: Claim['matches']; chosen: string; onChoose: (loanId: string) => void }

/** Most likely loans first, then any other loan. */
function LoanChoice({ matches, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">Loan</legend>
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
