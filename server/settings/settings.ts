import { z } from 'zod'
import type { Api } from '../../contract/api.ts'
import { toCalendar } from '../../engine/dates.ts'
import type { Handler, PublicContext } from '../context.ts'
import { readSetting, writeSetting } from './settings.sql.ts'

const organisation = z.object({ operatingCompany: z.string() })
/** Until the lender names itself, the product's own name stands in the footer. */
const UNNAMED = { operatingCompany: 'Iroko' }

async function readOrganisation(ctx: Pick<PublicContext, 'tx'>): Promise<z.output<typeof organisation>> {
  return organisation.parse((await readSetting(ctx.tx, 'organisation')) ?? UNNAMED)
}

export const getOrganisation: Handler<Api['organisationGet']> = async ctx => ({
  ...(await readOrganisation(ctx)),
  year: toCalendar(ctx.today).year,
})

export const changeOrganisation: Handler<Api['organisationChange']> = async (ctx, { operatingCompany }) => {
  const before = await readOrganisation(ctx)
  await writeSetting(ctx.tx, {
    name: 'organisation',
    value: { operatingCompany },
    changedBy: ctx.actor.id,
    at: ctx.now,
  })
  ctx.audit({ subject: ['setting', 'organisation'], before, after: { operatingCompany } })
  return { operatingCompany, year: toCalendar(ctx.today).year }
}
