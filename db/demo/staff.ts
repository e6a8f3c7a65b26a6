import type { Role } from '../../contract/roles.ts'
import { act, type Program, SYSTEM } from '../../server/act.ts'
import type { Actor } from '../../server/context.ts'
import { staffByEmail } from '../../server/users/users.sql.ts'
import { approve, changeOfficerCode, signUp } from '../../server/users/users.ts'

export const DEMO_PASSWORD = 'Iroko-demo-2026'

type Person = { role: Role; email: string; firstName: string; lastName: string; phone: string; code?: string }

/** One member of staff per role. The superAdmin stands first: whoever signs up first becomes one. */
export const DEMO_STAFF: readonly Person[] = [
  { role: 'superAdmin', email: 'superadmin@iroko.test', firstName: 'Ngozi', lastName: 'Okafor', phone: '08030000001' },
  { role: 'Admin', email: 'admin@iroko.test', firstName: 'Babatunde', lastName: 'Adeyemi', phone: '08030000002', code: 'AO-014' },
  { role: 'Reviewer', email: 'reviewer@iroko.test', firstName: 'Halima', lastName: 'Bello', phone: '08030000003' },
  { role: 'Authorizer', email: 'authorizer@iroko.test', firstName: 'Emeka', lastName: 'Nwosu', phone: '08030000004' },
  { role: 'Editor', email: 'editor@iroko.test', firstName: 'Folake', lastName: 'Ogunleye', phone: '08030000005' },
  { role: 'Auditor', email: 'auditor@iroko.test', firstName: 'Ibrahim', lastName: 'Danjuma', phone: '08030000006' },
] // biome-ignore format: one person a line

/** Staff come in as real staff do: they sign up, and the superAdmin lets them in. */
export async function loadDemoStaff(program: Program): Promise<void> {
  for (const person of DEMO_STAFF) {
    const { role, code, ...form } = person
    await act(program, 'signUp', SYSTEM, ctx =>
      signUp({ ...ctx, actor: undefined }, { ...form, password: DEMO_PASSWORD, confirm: DEMO_PASSWORD }),
    )
    if (role === 'superAdmin') continue
    const superAdmin = await actorOf(program, DEMO_STAFF[0]?.email ?? '')
    const { id } = await actorOf(program, person.email)
    await act(program, 'userApprove', superAdmin, ctx => approve(noSecondPerson)(ctx, { id, roles: [role] }))
    if (code)
      await act(program, 'userOfficerCodeChange', superAdmin, ctx =>
        changeOfficerCode(ctx, { id, accountOfficerCode: code }),
      )
  }
}

/** With one checker in the house, appointments need no second person; one being asked for means the rule changed. */
const noSecondPerson = async (): Promise<never> => {
  throw new Error('the sample lender has nobody yet to approve an appointment')
}

export async function actorOf(program: Program, email: string): Promise<Actor> {
  const staff = await staffByEmail(program.db, email)
  if (!staff) throw new Error(`no sample staff ${email}`)
  return {
    ...SYSTEM,
    id: staff.id,
    name: `${staff.first_name} ${staff.last_name}`,
    email,
    roles: staff.roles,
    accountOfficerCode: staff.account_officer_code,
  }
}
