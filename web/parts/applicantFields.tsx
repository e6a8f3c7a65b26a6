import type { ReactNode } from 'react'
import { checkNuban } from '../../engine/nuban.ts'
import { Card } from '../ui/Card.tsx'
import { Input } from '../ui/Input.tsx'
import type { Option } from '../ui/Select.tsx'
import { useSection } from './useSection.ts'

/** Fields shared by the request form and the customer form. */

export function FieldsCard({
  title,
  aside: apart,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <Card title={title} actions={apart}>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </Card>
  )
}

/** The hint of a field whose stored number is masked. */
export const storedHint = (onFile: string): string => `On file: ${onFile}. Leave blank to keep it.`

/** Active payroll sources, plus the chosen one if it is inactive. */
export function usePayrollOptions(chosen: string): Option[] {
  const sources = useSection('payroll')?.sources ?? []
  return sources
    .filter(source => source.status === 'active' || source.code === chosen)
    .map(source => ({ value: source.code, label: source.name }))
}

type AccountProps = {
  field: {
    name: string
    value: string
    onChange: React.ChangeEventHandler<HTMLInputElement>
    error: string | undefined
  }
  bankCode: string
  hint: string | undefined
  placeholder?: string
}

/** A wrong check digit is only a warning, because some older accounts do not follow the rule. */
export function AccountNumberField({ field, bankCode, hint, placeholder = 'Unchanged' }: AccountProps) {
  const isWrong = checkNuban(bankCode, field.value.trim()) === 'wrong check digit'
  return (
    <Input
      {...field}
      label="Account number"
      inputMode="numeric"
      autoComplete="off"
      placeholder={placeholder}
      hint={
        isWrong ? (
          <span className="font-medium text-caution">
            The check digit does not match this bank. Check the number. You can still submit it.
          </span>
        ) : (
          hint
        )
      }
    />
  )
}
