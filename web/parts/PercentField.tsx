import type { FieldProps } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'

type Props = FieldProps & {
  /** As typed; `parsePercent` turns it into parts per million. */
  value: string
  onChange: (typed: string) => void
  name?: string
  disabled?: boolean
}

export function PercentField({ value, onChange, ...rest }: Props) {
  return (
    <Input
      {...rest}
      value={value}
      onChange={event => onChange(event.target.value)}
      after={
        <span aria-hidden className="pr-2 text-faint">
          %
        </span>
      }
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
    />
  )
}
