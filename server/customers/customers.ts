import { randomUUID } from 'node:crypto'
import type { Application } from '../../contract/application.ts'
import type { Context } from '../context.ts'
import type { Keys } from '../keys.ts'
import * as store from './customers.sql.ts'

export { customerByBvn, customersLike, type KnownCustomer, type Likeness } from './customers.sql.ts'

/** Equal BVNs have equal indexes; nothing else about them can be read from one. */
export const bvnIndex = (keys: Keys, bvn: string): Buffer => keys.blindIndex('bvn', bvn)
export const ninIndex = (keys: Keys, nin: string): Buffer => keys.blindIndex('nin', nin)

/** The last four digits, behind dots for the rest. */
export const maskDigits = (digits: string): string =>
  '•'.repeat(Math.max(0, digits.length - 4)) + digits.slice(-4)

/** Opens a customer from an approved application; somebody we know keeps the record they have. */
export async function openFromApplication(
  ctx: Context,
  application: Application,
  officerCode: string,
): Promise<{ id: string; isNew: boolean }> {
  const opened = await store.openCustomer(ctx.tx, {
    id: randomUUID(),
    title: application.title,
    surname: application.surname,
    first_name: application.firstName,
    other_names: application.otherNames,
    gender: application.gender,
    date_of_birth: application.dateOfBirth,
    phone: application.phone,
    email: application.email,
    bvn_sealed: ctx.keys.seal(application.bvn),
    bvn_index: bvnIndex(ctx.keys, application.bvn),
    nin_sealed: ctx.keys.seal(application.nin),
    nin_index: ninIndex(ctx.keys, application.nin),
    address: application.address,
    state: application.state,
    lga: application.lga,
    payroll_source: application.payrollSource,
    ippis_number: application.ippisNumber,
    mda: application.mda,
    grade: application.grade,
    step: application.step,
    first_appointment_on: application.firstAppointmentOn,
    net_pay: application.netPay,
    bank_code: application.bankCode,
    account_number: application.accountNumber,
    kin_name: application.kinName,
    kin_relationship: application.kinRelationship,
    kin_phone: application.kinPhone,
    kin_address: application.kinAddress,
    officer_code: officerCode,
    opened_at: ctx.now,
  })
  ctx.audit({
    action: opened.isNew ? 'customerOpen' : 'customerLink',
    subject: ['customer', opened.id],
    after: { name: `${application.surname} ${application.firstName}`, ippisNumber: application.ippisNumber },
  })
  return opened
}
