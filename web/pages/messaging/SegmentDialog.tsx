import { type SegmentFilter, segmentApi } from '../../../contract/campaigns.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { STATE_OPTIONS } from '../../../contract/nigeria.ts'
import { officerLinkApi } from '../../../contract/settings.ts'
import { EMPLOYER } from '../../../contract/vocabulary.ts'
import { countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import type { Form } from '../../parts/useForm.ts'
import { useSection } from '../../parts/useSection.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'

type Segment = Reply<typeof segmentApi.segmentList>['rows'][number]
type Values = Record<keyof SegmentFilter, string> & { name: string }

/** Current size of a segment, before exclusions. */
export function SegmentCount({ filter }: { filter: SegmentFilter }) {
  const counted = useApi(segmentApi.segmentCount, { filter })
  if (counted.error && !counted.data) return <p className="text-negative">{counted.error.message}</p>
  const { data } = counted
  return (
    <p role="status" aria-busy={counted.isPlaceholderData} className="text-muted">
      {data ? (
        <>
          <span className="font-semibold text-ink tabular-nums">
            {data.isExact ? '' : 'About '}
            {countText(data.count)}
          </span>{' '}
          {data.count === 1 ? 'customer' : 'customers'} now, before exclusions.
        </>
      ) : (
        'Counting…'
      )}
    </p>
  )
}

type Props = { segment: Segment | undefined; onClose: () => void; onSaved: (id: string) => void }

/** A saved filter. Its customers are found each time it is used. */
export function SegmentDialog({ segment, onClose, onSaved }: Props) {
  return (
    <ActDialog
      endpoint={segmentApi.segmentSave}
      initial={valuesOf(segment)}
      input={(values, id) => ({ id: segment?.id ?? id, name: values.name, filter: filterOf(values) })}
      fieldName={path => path.replace(/^filter\./, '')}
      done={({ name }) => `Segment “${name}” saved.`}
      onDone={({ id }) => {
        onSaved(id)
        onClose()
      }}
      onClose={onClose}
      width="medium"
      title={segment ? `Change ${segment.name}` : 'New segment'}
      description="A customer must meet every condition. Blank fields are ignored."
      action="Save segment"
    >
      {form => (
        <>
          <Input
            {...form.field('name')}
            label="Name"
            maxLength={80}
            placeholder="Teachers in Ogun, 30 days past due"
          />
          <Conditions form={form} />
          <TypedCount values={form.values} />
        </>
      )}
    </ActDialog>
  )
}

function TypedCount({ values }: { values: Values }) {
  const filter = useDebounced(JSON.stringify(filterOf(values)))
  return (
    <div className="rounded-lg bg-sunken px-4 py-3">
      <SegmentCount filter={JSON.parse(filter) as SegmentFilter} />
    </div>
  )
}

type FieldsForm = Pick<
  Form<typeof segmentApi.segmentSave, Values & { reason: string }>,
  'field' | 'values' | 'set'
>

function Conditions({ form }: { form: FieldsForm }) {
  const sources = useSection('payroll')?.sources ?? []
  const officers = useApi(officerLinkApi.officerLinkList, {}, { staleMs: 60_000 }).data?.rows ?? []
  const number = { inputMode: 'numeric', maxLength: 4, autoComplete: 'off' } as const
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        {...form.field('loans')}
        label="Loans"
        placeholder="Any"
        options={[
          { value: 'live', label: 'Has an active loan' },
          { value: 'onTime', label: 'Has an active loan, none overdue' },
          { value: 'arrears', label: 'In arrears' },
          { value: 'closed', label: 'Had a loan, no active loan' },
          { value: 'none', label: 'Never had a loan' },
        ]}
      />
      <Input {...form.field('dueWithinDays')} {...number} label="Next due within (days)" />
      <Input {...form.field('daysPastDueFrom')} {...number} label="Days past due, from" />
      <Input {...form.field('daysPastDueTo')} {...number} label="Days past due, to" />
      <Select
        {...form.field('customerStatus')}
        label="Customer"
        placeholder="Active or dormant"
        options={[
          { value: 'active', label: 'Active' },
          { value: 'dormant', label: 'Dormant' },
        ]}
      />
      <Select
        {...form.field('payrollSource')}
        label="Payroll"
        placeholder="Any payroll"
        options={sources.map(({ code, name }) => ({ value: code, label: name }))}
      />
      <Combobox
        label="State"
        placeholder="Any state"
        value={form.values.state}
        options={[{ value: '', label: 'Any state' }, ...STATE_OPTIONS]}
        onChange={state => form.set('state', state)}
      />
      <Combobox
        label="Account officer"
        placeholder="Any account officer"
        value={form.values.officerCode}
        options={[
          { value: '', label: 'Any account officer' },
          ...officers.map(({ code, officerName }) => ({ value: code, label: `${officerName} (${code})` })),
        ]}
        onChange={code => form.set('officerCode', code)}
      />
      <Input {...form.field('mda')} label={EMPLOYER} maxLength={120} className="sm:col-span-2" />
    </div>
  )
}

const TEXTS = ['customerStatus', 'payrollSource', 'state', 'mda', 'officerCode', 'loans'] as const
const DAYS = ['daysPastDueFrom', 'daysPastDueTo', 'dueWithinDays'] as const

function valuesOf(segment: Segment | undefined): Values {
  const typed = [...TEXTS, ...DAYS].map(field => [field, String(segment?.filter[field] ?? '')])
  return { ...(Object.fromEntries(typed) as Record<keyof SegmentFilter, string>), name: segment?.name ?? '' }
}

/** Blank fields are no conditions. Invalid numbers are passed on, so that the contract reports them. */
function filterOf(values: Values): SegmentFilter {
  const found: Record<string, unknown> = {}
  for (const field of TEXTS) if (values[field]) found[field] = values[field]
  for (const field of DAYS) {
    const typed = values[field].trim()
    if (typed) found[field] = /^\d{1,4}$/.test(typed) ? Number.parseInt(typed, 10) : typed
  }
  return found
}
