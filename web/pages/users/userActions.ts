import type { z } from 'zod/mini'
import { errorMessage } from '../../../contract/errors.ts'
import type { UserStatus, userDetails } from '../../../contract/staff.ts'

/** Actions of a superAdmin on a user, in the order of the buttons. */
export const USER_ACTIONS = [
  'approve',
  'decline',
  'changeRoles',
  'changeOfficerCode',
  'reactivate',
  'confirmIdentity',
  'makeResetLink',
  'signOut',
  'suspend',
] as const
export type UserAction = (typeof USER_ACTIONS)[number]

type Rule = {
  title: string
  /** Statuses in which the action is shown. */
  statuses: readonly UserStatus[]
  /** Not allowed on the own account. */
  othersOnly: boolean
  /** Not allowed while a change is pending approval. */
  blockedByPending: boolean
  danger: boolean
}

const ANY: readonly UserStatus[] = ['waiting', 'active', 'suspended', 'declined']

export const RULES: Record<UserAction, Rule> = {
  approve: rule('Approve', ['waiting', 'declined'], { blockedByPending: true }),
  decline: rule('Decline', ['waiting'], { danger: true, blockedByPending: true }),
  changeRoles: rule('Change roles', ['active', 'suspended'], { blockedByPending: true }),
  changeOfficerCode: rule('Account officer code', ANY, { othersOnly: false }),
  reactivate: rule('Reactivate', ['suspended'], { blockedByPending: true }),
  confirmIdentity: rule('Confirm identity', ['active', 'suspended'], { othersOnly: false }),
  makeResetLink: rule('Password reset link', ['active'], { blockedByPending: true }),
  signOut: rule('Sign out everywhere', ['active'], { othersOnly: false }),
  suspend: rule('Suspend', ['active'], { danger: true }),
}

function rule(title: string, statuses: readonly UserStatus[], given: Partial<Rule>): Rule {
  return { title, statuses, othersOnly: true, blockedByPending: false, danger: false, ...given }
}

/** Fields that decide which actions apply. */
type Standing = Pick<Person, 'id' | 'status' | 'liveSessions' | 'pendingApprovalId' | 'viewerIsLinked'> & {
  links: readonly unknown[]
}

export const actsFor = (person: Standing): UserAction[] =>
  USER_ACTIONS.filter(act => RULES[act].statuses.includes(person.status)).filter(
    act => act !== 'confirmIdentity' || person.links.length > 0,
  )

/** Disabled reason of an action; undefined if it is allowed. */
export function whyNot(act: UserAction, person: Standing, viewerId: string): string | undefined {
  const { othersOnly, blockedByPending } = RULES[act]
  if (othersOnly && person.id === viewerId)
    return act === 'makeResetLink'
      ? 'Change your own password in your profile.'
      : errorMessage('user.own_roles')
  if (blockedByPending && person.pendingApprovalId !== null)
    return 'A change to this account is already pending approval.'
  if (act === 'confirmIdentity' && person.viewerIsLinked) return errorMessage('user.linked')
  if (act === 'signOut' && person.liveSessions === 0) return 'Not signed in anywhere.'
  return undefined
}

export type Person = z.output<typeof userDetails>
