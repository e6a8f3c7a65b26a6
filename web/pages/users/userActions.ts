import type { z } from 'zod/mini'
import { errorMessage } from '../../../contract/errors.ts'
import type { UserStatus, userDetails } from '../../../contract/staff.ts'

/** What a superAdmin can do to a member of staff, in the order of the buttons. */
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
  /** In other states the button is not shown: the act has no meaning there. */
  statuses: readonly UserStatus[]
  /** Nobody does this to their own account. */
  othersOnly: boolean
  /** It would clash with a change that waits for a second person. */
  clashesWithWaiting: boolean
  danger: boolean
}

const ANY: readonly UserStatus[] = ['waiting', 'active', 'suspended', 'declined']

export const RULES: Record<UserAction, Rule> = {
  approve: rule('Approve', ['waiting', 'declined'], { clashesWithWaiting: true }),
  decline: rule('Decline', ['waiting'], { danger: true, clashesWithWaiting: true }),
  changeRoles: rule('Change roles', ['active', 'suspended'], { clashesWithWaiting: true }),
  changeOfficerCode: rule('Officer code', ANY, { othersOnly: false }),
  reactivate: rule('Reactivate', ['suspended'], { clashesWithWaiting: true }),
  confirmIdentity: rule('Confirm identity', ['active', 'suspended'], { othersOnly: false }),
  makeResetLink: rule('Reset link', ['active'], { clashesWithWaiting: true }),
  signOut: rule('Sign out everywhere', ['active'], { othersOnly: false }),
  suspend: rule('Suspend', ['active'], { danger: true }),
}

function rule(title: string, statuses: readonly UserStatus[], given: Partial<Rule>): Rule {
  return { title, statuses, othersOnly: true, clashesWithWaiting: false, danger: false, ...given }
}

/** What decides which acts there are. */
type Standing = Pick<Person, 'id' | 'status' | 'liveSessions' | 'pendingApprovalId' | 'viewerIsLinked'> & {
  links: readonly unknown[]
}

export const actsFor = (person: Standing): UserAction[] =>
  USER_ACTIONS.filter(act => RULES[act].statuses.includes(person.status)).filter(
    act => act !== 'confirmIdentity' || person.links.length > 0,
  )

/** Why an act cannot be done now, in the words the server would use; undefined when it can. */
export function whyNot(act: UserAction, person: Standing, viewerId: string): string | undefined {
  const { othersOnly, clashesWithWaiting } = RULES[act]
  if (othersOnly && person.id === viewerId)
    return act === 'makeResetLink'
      ? 'Change your own password in your profile.'
      : errorMessage('user.own_roles')
  if (clashesWithWaiting && person.pendingApprovalId !== null)
    return 'A change of this account is already pending approval.'
  if (act === 'confirmIdentity' && person.viewerIsLinked) return errorMessage('user.linked')
  if (act === 'signOut' && person.liveSessions === 0) return 'Not signed in anywhere.'
  return undefined
}

export type Person = z.output<typeof userDetails>
