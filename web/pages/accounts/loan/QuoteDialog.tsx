import { loanApi } from '../../../../contract/loans.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { Input } from '../../../ui/Input.tsx'

type Props = { loan: Loan; onClose: () => void; onMade: () => void }

/** Makes a numbered quote for a day; the figures then stand in the list of quotes. */
export function QuoteDialog({ loan: { row }, onClose, onMade }: Props) {
  return (
    <ActDialog
      endpoint={loanApi.settlementQuoteMake}
      initial={{ on: row.asOf }}
      input={({ on }, id) => ({ loanId: row.id, id, on })}
      done={made => `Quote ${made.number}: ${formatNaira(made.total)}.`}
      onDone={onMade}
      onClose={onClose}
      title={`Settlement quote: ${row.number}`}
      description="What closes the loan on a day. It is numbered, kept, and valid for five days from that day."
      action="Make the quote"
    >
      {({ field }) => (
        <Input
          {...field('on')}
          label="To be paid on"
          type="date"
          min={row.asOf}
          hint="Interest runs to the day of payment and no further."
        />
      )}
    </ActDialog>
  )
}
