import type { LocalDate } from '../engine/dates.ts'
import type { Program } from '../server/kernel/act.ts'
import type { Actor } from '../server/kernel/context.ts'
import type { At } from './pastClock.ts'
import { actorOf } from './staff.ts'

/** The six who hold the roles, ready to act. */
export type OfficeUsers = Record<
  'superAdmin' | 'admin' | 'reviewer' | 'authorizer' | 'editor' | 'auditor',
  Actor
>

export const loadOfficeUsers = async (program: Program): Promise<OfficeUsers> => ({
  superAdmin: await actorOf(program, 'superadmin@iroko.test'),
  admin: await actorOf(program, 'admin@iroko.test'),
  reviewer: await actorOf(program, 'reviewer@iroko.test'),
  authorizer: await actorOf(program, 'authorizer@iroko.test'),
  editor: await actorOf(program, 'editor@iroko.test'),
  auditor: await actorOf(program, 'auditor@iroko.test'),
})

/** The same people on any of the lender's days. */
export type Office = { at: At; users: OfficeUsers; today: LocalDate }
