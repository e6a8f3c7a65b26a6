import { useState } from 'react'
import { customerFilter } from '../../../contract/customers.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'

/** Seven digits or more, however they are grouped: a phone, an account, a BVN. C0100001 is only our own number. */
const LONG_NUMBER = /(?<![a-z\d])\d(?:[\s().-]*\d){6,}/i

export const isPersonal = (typed: string): boolean => LONG_NUMBER.test(typed)

/** The list's filter in the address; but somebody's number is only searched for, never written there. */
export function useCustomerFilter() {
  const query = useUrlFilter(customerFilter)
  const [number, setNumber] = useState('')
  const { search: words, ...filter } = query.filter
  return {
    filter: { ...filter, ...(number || words ? { search: number || words } : {}) },
    setFilter: query.setFilter,
    setSearch: (typed: string): void => {
      setNumber(isPersonal(typed) ? typed : '')
      query.setFilter({ search: isPersonal(typed) ? undefined : typed }, true)
    },
    clearFilter: (): void => {
      setNumber('')
      query.clearFilter()
    },
  }
}
