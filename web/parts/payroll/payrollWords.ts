import type { z } from 'zod/mini'
import type {
  ChangeKind,
  EmploymentStatus,
  payrollRecord,
  payrollSignal,
  SignalKind,
} from '../../../contract/payroll.ts'
import { rolesNamed } from '../../../contract/roles.ts'
import type { Tone } from '../../ui/Badge.tsx'

/** Labels of payroll states, changes and signals. */

export type PayrollRecord = z.output<typeof payrollRecord>
export type Signal = z.output<typeof payrollSignal>

export const EMPLOYMENT: Record<EmploymentStatus, { title: string; tone: Tone }> = {
  active: { title: 'Active', tone: 'positive' },
  suspended: { title: 'Suspended', tone: 'caution' },
  retired: { title: 'Retired', tone: 'caution' },
  deceased: { title: 'Deceased', tone: 'negative' },
  left: { title: 'Left', tone: 'negative' },
  unknown: { title: 'Not available', tone: 'neutral' },
}

/** Used after "No employee" and after the title of the kind. */
export const CHANGE_MEANINGS: Record<ChangeKind, readonly [verb: string, means: string]> = {
  new: ['is', 'in this file but not in the earlier one'],
  gone: ['is', 'in the earlier file but not in this one'],
  payUp: ['has', 'higher net pay'],
  payDown: ['has', 'lower net pay'],
  moved: ['has', 'a different employer'],
  bank: ['has', 'a different salary account'],
  status: ['has', 'a different employment status'],
}

export const SIGNALS: Record<SignalKind, { title: string; tone: Tone }> = {
  disappeared: { title: 'Not on payroll', tone: 'negative' },
  retired: { title: 'Retired', tone: 'negative' },
  deceased: { title: 'Deceased', tone: 'negative' },
  suspended: { title: 'Suspended', tone: 'negative' },
  payBelowInstalment: { title: 'Pay below the instalment', tone: 'negative' },
  bankChanged: { title: 'Salary account changed', tone: 'caution' },
  moved: { title: 'Moved to another employer', tone: 'caution' },
  nearRetirement: { title: 'Near retirement', tone: 'caution' },
}

export const SIGNAL_CLOSERS = `Only ${rolesNamed('customer.change', 'and')} can do this.`
