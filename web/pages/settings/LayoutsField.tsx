import clsx from 'clsx'
import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  contentsFor,
  fileLayout,
  LAYOUT_CONTENTS,
  type LayoutColumn,
  type LayoutUse,
} from '../../../contract/layouts.ts'
import { type SectionName, STORED_ROWS } from '../../../contract/settings.ts'
import type { FieldSpec, RowsSpec } from '../../parts/settings/fieldSpec.ts'
import { FILLS } from '../../parts/settings/layoutFields.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import type { DraftRow, Problems } from './draft.ts'
import { LayoutPreview } from './LayoutPreview.tsx'
import { SettingField } from './SettingField.tsx'

type Props = {
  section: SectionName
  spec: RowsSpec
  rows: readonly DraftRow[]
  onChange: (rows: readonly DraftRow[]) => void
  problems: Problems
}

/** File layouts, one editor each, with a preview of the file as it would be. */
export function LayoutsField({ section, spec, rows, onChange, problems }: Props) {
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
        <LayoutEditor
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

const LISTS = [
  { name: 'columns', title: 'Columns', one: 'column', of: 'line' },
  { name: 'header', title: 'Row above the lines', one: 'cell', of: 'total' },
  { name: 'trailer', title: 'Row below the lines', one: 'cell', of: 'total' },
] as const

function LayoutEditor({
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
  const name = values.name || `${spec.one} ${index + 1}`
  const wrong = Object.keys(problems).filter(key => key.startsWith(`${path}.`)).length
  // a field with an error must be on the page to be shown
  const isShown = isOpen || wrong > 0
  const isInactive = values.status === 'retired'
  const used = spec.used?.(field => values[field] ?? '') ?? []
  const fieldOf = (field: FieldSpec) => (
    <SettingField
      key={field.name}
      spec={field}
      path={`${path}.${field.name}`}
      value={values[field.name] ?? ''}
      onChange={value => onChange({ ...values, [field.name]: String(value) })}
      error={problems[`${path}.${field.name}`]}
      locked={locked.includes(field.name)}
    />
  )
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
          <span className="min-w-0 font-medium break-words">{name}</span>
        </button>
        {isInactive && <Badge>Inactive</Badge>}
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
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
            {spec.columns.map(fieldOf)}
            {used.filter(field => field.kind !== 'cells').map(fieldOf)}
          </div>
          {LISTS.filter(({ name: list }) => list === 'columns' || values.use !== 'result').map(list => (
            <CellsField
              key={list.name}
              {...list}
              path={`${path}.${list.name}`}
              use={(values.use ?? 'journal') as LayoutUse}
              isFixed={values.format === 'fixed'}
              cells={JSON.parse(values[list.name] ?? '[]') as LayoutColumn[]}
              onChange={cells => onChange({ ...values, [list.name]: JSON.stringify(cells) })}
              problems={problems}
            />
          ))}
          {values.use !== 'result' && <Preview values={values} hasProblems={wrong > 0} />}
        </div>
      )}
    </div>
  )
}

