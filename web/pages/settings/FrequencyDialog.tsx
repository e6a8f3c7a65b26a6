import type { Reply } from '../../../contract/endpoint.ts'
import { productApi } from '../../../contract/products.ts'
import { RHYTHM_WORDS } from '../../../contract/trail.ts'
import type { RepaymentFrequency } from '../../../engine/product.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { HistoryList } from '../../parts/lazyParts.tsx'
import { FIRST_DUE, optionsOf } from '../../parts/settings/productWords.ts'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'

export type Frequency = Reply<typeof productApi.frequencyList>['rows'][number]
type Draft = {
  code: string
  name: string
  rhythm: RepaymentFrequency['rhythm']
  anchorDay: string
  firstDue: RepaymentFrequency['firstDue']
}

/** Weekly frequencies have no day of the month. */
const isByWeek = (rhythm: RepaymentFrequency['rhythm']): boolean =>
  rhythm === 'weekly' || rhythm === 'two-weekly'

/** Creates or changes a repayment frequency. */
export function FrequencyDialog({ frequency, onClose }: { frequency?: Frequency; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={productApi.frequencySave}
      initial={draftOf(frequency)}
      input={wireOf}
      check={problemsOf}
      done={frequency ? 'Frequency saved. Products use it from their next version.' : 'Frequency added.'}
      onClose={onClose}
      title={frequency ? `Change “${frequency.name}”` : 'Add frequency'}
      description="Products keep their frequency until their next version."
      action={frequency ? 'Save' : 'Add'}
      below={
        frequency && (
          <section aria-label="History" className="mt-6 border-t border-line pt-4">
            <h3 className="font-semibold">History</h3>
            <HistoryList subjectType="frequency" subjectId={frequency.code} />
          </section>
        )
      }
    >
      {({ values, field, set }) => (
        <>
          <Input {...field('name')} label="Name" maxLength={60} />
          <Input
            {...field('code')}
            label="Code"
            hint="Small letters, digits and hyphens. It cannot be changed later."
            maxLength={20}
            autoCapitalize="none"
            spellCheck={false}
            disabled={frequency !== undefined}
            onChange={event => set('code', event.target.value.toLowerCase())}
          />
          <Select {...field('rhythm')} label="Interval" options={optionsOf(RHYTHM_WORDS)} />
          {!isByWeek(values.rhythm) && (
            <>
              <Input
                {...field('anchorDay')}
                label="Day of the month"
                hint="The pay day. 31 is the last day of any month. Leave blank for the day of disbursement."
                optional
                inputMode="numeric"
                maxLength={2}
              />
              <Select {...field('firstDue')} label="First instalment" options={optionsOf(FIRST_DUE)} />
            </>
          )}
        </>
      )}
    </ActDialog>
  )
}

const draftOf = (frequency: Frequency | undefined): Draft => ({
  code: frequency?.code ?? '',
  name: frequency?.name ?? '',
  rhythm: frequency?.rhythm ?? 'monthly',
  anchorDay: String(frequency ? (frequency.anchorDay ?? '') : 25),
  firstDue: frequency?.firstDue ?? 'payroll',
})

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
    : { anchorDay: 'Enter a day of the month, 1 to 31' }
