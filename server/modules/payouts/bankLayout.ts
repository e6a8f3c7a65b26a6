import { z } from 'zod/mini'
import type { Api } from '../../../contract/api.ts'
import { type FileLayout, fileLayout, oneLayoutProblems } from '../../../contract/layouts.ts'
import { kobo, sum } from '../../../engine/money.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import {
  type LayoutFileSource,
  type LayoutValues,
  layoutBytes,
  layoutExtension,
  layoutText,
  layoutType,
} from '../../kernel/layoutFile.ts'
import { bankNameOf, maskDigits } from '../../kernel/mask.ts'
import { refuseFields } from '../../kernel/refusal.ts'
import { section } from '../settings/settings.ts'
import { bankFile, narrationOf } from './bankFile.ts'
import * as store from './payouts.sql.ts'
import { knownBatch } from './state.ts'

/** The bank file in the layout of the paying account, or the standard file. */

const PREVIEW_LINES = 20

export async function bankLayout(
  ctx: Pick<Context, 'tx' | 'today'>,
  use: 'payout' | 'result',
  payingAccount: string,
): Promise<FileLayout | null> {
  const { layouts } = await section(ctx.tx, 'layouts', ctx.today)
  const active = layouts.filter(each => each.use === use && each.status === 'active')
  return (
    active.find(each => each.payingAccount === payingAccount) ??
    active.find(each => each.payingAccount === '') ??
    null
  )
}

export const encodeLayout = (layout: FileLayout | null): object | null =>
  layout && z.encode(fileLayout, layout)
export const storedLayout = ({ layout }: store.ExportRow): FileLayout | null =>
  layout === null ? null : z.decode(fileLayout, layout as never)

export type BankFile = { bytes: Buffer; type: string; extension: string }

/** The same lines in the same layout give the same bytes. */
export async function bankFileIn(
  layout: FileLayout | null,
  batch: store.BatchRow,
  lines: readonly store.LineRow[],
): Promise<BankFile> {
  if (layout === null)
    return { bytes: Buffer.from(bankFile(batch, lines)), type: 'text/csv', extension: 'csv' }
  return {
    bytes: await layoutBytes(layout, sourceOf(batch, lines, lines)),
    type: layoutType(layout),
    extension: layoutExtension(layout),
  }
}

function sourceOf(
  batch: store.BatchRow,
  lines: readonly store.LineRow[],
  shown: readonly store.LineRow[],
): LayoutFileSource {
  const ofBatch: LayoutValues = {
    batchNumber: batch.number,
    valueDate: batch.value_on,
    payingAccount: batch.paying_account,
  }
  const totals: LayoutValues = {
    ...ofBatch,
    lines: `${lines.length}`,
    total: sum(lines.map(line => kobo(line.amount))),
    hashTotal: `${lines.reduce((total, line) => total + BigInt(line.account_number), 0n)}`,
  }
  return {
    lines: () =>
      shown.map(line => ({
        ...ofBatch,
        beneficiary: line.beneficiary,
        accountNumber: line.account_number,
        bankCode: line.bank_code,
        bankName: bankNameOf(line.bank_code),
        amount: line.amount,
        narration: narrationOf(batch, line),
        paymentReference: line.reference,
        loanNumber: line.loan_number,
      })),
    before: totals,
    after: () => totals,
  }
}

export const previewFile: Handler<Api['payoutFilePreview']> = async (ctx, { id, layout }) => {
  const problems = oneLayoutProblems(layout)
  if (Object.keys(problems).length > 0) refuseFields(problems)
  if (layout.use !== 'payout') refuseFields({ 'layout.use': 'Not a file of disbursements' })
  const batch = await knownBatch(ctx.tx, id)
  const lines = await store.linesOf(ctx.tx, id)
  const shown = lines
    .slice(0, PREVIEW_LINES)
    .map(line => ({ ...line, account_number: maskDigits(line.account_number) }))
  const { before, ...rest } = sourceOf(batch, lines, shown)
  // of one payment the sum is its account number
  const total = {
    ...before,
    hashTotal: lines.length === 1 ? maskDigits(`${before.hashTotal}`) : before.hashTotal,
  }
  return {
    text: await layoutText(layout, { ...rest, before: total, after: () => total }),
    lines: lines.length,
    total: sum(lines.map(line => kobo(line.amount))),
  }
}
