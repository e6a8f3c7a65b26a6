import { act, type Program } from '../../server/act.ts'
import { changeOrganisation } from '../../server/settings/settings.ts'
import { countStaff } from '../../server/users/users.sql.ts'
import { actorOf, DEMO_STAFF, loadDemoStaff } from './staff.ts'

/** Fills an empty database with the sample lender, through the product's own functions; leaves any other alone. */
export async function loadDemo(program: Program): Promise<boolean> {
  if ((await countStaff(program.db)) > 0) return false
  await loadDemoStaff(program)
  const superAdmin = await actorOf(program, DEMO_STAFF[0]?.email ?? '')
  await act(program, 'organisationChange', superAdmin, ctx =>
    changeOrganisation(ctx, { operatingCompany: 'Iroko Demo Finance Limited' }),
  )
  return true
}
