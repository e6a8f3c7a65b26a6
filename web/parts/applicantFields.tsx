import type { ReactNode } from 'react'
import { checkNuban } from '../../engine/nuban.ts'
import { Card } from '../ui/Card.tsx'
import { Input } from '../ui/Input.tsx'
import type { Option } from '../ui/Select.tsx'
import { useSection } from './useSection.ts'

/** What the form of a request and that of a customer have in common. */

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

/** A masked number is not shown again to be typed over. */
export const storedHint = (onFile: string): string => `On file: ${onFile}. Leave empty to keep it.`

/** A source that takes nobody new any more stays readable; the server asks for another. */
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
}

/** Older accounts of some banks do not keep the check digit's rule, so it only warns. */
export function AccountNumberField({ field, bankCode, hint }: AccountProps) {
  const isWrong = checkNuban(bankCode, field.value.trim()) === 'wrong check digit'
  return (
    <Input
      {...field}
      label="Account number"
      inputMode="numeric"
      autoComplete="off"
      placeholder="Unchanged"
      hint={
        isWrong ? (
          <span className="font-medium text-caution">
            The check digit does not fit this bank. Please compare it once more; it can still be sent.
          </span>
        ) : (
          hint
        )
      }
    />
  )
}
