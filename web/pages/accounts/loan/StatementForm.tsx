import { type FormEvent, useState } from 'react'
import type { LoanRow } from '../../../parts/loan/loanWords.ts'
import { Input } from '../../../ui/Input.tsx'
import { Select } from '../../../ui/Select.tsx'
import { type LoanPaper, savePaper } from './loanLetters.ts'

const FORMS = [
  { value: 'statement', label: 'PDF' },
  { value: 'statement.xlsx', label: 'Excel' },
  { value: 'statement.csv', label: 'CSV' },
]

type Props = {
  row: LoanRow
  /** Id of the form, for the submit button outside it. */
  formId: string
  onPending: (isPending: boolean) => void
  onSaved?: () => void
}

/** A statement for any period since disbursement. */
export function StatementForm({ row, formId, onPending, onSaved }: Props) {
  const first = row.disbursedOn ?? row.approvedOn
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(row.asOf)
  const [paper, setPaper] = useState('statement')
  const isTurned = from !== '' && to !== '' && from > to
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isTurned) return
    onPending(true)
    const isSaved = await savePaper(row.id, paper as LoanPaper, { ...(from && { from }), ...(to && { to }) })
    onPending(false)
    if (isSaved) onSaved?.()
  }
  return (
    <form id={formId} onSubmit={event => void submit(event)} noValidate className="grid gap-4 sm:grid-cols-2">
      <Input
        label="From"
        type="date"
        value={from}
        min={first}
        max={row.asOf}
        onChange={event => setFrom(event.target.value)}
      />
      <Input
        label="To"
        type="date"
        value={to}
        min={first}
        max={row.asOf}
        error={isTurned ? 'Before the start date' : undefined}
        onChange={event => setTo(event.target.value)}
      />
      <Select label="Format" value={paper} options={FORMS} onChange={event => setPaper(event.target.value)} />
    </form>
  )
}
