import type { Api } from '../../../contract/api.ts'
import type { SegmentFilter } from '../../../contract/campaigns.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { BankAlert } from '../../../engine/alerts.ts'
import type { LocalDate } from '../../../engine/dates.ts'
import type { Kobo } from '../../../engine/money.ts'
import type { TemplateValues } from '../../../engine/template.ts'
import type { Context } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'

/** What messaging is handed by api.ts and worker.ts, because it stands to the right. */

/** A customer as somebody to write to. */
export type Addressee = {
  customerId: string
  number: string
  name: string
  phone: string
  standing: 'ok' | 'merged' | 'deceased' | 'dispute' | 'blacklisted'
  /** By the variables' names; what a customer has not got is absent. */
  values: TemplateValues
}

/** Finds whom a campaign is for. */
export type Addressees = {
  byId: (tx: Tx, customerIds: readonly string[], today: LocalDate) => Promise<Addressee[]>
  /** By phone (E.164) or customer number; a phone that several records share gives them all. */
  byGiven: (
    tx: Tx,
    given: { phones: readonly string[]; numbers: readonly string[] },
    today: LocalDate,
  ) => Promise<Addressee[]>
  /** In the order of their ids, so that preparing can stop and go on. */
  inSegment: (
    tx: Tx,
    filter: SegmentFilter,
    page: { after: string | null; limit: number },
    today: LocalDate,
  ) => Promise<Addressee[]>
  countSegment: (
    tx: Tx,
    filter: SegmentFilter,
    today: LocalDate,
  ) => Promise<{ count: number; isExact: boolean }>
  namesOf: NamesOf
}

/** Who has these phones, for lists that show a name beside a number. */
export type NamesOf = (
  tx: Tx,
  phones: readonly string[],
) => Promise<Map<string, { customerId: string; name: string }>>

/** Which loans a bank's alert could be about, likeliest first. The account in it is ours, so the narration has to tell. */
export type MatchAlert = (
  tx: Tx,
  alert: BankAlert & { body: string; fits: (accountNumber: string) => boolean },
) => Promise<{ loanId: string; loanNumber: string; customerName: string; why: string }[]>

/** Records the receipt a confirmed claim speaks of; gives the approval it waits for, if any. */
export type RecordReceipt = (
  ctx: Context,
  receipt: {
    id: string
    loanId: string
    amount: Kobo
    paidOn: LocalDate
    reference: string
    reason: string
  },
) => Promise<{ approvalId: string | null }>

/** Whom a name or a number belongs to; refused where that is more than `most` people. */
export type PeopleCalled = (
  ctx: Context,
  typed: string,
  most: number,
) => Promise<{ customerId: string; phone: string }[]>

/** How the payroll sources do, as links to the outside. */
export type SourceLinks = (ctx: Context) => Promise<Reply<Api['outsideLinkList']>['rows']>
