import type { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import {
  type CustomerStatus,
  customerSensitiveChange,
  type LikenessName,
  type SensitiveField,
} from '../../../contract/customers.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { findBank } from '../../../contract/nigeria.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import { kobo } from '../../../engine/money.ts'
import { matchNames } from '../../../engine/names.ts'
import { checkNuban } from '../../../engine/nuban.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Keys } from '../../kernel/keys.ts'
import { maskDigits, maskPhone } from '../../kernel/mask.ts'
import { refuse } from '../../kernel/refusal.ts'
import { limitReveals } from '../auth/auth.ts'
import { section } from '../settings/settings.ts'
import * as store from './customers.sql.ts'
import type { ListedCustomer } from './listed.sql.ts'
import { openBvn, openNin } from './mask.ts'
import { describeRetirement, ruleOf } from './retirement.ts'

export async function known(tx: Tx, id: string): Promise<store.CustomerRow> {
  return (await store.findCustomer(tx, id)) ?? refuse('record.unknown', { what: 'customer' })
}

export const nameOf = (row: Pick<store.CustomerRow, 'surname' | 'first_name' | 'other_names'>): string =>
  [row.surname, row.first_name, row.other_names].filter(Boolean).join(' ')

/** A blacklisting ends by itself after its last day. */
export const statusOn = (
  row: Pick<store.CustomerRow, 'status' | 'status_until'>,
  today: LocalDate,
): CustomerStatus =>
  row.status === 'blacklisted' && row.status_until !== null && row.status_until < today
    ? 'active'
    : row.status

export const describeRow = (row: ListedCustomer, today: LocalDate) => ({
  id: row.id,
  number: row.number,
  name: nameOf(row),
  ippisNumber: row.ippis_number,
  mda: row.mda,
  state: row.state,
  payrollSource: row.payroll_source,
  phone: row.status === 'erased' ? '' : maskPhone(row.phone),
  officerCode: row.officer_code,
  officerName: row.officer_name,
  status: statusOn(row, today),
  openedAt: row.opened_at.toISOString(),
})

/** A customer with all that their page shows, in one statement; `elsewhere` are its parts of loans and requests. */
export async function readPage(
  ctx: Context,
  id: string,
  elsewhere: store.PartsElsewhere,
): Promise<Reply<Api['customerGet']>> {
  const [row, payroll, retirement, { nameScorePass }] = await Promise.all([
    store.readProfile(ctx.tx, id, elsewhere),
    section(ctx.tx, 'payroll', ctx.today),
    section(ctx.tx, 'retirement', ctx.today),
    section(ctx.tx, 'affordability', ctx.today),
  ])
  if (!row) return refuse('record.unknown', { what: 'customer' })
  const { outstanding, arrears } = row.loans
  return {
    row: describeRow(row, ctx.today),
    ...describePerson(ctx.keys, row),
    payrollSourceName:
      payroll.sources.find(source => source.code === row.payroll_source)?.name ?? row.payroll_source,
    retirement: describeRetirement(row, ruleOf(retirement, payroll, row.payroll_source), ctx.today),
    ...describeStanding(row, ctx.today),
    mergedFrom: row.merged_from,
    loans: { ...row.loans, outstanding: kobo(BigInt(outstanding)), arrears: kobo(BigInt(arrears)) },
    requests: row.requests,
    openPromises: row.open_promises,
    duplicates: await duplicatesOf(ctx, row, nameScorePass),
    pending: row.pending.map(describePending),
    revision: row.revision,
  }
}

const describePerson = (keys: Keys, row: store.CustomerRow) => ({
  title: row.title,
  surname: row.surname,
  firstName: row.first_name,
  otherNames: row.other_names,
  gender: row.gender,
  dateOfBirth: row.date_of_birth,
  email: row.email,
  bvn: maskDigits(openBvn(keys, row)),
  nin: maskDigits(openNin(keys, row)),
  address: row.address,
  lga: row.lga,
  grade: row.grade,
  step: row.step,
  firstAppointmentOn: row.first_appointment_on,
  bankCode: row.bank_code,
  bankName: findBank(row.bank_code)?.Name ?? row.bank_code,
  accountNumber: maskDigits(row.account_number),
  nuban: checkNuban(row.bank_code, row.account_number),
  kinName: row.kin_name,
  kinRelationship: row.kin_relationship,
  kinPhone: maskPhone(row.kin_phone),
  kinAddress: row.kin_address,
})

const describeStanding = (row: store.CustomerRow, today: LocalDate) => {
  const isOver = statusOn(row, today) !== row.status
  return {
    statusReason: isOver ? null : row.status_reason,
    statusSince: isOver ? null : (row.status_since?.toISOString() ?? null),
    statusUntil: isOver ? null : row.status_until,
    mergedInto:
      row.merged_into === null
        ? null
        : { id: row.merged_into, number: row.merged_into_number ?? '', name: row.merged_into_name ?? '' },
  }
}

type Pending = Reply<Api['customerGet']>['pending'][number]

function describePending(row: store.PendingRow): Pending {
  const fields = row.command === 'customerSensitiveChange' ? Object.keys(changeIn(row).to) : []
  return {
    approvalId: row.id,
    command: row.command as Pending['command'],
    fields: fields as SensitiveField[],
  }
}

const changeIn = (row: store.PendingRow): z.output<typeof customerSensitiveChange> =>
  customerSensitiveChange.parse(row.input)

// ── In full ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const reveal: Handler<Api['customerReveal']> = async (ctx, { id, reason }) => {
  const row = await known(ctx.tx, id)
  await limitReveals(ctx, ['customer', id])
  const change = (await store.pendingOf(ctx.tx, id)).find(each => each.command === 'customerSensitiveChange')
  const wanted = change && changeIn(change).to
  ctx.audit({
    subject: ['customer', id],
    after: { revealed: ['bvn', 'nin', 'accountNumber', 'phone', 'kinPhone', 'netPay'] },
    reason,
  })
  return {
    bvn: openBvn(ctx.keys, row),
    nin: openNin(ctx.keys, row),
    accountNumber: row.account_number,
    phone: row.phone,
    kinPhone: row.kin_phone,
    netPay: kobo(row.net_pay),
    waiting: wanted
      ? {
          bvn: wanted.bvn === undefined ? null : ctx.keys.open(wanted.bvn, ['customer.bvn', id]),
          nin: wanted.nin === undefined ? null : ctx.keys.open(wanted.nin, ['customer.nin', id]),
          accountNumber: wanted.accountNumber ?? null,
          phone: wanted.phone ?? null,
        }
      : null,
  }
}

