import { ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sourceDates } from '../../../contract/paySources.ts'
import { type SectionName, STORED_ROWS } from '../../../contract/settings.ts'
import { formatDate, formatMonth, type PayMonth } from '../../../engine/dates.ts'
import type { FieldSpec, RowsSpec } from '../../parts/settings/fieldSpec.ts'
import {
  COLUMN_CHOICES,
  COLUMN_WORDS,
  MATCH_CHOICES,
  SOURCE_DETAILS,
  usedDetails,
} from '../../parts/settings/paySourceFields.ts'
import { todayInLagos } from '../../parts/today.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import type { DraftRow, Problems } from './draft.ts'
import { SettingField } from './SettingField.tsx'

type Props = {
  section: SectionName
  spec: RowsSpec
  rows: readonly DraftRow[]
  onChange: (rows: readonly DraftRow[]) => void
  problems: Problems
}

/** Payroll sources, one editor each: calendar, our codes, instruction file, charge and contact. */
export function SourcesField({ section, spec, rows, onChange, problems }: Props) {
  const [opened, setOpened] = useState<readonly number[]>([])
  const toggle = (key: number): void =>
    setOpened(now => (now.includes(key) ? now.filter(each => each !== key) : [...now, key]))
  const add = (): void => {
    const key = 1 + Math.max(0, ...rows.map(row => row.key))
    onChange([...rows, { key, isStored: false, values: spec.blank }])
    setOpened(now => [...now, key])
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 font-medium">{spec.title}</legend>
      {rows.map((row, index) => (
        <SourceEditor
          key={row.key}
          {...{ spec, row, index, problems }}
          locked={row.isStored ? (STORED_ROWS[section]?.fields ?? []) : []}
          isOpen={opened.includes(row.key)}
          onToggle={() => toggle(row.key)}
          onChange={values => onChange(rows.map(each => (each.key === row.key ? { ...each, values } : each)))}
          onRemove={() => onChange(rows.filter(each => each.key !== row.key))}
        />
      ))}
      <div>
        <Button size="small" icon={<Plus aria-hidden size={15} />} onClick={add}>
          Add {spec.one}
        </Button>
      </div>
    </fieldset>
  )
}

type Values = DraftRow['values']
type EditorProps = {
  spec: RowsSpec
  row: DraftRow
  index: number
  problems: Problems
  locked: readonly string[]
  isOpen: boolean
  onToggle: () => void
  onChange: (values: Values) => void
  onRemove: () => void
}

function SourceEditor({
  spec,
  row,
  index,
  problems,
  locked,
  isOpen,
  onToggle,
  onChange,
  onRemove,
}: EditorProps) {
  const path = `${spec.name}.${index}`
  const { values } = row
  const name = values.name || values.code || `${spec.one} ${index + 1}`
  const wrong = Object.keys(problems).filter(key => key.startsWith(`${path}.`)).length
  // a field with an error must be on the page to be shown
  const isShown = isOpen || wrong > 0
  const set = (field: string, value: string): void => {
    const next = { ...values, [field]: value }
    // a file of receipts has no instruction file
    onChange(field === 'kind' && value === 'collections' ? { ...next, 'layoutOut.columns': '[]' } : next)
  }
  const fieldOf = (field: FieldSpec) => (
    <SettingField
      key={field.name}
      spec={field}
      path={`${path}.${field.name}`}
      value={values[field.name] ?? ''}
      onChange={value => set(field.name, String(value))}
      error={problems[`${path}.${field.name}`]}
      locked={locked.includes(field.name)}
    />
  )
  const used = usedDetails(values.kind ?? 'payroll', values['charge.kind'] ?? 'none')
  const plain = (test: RegExp) => used.filter(field => test.test(field.name)).map(fieldOf)
  const isPayroll = values.kind !== 'collections'
  const isInactive = values.status === 'retired'
  return (
    <div className="rounded-xl border border-line">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <button
          type="button"
          aria-expanded={isShown}
          onClick={onToggle}
          className="flex min-w-0 flex-1 basis-56 items-center gap-2 rounded text-left"
        >
          <ChevronDown aria-hidden size={16} className={isShown ? 'shrink-0' : 'shrink-0 -rotate-90'} />
          <span className="min-w-0">
            <span className="font-medium break-words">{name}</span>
            <span className="block text-[0.8125rem] text-muted">{datesText(values)}</span>
          </span>
        </button>
        {isInactive && <Badge>Inactive</Badge>}
        {!isPayroll && <Badge tone="notice">Collections</Badge>}
        {wrong > 0 && <Badge tone="negative">{wrong === 1 ? '1 error' : `${wrong} errors`}</Badge>}
        {row.isStored ? (
          <Button
            size="small"
            aria-label={`${isInactive ? 'Reactivate' : 'Deactivate'} ${name}`}
            onClick={() => onChange({ ...values, status: isInactive ? 'active' : 'retired' })}
          >
            {isInactive ? 'Reactivate' : 'Deactivate'}
          </Button>
        ) : (
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden size={17} />
          </IconButton>
        )}
      </div>
      {isShown && (
        <div className="flex flex-col gap-6 border-t border-line px-4 py-4">
          <Group title="Source">
            {spec.columns.filter(column => column.name !== 'payDay').map(fieldOf)}
            {plain(/^(kind|cashAccount|channel)$/)}
          </Group>
          {isPayroll && (
            <>
              <Group title="Calendar">
                {plain(/^instructionDay$/)}
                {spec.columns.filter(column => column.name === 'payDay').map(fieldOf)}
                {plain(/Days$/)}
                <p className="text-[0.8125rem] text-muted sm:col-span-2 lg:col-span-3">{datesText(values)}</p>
              </Group>
              {CODE_FIELDS.map(field => (
                <CodesField
                  key={field.name}
                  field={field}
                  path={`${path}.${field.name}`}
                  value={values[field.name] ?? '[]'}
                  onChange={value => set(field.name, value)}
                  problems={problems}
                />
              ))}
              <Group title="Instruction file">{plain(/^(arrearsPpm|layoutOut\.(format|scope))$/)}</Group>
              <ColumnsField
                path={`${path}.layoutOut.columns`}
                value={values['layoutOut.columns'] ?? '[]'}
                onChange={value => set('layoutOut.columns', value)}
                problems={problems}
              />
              <Group title="Charge">{plain(/^charge\./)}</Group>
              <Group title="Account for returned deductions">{plain(/^account\./)}</Group>
            </>
          )}
          <Group title="Contact">{plain(/^contact\./)}</Group>
        </div>
      )}
    </div>
  )
}

