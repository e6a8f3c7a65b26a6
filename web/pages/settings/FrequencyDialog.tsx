import { useId, useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { productApi } from '../../../contract/products.ts'
import { RHYTHM_WORDS } from '../../../contract/trailWords.ts'
import type { RepaymentFrequency } from '../../../engine/product.ts'
import { HistoryList } from '../../parts/HistoryList.tsx'
import { FIRST_DUE, optionsOf } from '../../parts/settings/productWords.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'
import { useChange } from './useChange.ts'

export type Frequency = Reply<typeof productApi.frequencyList>['rows'][number]
type Draft = {
  code: string
  name: string
  rhythm: RepaymentFrequency['rhythm']
  anchorDay: string
  firstDue: RepaymentFrequency['firstDue']
}

/** Weeks have no day of the month, and no payroll runs by them. */
const isByWeek = (rhythm: RepaymentFrequency['rhythm']): boolean =>
  rhythm === 'weekly' || rhythm === 'two-weekly'

/** A new frequency, or another rhythm, day or rule for one that is there. */
export function FrequencyDialog({ frequency, onClose }: { frequency?: Frequency; onClose: () => void }) {
  const formId = useId()
  const [draft, setDraft] = useState(() => draftOf(frequency))
  const set = (part: Partial<Draft>): void => setDraft(now => ({ ...now, ...part }))
  const change = useChange(productApi.frequencySave, {
    prepare: () => ({ input: wireOf(draft), problems: problemsOf(draft) }),
    onDone: () => {
      toast('success', frequency ? 'Saved. Products take it over with their next version.' : 'Added.')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={frequency ? `Change “${frequency.name}”` : 'Add a frequency'}
      description="Products keep the frequency they were made with until their next version."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} pending={change.pending}>
            {frequency ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form {...change.form} id={formId} className="flex flex-col gap-4">
        <Input
          label="Name"
          name="name"
          maxLength={60}
          value={draft.name}
          error={change.problems.name}
          onChange={event => set({ name: event.target.value })}
        />
        <Input
          label="Code"
          name="code"
          hint="Small letters, digits and hyphens. It cannot be changed later."
          maxLength={20}
          autoCapitalize="none"
          spellCheck={false}
          disabled={frequency !== undefined}
          value={draft.code}
          error={change.problems.code}
          onChange={event => set({ code: event.target.value.toLowerCase() })}
        />
        <Select
          label="Rhythm"
          name="rhythm"
          value={draft.rhythm}
          options={optionsOf(RHYTHM_WORDS)}
          onChange={event => set({ rhythm: event.target.value as Draft['rhythm'] })}
        />
        {!isByWeek(draft.rhythm) && <DueFields draft={draft} set={set} problem={change.problems.anchorDay} />}
        {[...change.unplaced, ...(change.refusal ? [change.refusal.message] : [])].map(problem => (
          <Notice key={problem} tone="negative">
            {problem}
          </Notice>
        ))}
      </form>
      {frequency && (
        <section aria-label="History" className="mt-6 border-t border-line pt-4">
          <h3 className="font-semibold">History</h3>
          <HistoryList subjectType="frequency" subjectId={frequency.code} />
        </section>
      )}
    </Dialog>
  )
}

const draftOf = (frequency: Frequency | undefined): Draft => ({
  code: frequency?.code ?? '',
  name: frequency?.name ?? '',
  rhythm: frequency?.rhythm ?? 'monthly',
  anchorDay: String(frequency ? (frequency.anchorDay ?? '') : 25),
  firstDue: frequency?.firstDue ?? 'payroll',
})

type DueProps = { draft: Draft; set: (part: Partial<Draft>) => void; problem: string | undefined }

function DueFields({ draft, set, problem }: DueProps) {
  return (
    <>
      <Input
        label="Day of the month"
        name="anchorDay"
        hint="The pay day; 31 is the last day of any month. Empty: the day of the pay-out."
        optional
        inputMode="numeric"
        maxLength={2}
        value={draft.anchorDay}
        error={problem}
        onChange={event => set({ anchorDay: event.target.value })}
      />
      <Select
        label="First instalment"
        name="firstDue"
        value={draft.firstDue}
        options={optionsOf(FIRST_DUE)}
        onChange={event => set({ firstDue: event.target.value as Draft['firstDue'] })}
      />
    </>
  )
}

const wireOf = ({ code, name, rhythm, anchorDay, firstDue }: Draft): RepaymentFrequency => ({
  code,
  name,
  rhythm,
  anchorDay: isByWeek(rhythm) || anchorDay.trim() === '' ? null : Number.parseInt(anchorDay, 10) || 0,
  firstDue: isByWeek(rhythm) ? 'one-period' : firstDue,
})

const problemsOf = ({ rhythm, anchorDay }: Draft): Record<string, string> =>
  isByWeek(rhythm) || /^(?:[1-9]|[12]\d|3[01])?$/.test(anchorDay.trim())
    ? {}
    : { anchorDay: 'A day of the month, 1 to 31' }
