import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

type Props<V extends string> = {
  label: string
  choices: readonly { value: V; title: string; badge?: ReactNode }[]
  current: V
  onChoose: (value: V) => void
}

/** Segmented control for views of one list. */
export function Choices<V extends string>({ label, choices, current, onChoose }: Props<V>) {
  return (
    <fieldset className="flex max-w-full flex-wrap gap-1 rounded-lg bg-sunken p-1 print:hidden max-sm:w-full max-sm:[&_button]:grow">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, title, badge }) => (
        <Button
          key={value}
          size="small"
          look={value === current ? 'secondary' : 'quiet'}
          aria-pressed={value === current}
          onClick={() => onChoose(value)}
        >
          {title}
          {badge}
        </Button>
      ))}
    </fieldset>
  )
}
