import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import type { LoanRow } from './loanWords.ts'
import { type LoanPaper, savePaper } from './papers.ts'

const FORMS = [
  { value: 'statement', label: 'PDF' },
  { value: 'statement.xlsx', label: 'Excel' },
  { value: 'statement.csv', label: 'CSV' },
]

/** A statement for any period since the pay-out. */
export function StatementDialog({ row, onClose }: { row: LoanRow; onClose: () => void }) {
  const formId = useId()
  const first = row.disbursedOn ?? row.approvedOn
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(row.asOf)
  const [paper, setPaper] = useState('statement')
  const [pending, setPending] = useState(false)
  const isTurned = from !== '' && to !== '' && from > to
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (pending || isTurned) return
    setPending(true)
    const isSaved = await savePaper(row.id, paper as LoanPaper, { ...(from && { from }), ...(to && { to }) })
    setPending(false)
    if (isSaved) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Statement: ${row.number}`}
      description="Every movement of the period with the balance after it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} pending={pending}>
            Download
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={event => void submit(event)}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
      >
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
          error={isTurned ? 'Before the first day' : undefined}
          onChange={event => setTo(event.target.value)}
        />
        <Select label="As" value={paper} options={FORMS} onChange={event => setPaper(event.target.value)} />
      </form>
    </Dialog>
  )
}
