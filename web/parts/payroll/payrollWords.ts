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

/** What the words of the payroll are called on screen. */

export type PayrollRecord = z.output<typeof payrollRecord>
export type Signal = z.output<typeof payrollSignal>

export const EMPLOYMENT: Record<EmploymentStatus, { title: string; tone: Tone }> = {
  active: { title: 'Active', tone: 'positive' },
  suspended: { title: 'Suspended', tone: 'caution' },
  retired: { title: 'Retired', tone: 'caution' },
  deceased: { title: 'Deceased', tone: 'negative' },
  left: { title: 'Left', tone: 'negative' },
  unknown: { title: 'Not stated', tone: 'neutral' },
}

/** After "Nobody", and after the title of the kind. */
export const CHANGE_MEANINGS: Record<ChangeKind, readonly [verb: string, means: string]> = {
  new: ['is', 'in this file and not in the one before'],
  gone: ['is', 'in the file before and not in this one'],
  payUp: ['has', 'higher net pay'],
  payDown: ['has', 'lower net pay'],
  moved: ['has', 'another employer'],
  bank: ['has', 'another salary account'],
  status: ['has', 'another employment status'],
}

export const SIGNALS: Record<SignalKind, { title: string; tone: Tone }> = {
  disappeared: { title: 'Disappeared from the payroll', tone: 'negative' },
  retired: { title: 'Retired', tone: 'negative' },
  deceased: { title: 'Deceased', tone: 'negative' },
  suspended: { title: 'Suspended', tone: 'negative' },
  payBelowInstalment: { title: 'Pay below the instalment', tone: 'negative' },
  bankChanged: { title: 'Salary account changed', tone: 'caution' },
  moved: { title: 'Moved to another employer', tone: 'caution' },
  nearRetirement: { title: 'Near retirement', tone: 'caution' },
}

export const SIGNAL_CLOSERS = `Signals are closed by ${rolesNamed('customer.change', 'or')}.`
