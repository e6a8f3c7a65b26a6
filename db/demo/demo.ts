import { SECTIONS } from '../../contract/settings.ts'
import { act, type Program } from '../../server/act.ts'
import { freezeMonths, refreshFigures } from '../../server/dashboard/dashboard.ts'
import { save } from '../../server/settings/settings.ts'
import { countStaff } from '../../server/users/users.sql.ts'
import { loadBook } from './book.ts'
import { loadPayroll } from './payroll.ts'
import { actorOf, DEMO_STAFF, loadDemoStaff } from './staff.ts'

/** Fills an empty database with the sample lender, through the product's own functions; leaves any other alone. */
export async function loadDemo(program: Program): Promise<boolean> {
  if ((await countStaff(program.db)) > 0) return false
  await loadDemoStaff(program)
  const superAdmin = await actorOf(program, DEMO_STAFF[0]?.email ?? '')
  await act(program, 'settingChange', superAdmin, ctx =>
    save(ctx, {
      section: 'organisation',
      value: {
        ...SECTIONS.organisation.initial,
        operatingCompany: 'Iroko Demo Finance Limited',
        address: '14 Adeola Odeku Street, Victoria Island, Lagos',
        phone: '0700 47656 00',
        email: 'hello@iroko.test',
      },
      effectiveOn: ctx.today,
      reason: 'Sample lender',
      basedOn: 0,
    }),
  )
  await loadPayroll(program, await loadBook(program))
  await freezeMonths(program)
  await refreshFigures(program)
  return true
}
