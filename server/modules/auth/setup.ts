import { createHash, randomInt } from 'node:crypto'
import type { Api } from '../../../contract/api.ts'
import { act, type Program, SYSTEM } from '../../kernel/act.ts'
import { daysBefore } from '../../kernel/clock.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import { refuseFields } from '../../kernel/refusal.ts'
import { countStaff, lockAppointments } from './accounts.sql.ts'
import { linkedTo } from './linkedAccounts.sql.ts'
import * as codes from './setup.sql.ts'

/**
 * A lender begins with two people who each prove by a one-time code from the machine that they may: so neither admitted
 * the other, and an outsider who finds an empty installation gets nothing.
 */

export const SETUP_CODE_DAYS = 7
const FOUNDERS = 2
/** No letter or digit that reads like another. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

export const spokenCode = (groups: number): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** However it is typed: small letters, without hyphens, with spaces. */
export const hashCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest()

const since = (ctx: { now: Date }): Date => daysBefore(ctx.now, SETUP_CODE_DAYS)

async function makeCodes(ctx: Context, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => spokenCode(4))
  for (const code of made) await codes.insertSetupCode(ctx.tx, hashCode(code), ctx.now)
  ctx.audit({ subject: ['setting', 'setup'], after: { setupCodes: count } })
  return made
}

/** Two codes while there is no account, in place of those that an earlier start printed; else none. */
export const openSetup = (program: Program): Promise<string[]> =>
  act(program, 'setupCodeMake', SYSTEM, async ctx => {
    await lockAppointments(ctx.tx)
    if ((await countStaff(ctx.tx)) > 0) return []
    await codes.voidSetupCodes(ctx.tx)
    return makeCodes(ctx, FOUNDERS)
  })

/** One more code, as long as the lender has not two superAdmins who are not linked to each other. */
export const anotherSetupCode = (program: Program): Promise<string | undefined> =>
  act(program, 'setupCodeMake', SYSTEM, async ctx => {
    await lockAppointments(ctx.tx)
    if (await isSetUp(ctx.tx)) return undefined
    return (await makeCodes(ctx, 1))[0]
  })

async function isSetUp(tx: Tx): Promise<boolean> {
  const [first, ...others] = await codes.activeSuperAdmins(tx)
  if (!first) return false
  const linked = await linkedTo(tx, first)
  return others.some(id => !linked.has(id))
}

export const setupState: Handler<Api['setupGet']> = async ctx => {
  if ((await countStaff(ctx.tx)) === 0) return { code: 'required' }
  return { code: (await codes.hasOpenSetupCode(ctx.tx, since(ctx))) ? 'accepted' : 'none' }
}

type Ask = Pick<Context, 'tx' | 'now'>

/** Whether this sign-up founds the lender. The first one without a right code is refused. */
export async function isFounding(ctx: Ask, typed: string | undefined): Promise<boolean> {
  if (typed) {
    if (await codes.isSetupCodeOpen(ctx.tx, hashCode(typed), since(ctx))) return true
    return refuseFields({
      setupCode: 'This code is not right, was used or has expired. Print another with npm run setup-code.',
    })
  }
  if ((await countStaff(ctx.tx)) > 0) return false
  return refuseFields({
    setupCode: 'Enter a setup code. The program prints two when it starts, or run npm run setup-code.',
  })
}

export async function spendSetupCode(ctx: Ask, typed: string, staffId: string): Promise<void> {
  const spent = { codeHash: hashCode(typed), since: since(ctx), staffId, now: ctx.now }
  if (!(await codes.spendSetupCode(ctx.tx, spent))) throw new Error('the code was open a moment ago')
  if (await isSetUp(ctx.tx)) await codes.voidSetupCodes(ctx.tx)
}