const CODE_FIELDS = SOURCE_DETAILS.filter(({ kind }) => kind === 'codes')

const Group = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section aria-label={title}>
    <h3 className="mb-3 font-medium">{title}</h3>
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
  </section>
)

/** "October 2026: instructions by 10 Oct 2026, pay day …", once every day is a number. */
function datesText(values: Values): string {
  if (values.kind === 'collections') return 'Repayments are posted as their files arrive.'
  const number = (name: string): number =>
    /^\d{1,3}$/.test(values[name] ?? '') ? parseInt(values[name] ?? '', 10) : NaN
  const calendar = {
    payDay: number('payDay'),
    instructionDay: number('instructionDay'),
    fileDays: number('fileDays'),
    remittanceDays: number('remittanceDays'),
    toleranceDays: number('toleranceDays'),
  }
  const isValid =
    Object.values(calendar).every(each => !Number.isNaN(each)) &&
    [calendar.payDay, calendar.instructionDay].every(day => day >= 1 && day <= 31)
  if (!isValid) return 'Enter every day to see the dates of a month.'
  const month = todayInLagos().slice(0, 7) as PayMonth
  const dates = sourceDates(calendar, month)
  return `${formatMonth(month)}: instructions by ${formatDate(dates.instructions)}, pay day ${formatDate(dates.payDay)}, file by ${formatDate(dates.file)}, remittance by ${formatDate(dates.remittance)}, overdue after ${formatDate(dates.overdueAfter)}`
}

type ListProps = { path: string; value: string; onChange: (value: string) => void; problems: Problems }

