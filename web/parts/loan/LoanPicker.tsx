import { loanApi } from '../../../contract/loans.ts'
import { IPPIS_NO } from '../../../contract/vocabulary.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { type Found, type Picked, RecordPicker } from '../messaging/RecordPicker.tsx'

type Props = {
  label?: string
  error?: string | undefined
  picked: Picked | undefined
  onPick: (loan: Picked | undefined) => void
}

const SHOWN = 5

/** Picks a loan that accepts repayments, by loan number or customer. */
export function LoanPicker({ label = 'Loan', ...rest }: Props) {
  return (
    <RecordPicker
      {...rest}
      label={label}
      placeholder={`Loan number, customer or ${IPPIS_NO}`}
      useFound={usePayableLoans}
      name="loan"
    />
  )
}

function usePayableLoans(search: string, enabled: boolean): Found {
  const live = useApi(loanApi.loanList, { tab: 'live', search, limit: SHOWN }, { enabled })
  const overpaid = useApi(loanApi.loanList, { tab: 'overpaid', search, limit: SHOWN }, { enabled })
  const asked = live.error ? live : overpaid
  if (live.isPlaceholderData || overpaid.isPlaceholderData || !live.data || !overpaid.data)
    return { rows: undefined, asked }
  const rows = [...live.data.rows, ...overpaid.data.rows].slice(0, SHOWN).map(row => ({
    id: row.id,
    title: `${row.customerName}, ${row.number}`,
    hint: `${IPPIS_NO} ${row.ippisNumber} · instalment ${formatNaira(row.instalment)} · outstanding ${formatNaira(row.outstandingTotal)}`,
  }))
  return { rows, asked }
}
