import { MoneyField } from '../../parts/MoneyField.tsx'
import { PercentField } from '../../parts/PercentField.tsx'
import type { FieldSpec } from '../../parts/settings/fieldSpec.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Input, Textarea } from '../../ui/Input.tsx'
import { type Option, Select } from '../../ui/Select.tsx'
import { PictureField } from './PictureField.tsx'

type Props = {
  spec: FieldSpec
  /** Path in the section; errors use the same name. */
  path: string
  value: string | boolean
  onChange: (value: string | boolean) => void
  error: string | undefined
  /** Identifies a stored row and cannot change. */
  locked?: boolean
  inRow?: boolean
}

/** One field of a section, by its kind. */
export function SettingField({ spec, path, value, onChange, error, locked, inRow }: Props) {
  const { label, hint, kind } = spec
  if (typeof value === 'boolean')
    return (
      <Checkbox
        name={path}
        label={label}
        hint={hint}
        error={error}
        checked={value}
        onChange={event => onChange(event.target.checked)}
      />
    )
  const common = {
    label: inRow && spec.unit ? `${label} (${spec.unit})` : label,
    hint,
    error,
    optional: spec.optional === true,
    name: path,
    value,
    disabled: locked === true,
  }
  const typed = (event: { target: { value: string } }): void => onChange(event.target.value)
  if (kind === 'picture') return <PictureField {...{ label, hint, error, value, onChange }} />
  if (kind === 'naira') return <MoneyField {...common} onChange={onChange} />
  if (kind === 'percent') return <PercentField {...common} onChange={onChange} />
  if (kind === 'lines') return <Textarea {...common} rows={value.length > 400 ? 14 : 3} onChange={typed} />
  if (kind === 'choice')
    return <Select {...common} options={withOwn(spec.options ?? [], value)} onChange={typed} />
  if (kind === 'day') return <Input {...common} type="date" onChange={typed} />
  if (kind === 'whole')
    return <WholeInput {...common} unit={inRow ? '' : (spec.unit ?? '')} onChange={typed} />
  return <Input {...common} onChange={typed} />
}

/** Adds the current value if it is no longer offered. */
const withOwn = (options: readonly Option[], value: string): readonly Option[] =>
  options.some(option => option.value === value) ? options : [...options, { value, label: value }]

type WholeProps = Parameters<typeof Input>[0] & { unit: string }

function WholeInput({ unit, ...props }: WholeProps) {
  const label = unit ? `${props.label} (${unit})` : props.label
  return <Input {...props} label={label} inputMode="numeric" autoComplete="off" maxLength={9} />
}
