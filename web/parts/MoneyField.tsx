import { parseNaira } from '../../engine/money.ts'
import type { FieldProps } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { nairaText } from './figures.ts'

type Props = FieldProps & {
  /** As typed; `parseNaira` turns it into Kobo. Nothing typed is lost, even while it is no amount yet. */
  value: string
  onChange: (typed: string) => void
  name?: string
  disabled?: boolean
  onBlur?: () => void
}

/** ₦ stands before it, and commas come when one leaves it: 1250000 → 1,250,000. */
export function MoneyField({ value, onChange, onBlur, ...rest }: Props) {
  const leave = (): void => {
    const amount = parseNaira(value)
    if (amount !== undefined && nairaText(amount) !== value) onChange(nairaText(amount))
    onBlur?.()
  }
  return (
    <Input
      {...rest}
      value={value}
      onChange={event => onChange(event.target.value)}
      onBlur={leave}
      before="₦"
      inputMode="decimal"
      autoComplete="off"
      maxLength={26}
    />
  )
}
