import { useState } from 'react'
import { journalApi } from '../../../../contract/journals.ts'
import { useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { todayInLagos } from '../../../parts/today.ts'
import { Input } from '../../../ui/Input.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { journalOptions } from './accountWords.ts'
import { JournalLines, lineProblems, NEW_LINES, sentLines } from './JournalLines.tsx'

const AddDocumentForm = lazyPart(() =>
  import('../../../parts/AddDocumentForm.tsx').then(part => part.AddDocumentForm),
)

/** Submits a journal; its voucher is attached in the next step. */
export function JournalDialog({ onClose }: { onClose: () => void }) {
  const accounts = useApi(journalApi.ledgerAccountList, {})
  const options = journalOptions(accounts.data?.rows ?? [])
  const [submitted, setSubmitted] = useState<string>()
  const [id] = useState(() => crypto.randomUUID())
  if (submitted) return <AddDocumentForm subjectType="journal" subjectId={submitted} onClose={onClose} />
  return (
    <ActDialog
      endpoint={journalApi.journalSubmit}
      initial={{ on: todayInLagos(), memo: '', lines: NEW_LINES }}
      input={({ on, memo, lines, reason }) => ({ id, on, memo, lines: sentLines(lines), reason })}
      check={({ lines }) => lineProblems(lines)}
      done="Submitted for approval. Attach the voucher now, or close."
      onDone={() => setSubmitted(id)}
      onClose={onClose}
      width="wide"
      title="New journal"
      description="Needs approval. It is posted on its date when another person approves it."
      action="Submit for approval"
      pending={!accounts.data}
      reason
    >
      {({ field, values, set, errors }) => (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <Input {...field('on')} label="Date" type="date" max={todayInLagos()} />
            <Input
              {...field('memo')}
              label="Description"
              hint="What it is for, such as “Rent of the Kano office, October”."
              autoComplete="off"
              maxLength={201}
            />
          </div>
          <JournalLines
            lines={values.lines}
            options={options}
            errors={errors}
            onChange={lines => set('lines', lines)}
          />
        </>
      )}
    </ActDialog>
  )
}

/** Submits a journal that is posted every month. */
export function RecurringDialog({ onClose }: { onClose: () => void }) {
  const accounts = useApi(journalApi.ledgerAccountList, {})
  const options = journalOptions(accounts.data?.rows ?? [])
  return (
    <ActDialog
      endpoint={journalApi.recurringJournalSave}
      initial={{ memo: '', lines: NEW_LINES, day: '28', from: todayInLagos(), until: '' }}
      input={({ memo, lines, day, from, until, reason }, id) => ({
        id,
        memo,
        lines: sentLines(lines),
        day: Number(day),
        from,
        until: until || null,
        reason,
      })}
      check={({ lines }) => lineProblems(lines)}
      done="Submitted for approval."
      onClose={onClose}
      width="wide"
      title="New recurring journal"
      description="Needs approval once. Then the daily run posts it every month on its day."
      action="Submit for approval"
      pending={!accounts.data}
      reason
    >
      {({ field, values, set, errors }) => (
        <>
          <Input
            {...field('memo')}
            label="Description"
            hint="What it is for, such as “Depreciation of vehicles”."
            autoComplete="off"
            maxLength={201}
            autoFocus
          />
          <div className="grid items-start gap-4 sm:grid-cols-3">
            <Input
              {...field('day')}
              label="Day of the month"
              type="number"
              min={1}
              max={31}
              hint="31 is the last day of shorter months."
            />
            <Input {...field('from')} label="From" type="date" min={todayInLagos()} />
            <Input {...field('until')} label="Until" type="date" hint="Leave empty if it has no end." />
          </div>
          <JournalLines
            lines={values.lines}
            options={options}
            errors={errors}
            onChange={lines => set('lines', lines)}
          />
        </>
      )}
    </ActDialog>
  )
}
