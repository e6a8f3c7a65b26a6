import { useState } from 'react'
import { loanApi } from '../../../../contract/loans.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { FormDialog } from '../../../parts/FormDialog.tsx'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { useForm } from '../../../parts/useForm.ts'
import { Input } from '../../../ui/Input.tsx'
import { toast } from '../../../ui/toast.ts'

type Props = { loan: Loan; onClose: () => void; onMade: () => void }

/** Makes a numbered quote for a day; the figures then stand in the list of quotes. */
export function QuoteDialog({ loan, onClose, onMade }: Props) {
  const { row } = loan
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm(loanApi.settlementQuoteMake, {
    initial: { on: row.asOf },
    toInput: ({ on }) => ({ loanId: row.id, id, on }),
    onDone: made => {
      toast('success', `Quote ${made.number}: ${formatNaira(made.total)}.`)
      onMade()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Settlement quote: ${row.number}`}
      description="What closes the loan on a day. It is numbered, kept, and valid for five days from that day."
      action="Make the quote"
    >
      <Input
        {...form.field('on')}
        label="To be paid on"
        type="date"
        min={row.asOf}
        hint="Interest runs to the day of payment and no further."
      />
    </FormDialog>
  )
}
