import { rolesWith } from '../../../contract/roles.ts'
import { useMay } from '../currentUser.ts'
import type { Customer } from './customerWords.ts'

const CHANGERS = rolesWith('customer.change').join(', ')

/** Why this customer cannot be changed by this person; undefined when they can. */
export function useWhyNotChange({
  mergedInto,
  row,
}: Pick<Customer, 'mergedInto' | 'row'>): string | undefined {
  const mayChange = useMay('customer.change')
  if (mergedInto) return `This record was merged into ${mergedInto.number}.`
  if (row.status === 'erased') return 'Who this was has been erased.'
  return mayChange ? undefined : `Only ${CHANGERS} may change customers.`
}