/** Of the layout as it is typed, saved or not. */
function Preview({ values, hasProblems }: { values: Values; hasProblems: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const cellsIn = (name: string): unknown => JSON.parse(values[name] ?? '[]')
  const typed = fileLayout.safeParse({
    ...values,
    ...Object.fromEntries(LISTS.map(({ name }) => [name, cellsIn(name)])),
  })
  const whyNot = hasProblems || !typed.success ? 'Correct the errors of this layout first.' : undefined
  return (
    <section aria-label="Preview">
      <Button size="small" disabledReason={whyNot} onClick={() => setOpen(now => !now)}>
        {isOpen ? 'Hide preview' : 'Preview file'}
      </Button>
      {isOpen && typed.success && !hasProblems && (
        <div className="mt-3">
          <LayoutPreview layout={typed.data} />
        </div>
      )}
    </section>
  )
}

type CellsProps = {
  title: string
  one: string
  of: 'line' | 'total'
  path: string
  use: LayoutUse
  isFixed: boolean
  cells: readonly LayoutColumn[]
  onChange: (cells: LayoutColumn[]) => void
  problems: Problems
}

/** Columns or cells from left to right. */
function CellsField({ title, one, of, path, use, isFixed, cells, onChange, problems }: CellsProps) {
  const [opened, setOpened] = useState<number>()
  // a field with an error must be on the page to be shown
  const isShown = (index: number): boolean =>
    opened === index || Object.keys(problems).some(key => key.startsWith(`${path}.${index}.`))
  const choices = contentsFor(use, of).map(value => ({ value, label: LAYOUT_CONTENTS[value].label }))
  const change = (index: number, part: Partial<LayoutColumn>): void =>
    onChange(cells.map((each, at) => (at === index ? { ...each, ...part } : each)))
  const move = (index: number, by: 1 | -1): void => {
    const next = [...cells]
    const [taken] = next.splice(index, 1)
    if (taken) next.splice(index + by, 0, taken)
    onChange(next)
    setOpened(index + by)
  }
  const add = (): void => {
    const first = choices.find(({ value }) => value !== 'fixed')?.value ?? 'fixed'
    onChange([...cells, { heading: '', content: first, text: '', width: isFixed ? 10 : 0, fill: 'after' }])
    setOpened(cells.length)
  }
  return (
    <section aria-label={title}>
      <h3 className="mb-3 font-medium">{title}</h3>
      {problems[path] && <p className="mb-3 text-[0.8125rem] text-negative">{problems[path]}</p>}
      <ol className="flex flex-col gap-3">
        {cells.map((cell, index) => (
          <li key={`cell-${String(index)}`} className="border-b border-line pb-3">
            {/* on a phone one cell is open at a time */}
            <button
              type="button"
              aria-expanded={isShown(index)}
              onClick={() => setOpened(opened === index ? undefined : index)}
              className="flex w-full items-center gap-2 rounded py-1 text-left sm:hidden"
            >
              <ChevronDown
                aria-hidden
                size={16}
                className={isShown(index) ? 'shrink-0' : 'shrink-0 -rotate-90'}
              />
              <span className="min-w-0 break-words">
                {index + 1}. {cell.heading || LAYOUT_CONTENTS[cell.content].label}
              </span>
            </button>
            <div
              className={clsx(
                'grid items-start gap-3 max-sm:pt-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6rem_auto]',
                !isShown(index) && 'max-sm:hidden',
              )}
            >
              {of === 'line' ? (
                <Input
                  label={`Heading ${index + 1}`}
                  name={`${path}.${index}.heading`}
                  value={cell.heading}
                  maxLength={60}
                  error={problems[`${path}.${index}.heading`]}
                  onChange={event => change(index, { heading: event.target.value })}
                />
              ) : null}
              <Select
                label={`Content ${index + 1}`}
                name={`${path}.${index}.content`}
                value={cell.content}
                options={choices}
                error={problems[`${path}.${index}.content`]}
                onChange={event => change(index, { content: event.target.value as LayoutColumn['content'] })}
              />
              <Input
                label={`Width ${index + 1}`}
                name={`${path}.${index}.width`}
                inputMode="numeric"
                maxLength={3}
                value={cell.width === 0 ? '' : String(cell.width)}
                placeholder="Any"
                error={problems[`${path}.${index}.width`]}
                onChange={event =>
                  change(index, { width: parseInt(event.target.value.replace(/\D/g, '') || '0', 10) })
                }
              />
              <div className="flex sm:pt-6">
                <IconButton
                  label={`Move ${one} ${index + 1} up`}
                  disabledReason={index === 0 ? 'Already the first.' : undefined}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp aria-hidden size={17} />
                </IconButton>
                <IconButton
                  label={`Move ${one} ${index + 1} down`}
                  disabledReason={index === cells.length - 1 ? 'Already the last.' : undefined}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown aria-hidden size={17} />
                </IconButton>
                <IconButton
                  label={`Remove ${one} ${index + 1}`}
                  onClick={() => onChange(cells.filter((_, at) => at !== index))}
                >
                  <Trash2 aria-hidden size={17} />
                </IconButton>
              </div>
              {cell.content === 'fixed' && (
                <Input
                  label={`Text ${index + 1}`}
                  name={`${path}.${index}.text`}
                  optional
                  value={cell.text}
                  maxLength={80}
                  error={problems[`${path}.${index}.text`]}
                  onChange={event => change(index, { text: event.target.value })}
                />
              )}
              {isFixed && (
                <Select
                  label={`Filled with ${index + 1}`}
                  name={`${path}.${index}.fill`}
                  value={cell.fill}
                  options={FILLS}
                  onChange={event => change(index, { fill: event.target.value as LayoutColumn['fill'] })}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
      <div className="pt-3">
        <Button size="small" icon={<Plus aria-hidden size={15} />} onClick={add}>
          Add {one}
        </Button>
      </div>
    </section>
  )
}
