import { SECTIONS } from '../contract/settings.ts'
import { addMonths } from '../engine/dates.ts'
import { act, type Program } from '../server/kernel/act.ts'
import { businessDate } from '../server/kernel/clock.ts'
import { markDemo } from '../server/kernel/db.ts'
import { dropQueued } from '../server/kernel/jobs.ts'
import { countStaff } from '../server/modules/auth/accounts.sql.ts'
import { freezeMonths } from '../server/modules/dashboard/monthEnd.ts'
import { refreshFigures } from '../server/modules/dashboard/refresh.ts'
import { save } from '../server/modules/settings/sections.ts'
import { loadLender } from './lender.ts'
import { PastClock } from './pastClock.ts'
import type { SecondThread } from './pastLoading.ts'
import { OWN_ACCOUNTS } from './payouts.ts'
import { loadBook } from './smallBook.ts'
import { loadPayroll } from './smallPayroll.ts'
import { actorOf, DEMO_STAFF, loadDemoStaff } from './staff.ts'

type Ways = {
  /** The whole lender, which two threads load, instead of the few loans that tests can wait for. */
  whole?: SecondThread | undefined
  /** Called before the first row is written: it takes a while. */
  begins?: () => void
}

/** Fills an empty database with the sample lender, through the product's own functions; leaves any other alone. */
export async function loadDemo(program: Program, { whole, begins }: Ways = {}): Promise<boolean> {
  if ((await countStaff(program.db)) > 0) return false
  begins?.()
  await markDemo(program.db, true)
  const founded = addMonths(businessDate(program.clock.now()), -25)
  const atFounding = whole ? { ...program, clock: new PastClock(founded, 8) } : program
  await loadDemoStaff(atFounding)
  const superAdmin = await actorOf(program, DEMO_STAFF[0]?.email ?? '')
  await act(atFounding, 'settingChange', superAdmin, ctx =>
    save(ctx, {
      section: 'organisation',
      value: {
        ...SECTIONS.organisation.initial,
        operatingCompany: 'Iroko Demo Finance',
        address: '14 Adeola Odeku Street, Victoria Island, Lagos',
        phone: '0700 47656 00',
        email: 'hello@iroko.test',
        // without accounts in the settings, the small lender takes any paying account
        bankAccounts: whole ? OWN_ACCOUNTS : [],
      },
      effectiveOn: ctx.today,
      reason: 'Sample lender',
      basedOn: 0,
    }),
  )
  if (whole) {
    await loadLender(program, whole)
    await dropQueued(program.db)
  } else await loadPayroll(program, await loadBook(program))
  await freezeMonths(program)
  await refreshFigures(program)
  await markDemo(program.db, false)
  return true
}
