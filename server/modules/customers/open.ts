import { randomUUID } from 'node:crypto'
import type { Application } from '../../../contract/application.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { lagosMidnight } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import * as store from './customers.sql.ts'
import { bvnIndex, ninIndex } from './mask.ts'
import { known } from './profile.ts'

/** `since`: their first loan was disbursed on that day, in books older than ours. */
type Applicant = { application: Application; officerCode: string; since?: LocalDate }

/** Opens customers from approved applications, in a few statements; a known customer is updated. */
export async function openFromApplications(
  ctx: Context,
  applicants: readonly Applicant[],
): Promise<{ id: string; isNew: boolean }[]> {
  const opened = await store.openCustomers(
    ctx.tx,
    applicants.map(applicant => newCustomer(ctx, applicant)),
  )
  const older = opened.flatMap(({ id, isNew }, index) => {
    const since = applicants[index]?.since
    return isNew || !since ? [] : [{ id, at: lagosMidnight(since) }]
  })
  if (older.length > 0) await store.openedBefore(ctx.tx, older)
  for (const [index, { id, isNew }] of opened.entries())
    ctx.audit({
      action: isNew ? 'customerOpen' : 'customerLink',
      subject: ['customer', id],
      // no name: the trail outlives a person's right to be forgotten
      after: { payroll: applicants[index]?.application.payrollSource },
    })
  return opened
}

const newCustomer = (
  ctx: Context,
  { application, officerCode, since }: Applicant,
  id: string = randomUUID(),
): store.NewCustomer => ({
  id,
  title: application.title,
  surname: application.surname,
  first_name: application.firstName,
  other_names: application.otherNames,
  gender: application.gender,
  date_of_birth: application.dateOfBirth,
  phone: application.phone,
  email: application.email,
  bvn_sealed: ctx.keys.seal(application.bvn, ['customer.bvn', id]),
  bvn_index: bvnIndex(ctx.keys, application.bvn),
  nin_sealed: ctx.keys.seal(application.nin, ['customer.nin', id]),
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
  opened_at: since ? lagosMidnight(since) : ctx.now,
})

/** A document is added to a known customer, on the remaining record after a merge. */
export async function checkDocument(ctx: Context, document: { subjectId: string }): Promise<void> {
  const { status, merged_into_number } = await known(ctx.tx, document.subjectId)
  if (status === 'merged') refuse('customer.merged', { number: merged_into_number ?? '' })
  if (status === 'erased') refuse('customer.erased')
}
