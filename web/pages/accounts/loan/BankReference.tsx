import { useState } from 'react'
import { payoutApi } from '../../../../contract/payouts.ts'
import { rolesNamed } from '../../../../contract/roles.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import type { Happening } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Input } from '../../../ui/Input.tsx'

type Props = { loanId: string; payment: Happening }

/** The bank reference of a disbursement or refund, with a button to add a missing one. */
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
        disabledReason={mayAdd ? undefined : `Only ${rolesNamed('money.ask', 'and')} can do this.`}
        onClick={() => setAdding(true)}
      >
        Add bank reference
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
      done="Bank reference added."
      onClose={onClose}
      title="Add bank reference"
      description={`Our reference: ${payment.reference}. The bank reference cannot be changed later.`}
      action="Add reference"
    >
      {({ field }) => (
        <Input
          {...field('reference')}
          label="Bank reference"
          hint="As printed on the bank statement."
          maxLength={60}
          autoComplete="off"
        />
      )}
    </ActDialog>
  )
}
