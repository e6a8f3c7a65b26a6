import type { Role } from '../contract/roles.ts'
import { act, type Program, SYSTEM } from '../server/kernel/act.ts'
import type { Actor } from '../server/kernel/context.ts'
import { staffByEmail } from '../server/modules/auth/accounts.sql.ts'
import { voidSetupCodes as closeSetup } from '../server/modules/auth/setup.sql.ts'
import { openSetup } from '../server/modules/auth/setup.ts'
import { signUp } from '../server/modules/auth/signUp.ts'
import { admitStaff } from '../server/modules/staff/access.ts'
import { changeOfficerCode } from '../server/modules/staff/people.ts'

export const DEMO_PASSWORD = 'Iroko-demo-2026'

type Person = { role: Role; email: string; firstName: string; lastName: string; phone: string; code?: string }

const SUPER_ADMIN = 'superadmin@iroko.test'
const AUTHORIZER = 'authorizer@iroko.test'

/** One member of staff per role. The superAdmin comes first: the first sign-up becomes one. */
export const DEMO_STAFF: readonly Person[] = [
  { role: 'superAdmin', email: SUPER_ADMIN, firstName: 'Ngozi', lastName: 'Okafor', phone: '08030000001' },
  { role: 'Admin', email: 'admin@iroko.test', firstName: 'Babatunde', lastName: 'Adeyemi', phone: '08030000002', code: 'AO-014' },
  { role: 'Reviewer', email: 'reviewer@iroko.test', firstName: 'Halima', lastName: 'Bello', phone: '08030000003' },
  { role: 'Authorizer', email: AUTHORIZER, firstName: 'Emeka', lastName: 'Nwosu', phone: '08030000004' },
  { role: 'Editor', email: 'editor@iroko.test', firstName: 'Folake', lastName: 'Ogunleye', phone: '08030000005' },
  { role: 'Auditor', email: 'auditor@iroko.test', firstName: 'Ibrahim', lastName: 'Danjuma', phone: '08030000006' },
] // biome-ignore format: one person a line

/** Two people who need no one else's word, then their colleagues: asked for by the one, approved by the other. */
export async function loadDemoStaff(program: Program): Promise<void> {
  for (const person of DEMO_STAFF) {
    const [setupCode] = await openSetup(program)
    await signUpSample(program, person, setupCode)
  }
  await act(program, 'setupCodeMake', SYSTEM, ctx => closeSetup(ctx.tx))
  const { id } = await actorOf(program, AUTHORIZER)
  await act(program, 'userApprove', SYSTEM, ctx => admitStaff(ctx, { id, roles: ['Authorizer'] }))
  for (const { role, email, code } of DEMO_STAFF)
    if (role !== 'superAdmin' && role !== 'Authorizer') await admitSample(program, email, role, code)
}

type Form = Pick<Person, 'email' | 'firstName' | 'lastName' | 'phone'>

export const signUpSample = (
  program: Program,
  { email, firstName, lastName, phone }: Form,
  setupCode?: string,
): Promise<unknown> =>
  act(program, 'signUp', SYSTEM, ctx =>
    signUp(
      { ...ctx, actor: undefined },
      { email, firstName, lastName, phone, password: DEMO_PASSWORD, confirm: DEMO_PASSWORD, setupCode },
    ),
  )

/** The superAdmin submitted, the Authorizer approved: so no account is linked to another. */
export async function admitSample(program: Program, email: string, role: Role, code?: string): Promise<void> {
  const [superAdmin, authorizer] = [await actorOf(program, SUPER_ADMIN), await actorOf(program, AUTHORIZER)]
  const { id } = await actorOf(program, email)
  const asked = { makerId: superAdmin.id, reason: null, before: null }
  await act(program, 'userApprove', authorizer, ctx => admitStaff(ctx, { id, roles: [role] }, { asked }))
  if (code)
    await act(program, 'userOfficerCodeChange', superAdmin, ctx =>
      changeOfficerCode(ctx, { id, accountOfficerCode: code }),
    )
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
