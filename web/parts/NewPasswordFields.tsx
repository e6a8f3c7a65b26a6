import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { PasswordInput } from '../ui/Input.tsx'
import { type PasswordStrength, passwordStrength } from './passwordStrength.ts'

type Spread = Omit<ComponentProps<typeof PasswordInput>, 'label' | 'hint' | 'autoComplete' | 'value'> & {
  value: string
}
type Props = {
  /** What `useForm` gives for the two fields. */
  password: Spread
  confirm: Spread
  label?: string
  /** Names and e-mail: a password made of them is pointed out. */
  personal?: readonly string[]
}

export function NewPasswordFields({ password, confirm, label = 'Password', personal = [] }: Props) {
  const strength = passwordStrength(password.value, personal)
  return (
    <>
      <PasswordInput
        {...password}
        label={label}
        autoComplete="new-password"
        // the server knows the common passwords: beside its refusal no hint may speak well of one
        hint={password.error ? undefined : <StrengthMeter strength={strength} />}
      />
      <PasswordInput {...confirm} label="Confirm password" autoComplete="new-password" />
    </>
  )
}

/** For `useForm`'s `check`. */
export const confirmProblem = (values: { password: string; confirm: string }): { confirm?: string } => {
  if (values.confirm === '') return { confirm: 'Type the same password again' }
  return values.confirm === values.password ? {} : { confirm: 'The two passwords are not the same' }
}

const BARS = [1, 2, 3, 4] as const
const COLOURS = ['', 'bg-negative', 'bg-caution', 'bg-positive', 'bg-positive'] as const

function StrengthMeter({ strength: { level, hint } }: { strength: PasswordStrength }) {
  return (
    <span className="flex flex-col gap-1.5">
      <span aria-hidden className="grid grid-cols-4 gap-1">
        {BARS.map(bar => (
          <span
            key={bar}
            className={clsx('h-1 rounded-full transition-colors', bar <= level ? COLOURS[level] : 'bg-line')}
          />
        ))}
      </span>
      <span>{hint}</span>
    </span>
  )
}
