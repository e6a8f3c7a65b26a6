import { useState } from 'react'
import { payoutApi } from '../../../../contract/payouts.ts'
import { rolesNamed } from '../../../../contract/roles.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import type { Happening } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Input.tsx'

type Props = { loanId: string; payment: Happening }

/** What the bank calls a payment that left; asked for as long as nobody knows it. */
export function BankReference({ loanId, payment }: Props) {
  const [isAdding, setAdding] = useState(false)
  const mayAdd = useMay('money.ask')
  if (payment.channel !== 'pay-out') return null
  if (payment.bankReference !== null)
    return <p className="break-all text-muted">Bank reference {payment.bankReference}</p>
  if (payment.undone) return null
  return (
    <>
      <Button
        size="small"
        look="quiet"
        className="-ml-2 print:hidden"
        disabledReason={mayAdd ? undefined : `It is added by ${rolesNamed('money.ask', 'or')}.`}
        onClick={() => setAdding(true)}
      >
        Add the bank’s reference
      </Button>
      {isAdding && <AddDialog loanId={loanId} payment={payment} onClose={() => setAdding(false)} />}
    </>
  )
}

function AddDialog({ loanId, payment, onClose }: Props & { onClose: () => void }) {
  return (
    <ActDialog
      endpoint={payoutApi.payoutReferenceAdd}
      initial={{ reference: '' }}
      input={({ reference }) => ({ loanId, eventId: payment.id, reference })}
      done="The bank’s reference is kept."
      onClose={onClose}
      title="Add the bank’s reference"
      description={`It left as ${payment.reference}. What the statement calls it is kept once and not changed afterwards.`}
      action="Keep it"
    >
      {({ field }) => (
        <Input
          {...field('reference')}
          label="Bank reference"
          hint="As the statement shows it."
          maxLength={60}
          autoComplete="off"
        />
      )}
    </ActDialog>
  )
}