// ── Duplicates ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** What two records share; names count only together with the birth date, or every Musa would be a duplicate. */
export function likenessOf(
  one: store.Lookalike,
  other: store.Lookalike,
  passScore: number,
): { same: LikenessName[]; nameScore: number } {
  const { score } = matchNames(nameOf(one), nameOf(other))
  const agreements: [LikenessName, boolean][] = [
    ['BVN', one.bvn_index.equals(other.bvn_index)],
    ['NIN', one.nin_index.equals(other.nin_index)],
    ['phone', one.phone === other.phone],
    ['account', one.account_number === other.account_number && one.bank_code === other.bank_code],
    ['IPPIS number', one.ippis_number === other.ippis_number && one.payroll_source === other.payroll_source],
    ['name and birth date', one.date_of_birth === other.date_of_birth && score >= passScore],
  ]
  return { same: agreements.filter(([, agrees]) => agrees).map(([name]) => name), nameScore: score }
}

async function duplicatesOf(ctx: Context, row: store.Profile, nameScorePass: number) {
  const name = nameOf(row)
  const ids = store
    .readAlike(row.alike)
    .filter(each => each.sharesNumber || matchNames(name, each.name).score >= nameScorePass)
    .map(each => each.id)
  if (ids.length === 0) return []
  return (await store.lookalikes(ctx.tx, ids))
    .map(other => ({ other, ...likenessOf(row, other, nameScorePass) }))
    .filter(({ same }) => same.length > 0)
    .toSorted((a, b) => b.same.length - a.same.length || b.nameScore - a.nameScore)
    .slice(0, 10)
    .map(({ other, same, nameScore }) => ({
      id: other.id,
      number: other.number,
      name: nameOf(other),
      status: statusOn(other, ctx.today),
      same,
      nameScore,
    }))
}
