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

/** The person answers for loan, day and reference as the statement shows them; the amount is the alert's. */
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
      done={({ approvalId }) =>
        approvalId ? 'A second person has to approve the receipt.' : 'The receipt is recorded.'
      }
      onClose={onClose}
      width="medium"
      title={`Confirm ${formatNaira(claim.amount)} from ${claim.from}`}
      description="Only after finding it on the bank statement. A receipt is recorded with it."
      action="It is on the statement"
      reason={{ label: 'Note', rows: 2 }}
    >
      {({ values, field, set, errors }) => {
        const loanId = values.loanId === OTHER ? other?.id : values.loanId
        return (
          <>
            <SmsBubble>{claim.text}</SmsBubble>
            {claim.note && (
              <Notice tone="notice" title="It was confirmed before">
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
                placeholder="Loan number or name"
                picked={other}
                onPick={setOther}
                useFound={useLoans}
                error={errors.loanId}
              />
            )}
            <div className="grid gap-4 sm:grid-cols-2">
              <Input {...field('paidOn')} label="Day on the statement" type="date" />
              <Input {...field('reference')} label="Reference on the statement" maxLength={60} />
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
