import { randomUUID } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { parsePhone } from '../../../engine/phone.ts'
import { lineOf } from '../../kernel/address.ts'
import { minutesBefore } from '../../kernel/clock.ts'
import type { Handler } from '../../kernel/context.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import * as people from './accounts.sql.ts'
import { hashPassword } from './passwords.ts'
import { checkNewPassword } from './profile.ts'
import * as sessions from './sessions.sql.ts'
import { isFounding, spendSetupCode } from './setup.ts'

/** A training day in one office; who wants to fill the list of those who wait needs thousands. */
const SIGN_UPS_PER_HOUR = 50

/** Open to anyone and granting nothing, except to the two people who found the lender with a code from the machine. */
export const signUp: Handler<Api['signUp']> = async (ctx, input) => {
  const phone = normalPhone(input.phone)
  checkNewPassword(input, [input.firstName, input.lastName, input.email.split('@')[0] ?? ''])
  const line = lineOf(ctx.address)
  if ((await sessions.signUpsFrom(ctx.tx, line, minutesBefore(ctx.now, 60))) >= SIGN_UPS_PER_HOUR)
    refuse('rate.limited', { seconds: 3600 })
  await sessions.noteSignUp(ctx.tx, line, ctx.now)
  const password_hash = await hashPassword(input.password)
  await people.lockAppointments(ctx.tx)
  const founds = await isFounding(ctx, input.setupCode)
  const staff: people.NewStaff = {
    id: randomUUID(),
    email: input.email,
    first_name: input.firstName,
    last_name: input.lastName,
    phone,
    password_hash,
    status: founds ? 'active' : 'waiting',
    roles: founds ? ['superAdmin'] : [],
    signed_up_at: ctx.now,
  }
  const isNew = await people.insertStaff(ctx.tx, staff)
  if (founds) {
    if (!isNew) refuseFields({ email: 'This email already has an account. Use another one.' })
    await spendSetupCode(ctx, input.setupCode ?? '', staff.id)
  }
  // the earlier sign-up may be an outsider's: the approver sees that there was a second
  const waiting = isNew ? undefined : await people.noteSignedUpAgain(ctx.tx, input.email, ctx.now)
  // the same answer for a known email: sign-up must not reveal who works here
  ctx.audit(
    isNew
      ? {
          subject: ['user', staff.id],
          by: { id: staff.id, name: `${staff.first_name} ${staff.last_name}` },
          after: { status: staff.status, roles: staff.roles },
        }
      : {
          subject: ['user', waiting ?? 'unknown'],
          outcome: 'refused',
          reason: 'email already has an account',
        },
  )
  return { status: founds ? 'active' : 'waiting' }
}

function normalPhone(typed: string): string {
  const phone = parsePhone(typed)
  if (!phone)
    return refuseFields({ phone: 'Not a Nigerian phone number: use 0803 123 4567 or +234 803 123 4567' })
  return phone
}