function CodesField({ field, path, value, onChange, problems }: ListProps & { field: FieldSpec }) {
  const codes = JSON.parse(value) as { match: string; value: string }[]
  const save = (next: typeof codes): void => onChange(JSON.stringify(next))
  const one = field.name === 'elements' ? 'element' : 'beneficiary'
  return (
    <section aria-label={field.label}>
      <h3 className="font-medium">{field.label}</h3>
      <p className="mb-3 text-[0.8125rem] text-muted">
        {codes.length === 0
          ? 'None entered, so every row of a file counts as ours.'
          : 'Compared without capitals, spaces and signs. Other codes are asked about once.'}
      </p>
      <div className="flex flex-col gap-3">
        {codes.map((code, index) => (
          <div key={`code-${String(index)}`} className="flex flex-wrap items-start gap-3">
            <div className="w-full sm:w-44">
              <Select
                label={`Match of ${one} ${index + 1}`}
                name={`${path}.${index}.match`}
                value={code.match}
                options={MATCH_CHOICES}
                onChange={event =>
                  save(
                    codes.map((each, at) => (at === index ? { ...each, match: event.target.value } : each)),
                  )
                }
              />
            </div>
            <div className="min-w-0 flex-1 basis-40">
              <Input
                label={`Code of ${one} ${index + 1}`}
                name={`${path}.${index}.value`}
                value={code.value}
                maxLength={60}
                error={problems[`${path}.${index}.value`]}
                onChange={event =>
                  save(
                    codes.map((each, at) => (at === index ? { ...each, value: event.target.value } : each)),
                  )
                }
              />
            </div>
            <div className="pt-6">
              <IconButton
                label={`Remove ${one} ${index + 1}`}
                onClick={() => save(codes.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden size={17} />
              </IconButton>
            </div>
          </div>
        ))}
      </div>
      <div className="pt-3">
        <Button
          size="small"
          icon={<Plus aria-hidden size={15} />}
          onClick={() => save([...codes, { match: 'exact', value: '' }])}
        >
          Add {one}
        </Button>
      </div>
    </section>
  )
}

type LayoutColumn = { heading: string; content: keyof typeof COLUMN_WORDS }

/** Own headings in their order, with a preview of the first lines. */
function ColumnsField({ path, value, onChange, problems }: ListProps) {
  const columns = JSON.parse(value) as LayoutColumn[]
  const save = (next: LayoutColumn[]): void => onChange(JSON.stringify(next))
  const change = (index: number, part: Partial<LayoutColumn>): void =>
    save(columns.map((each, at) => (at === index ? { ...each, ...part } : each)))
  return (
    <section aria-label="Columns of the instruction file">
      <h3 className="font-medium">Columns of the instruction file</h3>
      <p className="mb-3 text-[0.8125rem] text-muted">
        {columns.length === 0
          ? 'None entered, so the file has the standard columns.'
          : 'Headings as the office expects them, from left to right.'}
      </p>
      {problems[path] && <p className="mb-3 text-[0.8125rem] text-negative">{problems[path]}</p>}
      <div className="flex flex-col gap-3">
        {columns.map((column, index) => (
          <div key={`column-${String(index)}`} className="flex flex-wrap items-start gap-3">
            <div className="min-w-0 flex-1 basis-40">
              <Input
                label={`Heading ${index + 1}`}
                name={`${path}.${index}.heading`}
                value={column.heading}
                maxLength={60}
                error={problems[`${path}.${index}.heading`]}
                onChange={event => change(index, { heading: event.target.value })}
              />
            </div>
            <div className="min-w-0 flex-1 basis-40">
              <Select
                label={`Content ${index + 1}`}
                name={`${path}.${index}.content`}
                value={column.content}
                options={COLUMN_CHOICES}
                onChange={event => change(index, { content: event.target.value as LayoutColumn['content'] })}
              />
            </div>
            <div className="pt-6">
              <IconButton
                label={`Remove column ${index + 1}`}
                onClick={() => save(columns.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden size={17} />
              </IconButton>
            </div>
          </div>
        ))}
      </div>
      <div className="pt-3">
        <Button
          size="small"
          icon={<Plus aria-hidden size={15} />}
          onClick={() => save([...columns, { heading: '', content: 'staffNumber' }])}
        >
          Add column
        </Button>
      </div>
      {columns.length > 0 && <LayoutPreview columns={columns} />}
    </section>
  )
}

const SAMPLE: Record<LayoutColumn['content'], string> = {
  staffNumber: '480217',
  fullName: 'OKONKWO ADAEZE',
  employer: 'FEDERAL MINISTRY OF WORKS',
  element: 'IROKO LOAN',
  beneficiary: 'IROKO',
  change: 'CHANGE',
  amount: '61666.67',
  previousAmount: '58000.00',
  startMonth: '2026-11',
  endMonth: '2027-10',
  instalments: '12',
  balance: '740000.00',
  loanNumber: 'L0000012',
}

const LayoutPreview = ({ columns }: { columns: readonly LayoutColumn[] }) => (
  <div className="mt-4 overflow-x-auto rounded-lg border border-line">
    <table className="w-full text-[0.8125rem]">
      <caption className="sr-only">Preview of the instruction file</caption>
      <thead>
        <tr className="bg-canvas/50 text-left">
          {columns.map(({ heading, content }, index) => (
            <th
              key={`heading-${String(index)}`}
              scope="col"
              className="px-3 py-2 font-medium whitespace-nowrap"
            >
              {heading || COLUMN_WORDS[content]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {columns.map(({ content }, index) => (
            <td key={`cell-${String(index)}`} className="px-3 py-2 whitespace-nowrap tabular-nums">
              {SAMPLE[content]}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  </div>
)
