import { useState } from 'react'
import type { z } from 'zod/mini'
import { useUrlFilter } from './urlFilter.ts'

/** A searched list's filter in the address; but somebody's number is only searched for, never written there. */
export function usePrivateSearch<S extends z.ZodMiniObject>(schema: S) {
  const query = useUrlFilter(schema)
  const [typedNumber, setNumber] = useState('')
  // a saved view that is opened since brings its own search
  const number = query.filter.search ? '' : typedNumber
  return {
    ...query,
    filter: number ? { ...query.filter, search: number } : query.filter,
    isFiltered: query.isFiltered || number !== '',
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

/** Seven digits or more, however they are grouped: a phone, an account, a BVN. C0100001 is only our own number. */
const LONG_NUMBER = /(?<![a-z\d])\d(?:[\s().-]*\d){6,}/i

/** Somebody's number may stand in it: nothing for an address. */
export const isPersonal = (typed: string): boolean => LONG_NUMBER.test(typed)

/** Our own numbers, C0100001, L0100001 and IRK-7KQ2-MX4T, tell nothing. */
const OURS = /(?<![\p{L}\p{N}])(?:[CL]\d{7}|IRK-\w{4}-\w{4})(?![\p{L}\p{N}])/giu
/** A figure with a currency or a k beside it, grouped by thousands, or with kobo: what somebody earns. */
const MONEY =
  /(?:₦|\bNGN)\s*\p{N}|\bN\s*\p{N}{4}|\p{N}\s*(?:₦|NGN|naira|k\b)|\p{N},\p{N}{3}(?!\p{N})|\p{N}{4}\.\p{N}{2}(?!\p{N})/iu

/**
 * What somebody typed, asked before it is kept: stricter than a search, which a person may mend on the spot. Whatever
 * stands between the digits or before them, seven are somebody's number.
 */
export function isPersonalToKeep(typed: string): boolean {
  const plain = typed.normalize('NFKC').replace(OURS, ' x ')
  return MONEY.test(plain) || /\p{N}{7}/u.test(plain.replace(/[^\p{L}\p{N}]/gu, ''))
}
