import { loanApi } from '../../../../contract/loans.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { Input } from '../../../ui/Input.tsx'

type Props = { loan: Loan; onClose: () => void; onMade: () => void }

/** Creates a numbered settlement quote for a date. */
export function QuoteDialog({ loan: { row }, onClose, onMade }: Props) {
  return (
    <ActDialog
      endpoint={loanApi.settlementQuoteMake}
      initial={{ on: row.asOf }}
      input={({ on }, id) => ({ loanId: row.id, id, on })}
      done={made => `Quote ${made.number} created: ${formatNaira(made.total)}.`}
      onDone={onMade}
      onClose={onClose}
      title={`Settlement quote: ${row.number}`}
      description="The amount that closes the loan on a date. The quote is numbered and valid for five days from that date."
      action="Create quote"
    >
      {({ field }) => (
        <Input
          {...field('on')}
          label="Settlement date"
          type="date"
          min={row.asOf}
          hint="Interest is charged to this date."
        />
      )}
    </ActDialog>
  )
}
