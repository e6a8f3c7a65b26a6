import type { ReactNode } from 'react'
import { formatNaira, type Kobo, kobo } from '../../engine/money.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { unbroken } from './unbroken.ts'

/** Pieces of the approval sheet, which the approval of a loan request shares. */

/** The money, large: the first thing to check. */
export function Headline({ amounts: all }: { amounts: readonly (Kobo | null)[] }) {
  const amounts = all.filter(amount => amount !== null)
  if (amounts.length === 0) return null
  const without = all.length - amounts.length
  return (
    <p className="text-[1.75rem] leading-9 font-semibold tracking-tight tabular-nums">
      {formatNaira(kobo(amounts.reduce((sum, amount) => sum + amount, 0n)))}
      {all.length > 1 && (
        <span className="block text-[0.8125rem] leading-5 font-normal tracking-normal text-muted">
          {all.length} items{without > 0 && `, ${without} without an amount`}
        </span>
      )}
    </p>
  )
}

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h3 className="text-[0.8125rem] font-medium text-muted">{title}</h3>
    {children}
  </section>
)

type WarningsProps = {
  warnings: readonly { id: string; text: string }[]
  confirmed?: ReadonlySet<string>
  /** Absent where nothing is approved: the warnings are only read. */
  onConfirm?: (id: string) => void
}

/** Overridden checks and warnings. Each is confirmed before the item can be approved. */
export function ConfirmWarnings({ warnings, confirmed = new Set(), onConfirm }: WarningsProps) {
  if (warnings.length === 0) return null
  return (
    <fieldset className="rounded-lg bg-negative-soft px-4 py-3 text-negative">
      <legend className="float-left mb-2 font-semibold">
        {onConfirm ? 'Confirm before you approve' : 'Warnings'}
      </legend>
      <ul className="clear-both flex flex-col gap-2">
        {warnings.map(({ id, text }) => (
          <li key={id}>
            {onConfirm ? (
              <Checkbox label={unbroken(text)} checked={confirmed.has(id)} onChange={() => onConfirm(id)} />
            ) : (
              unbroken(text)
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Disabled reason while warnings are not confirmed. */
export function unconfirmedReason(open: number): string | undefined {
  if (open === 0) return undefined
  return open === 1 ? 'Confirm the warning above first.' : `Confirm the ${open} warnings above first.`
}
