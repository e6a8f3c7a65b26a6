import type { z } from 'zod/mini'
import type {
  CustomerStatus,
  customer,
  customerNote,
  FreeField,
  SensitiveField,
} from '../../../contract/customers.ts'
import { rolesNamed } from '../../../contract/roles.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { APPLICATION_WORDS } from '../applicationWords.ts'
import { useMay } from '../currentUser.ts'

/** Labels of customer statuses and fields. */

export type Customer = z.output<typeof customer>
export type CustomerNote = z.output<typeof customerNote>

export const STATUS_WORDS: Record<CustomerStatus, { title: string; tone: Tone; means: string }> = {
  active: { title: 'Active', tone: 'positive', means: 'Can apply for loans and receives messages.' },
  dormant: { title: 'Dormant', tone: 'neutral', means: 'No recent activity. Can apply for loans.' },
  blacklisted: {
    title: 'Blacklisted',
    tone: 'negative',
    means: 'New requests fail a check and need an override, until the last day or until the status changes.',
  },
  deceased: {
    title: 'Deceased',
    tone: 'caution',
    means: 'All open loans are frozen and no messages are sent.',
  },
  merged: { title: 'Merged', tone: 'neutral', means: 'Merged into another record.' },
  erased: {
    title: 'Erased',
    tone: 'neutral',
    means: 'Personal data has been permanently deleted. The ledger is retained.',
  },
}

export const FIELD_WORDS: Record<FreeField | SensitiveField, string> = APPLICATION_WORDS

export const fullName = ({ surname, firstName, otherNames }: Customer): string =>
  [surname, firstName, otherNames].filter(Boolean).join(' ')

export const ONLY_CHANGERS = `Only ${rolesNamed('customer.change', 'and')} can change customers.`

/** Why the current user cannot change this customer; undefined if they can. */
export function useWhyNotChange({
  mergedInto,
  row,
}: Pick<Customer, 'mergedInto' | 'row'>): string | undefined {
  const mayChange = useMay('customer.change')
  if (mergedInto) return `This record was merged into ${mergedInto.number}.`
  if (row.status === 'erased') return 'The personal data of this customer has been erased.'
  return mayChange ? undefined : ONLY_CHANGERS
}
