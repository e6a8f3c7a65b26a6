import type { z } from 'zod/mini'
import type {
  CustomerStatus,
  customer,
  customerNote,
  customerRow,
  FreeField,
  SensitiveField,
} from '../../../contract/customers.ts'
import { rolesNamed } from '../../../contract/roles.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { APPLICATION_WORDS } from '../applicationWords.ts'
import { useMay } from '../currentUser.ts'

/** What the contract's words about customers are called on screen. */

export type Customer = z.output<typeof customer>
export type CustomerRow = z.output<typeof customerRow>
export type CustomerNote = z.output<typeof customerNote>

export const STATUS_WORDS: Record<CustomerStatus, { title: string; tone: Tone; means: string }> = {
  active: { title: 'Active', tone: 'positive', means: 'May borrow and is told what happens.' },
  dormant: { title: 'Dormant', tone: 'neutral', means: 'Nothing has happened for long; may borrow again.' },
  blacklisted: {
    title: 'Blacklisted',
    tone: 'negative',
    means: 'A new request turns red and needs an override, until the last day or until it is lifted.',
  },
  deceased: {
    title: 'Deceased',
    tone: 'caution',
    means: 'Every open loan is frozen, and no message goes out.',
  },
  merged: { title: 'Merged', tone: 'neutral', means: 'Lives on in another record.' },
  erased: { title: 'Erased', tone: 'neutral', means: 'Who this was is gone for good; the books stay.' },
}

export const FIELD_WORDS: Record<FreeField | SensitiveField, string> = APPLICATION_WORDS

export const fullName = ({ surname, firstName, otherNames }: Customer): string =>
  [surname, firstName, otherNames].filter(Boolean).join(' ')

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
