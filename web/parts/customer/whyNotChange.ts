import { rolesNamed } from '../../../contract/roles.ts'
import { useMay } from '../currentUser.ts'
import type { Customer } from './customerWords.ts'

export const ONLY_CHANGERS = `Only ${rolesNamed('customer.change', 'and')} may change customers.`

/** Why this customer cannot be changed by this person; undefined when they can. */
export function useWhyNotChange({
  mergedInto,
  row,
}: Pick<Customer, 'mergedInto' | 'row'>): string | undefined {
  const mayChange = useMay('customer.change')
  if (mergedInto) return `This record was merged into ${mergedInto.number}.`
  if (row.status === 'erased') return 'Who this was has been erased.'
  return mayChange ? undefined : ONLY_CHANGERS
}
