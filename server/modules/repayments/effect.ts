import type { CommandInput } from '../../../contract/api.ts'
import { MATCH_LABELS } from '../../../contract/labels.ts'
import { BINS } from '../../../contract/repayments.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { formatNaira, kobo } from '../../../engine/money.ts'
import type { Context, Foresight } from '../../kernel/context.ts'
import { seen } from './batch.ts'
import { planOf } from './rows.sql.ts'

/** What an approval would do to a batch, as it is at that moment. */

const naira = (amount: string): string => formatNaira(kobo(BigInt(amount)))

type Money = { rows: number; total: string }
const said = ({ rows, total }: Money, what: string, where: string): string[] =>
  rows === 0 ? [] : [`${countOf(rows, what)} ${naira(total)} ${where}`]

export async function foreseePosting(
  ctx: Context,
  input: CommandInput<'repaymentSubmit'>,
): Promise<Foresight> {
  const batch = await seen(ctx, input.id)
  const { toLoans, toSuspense, excluded, foreign, people } = await planOf(ctx.tx, input.id)
  const messages = `up to ${countText(people)} SMS${input.holdsMessages ? ', held until released' : ''}`
  const { nameToLoans, nameToSuspense, withoutName, bins } = batch.done
  const names = [
    ...said(nameToLoans, 'row', 'to loans of customers with another name, confirmed manually'),
    ...said(nameToSuspense, 'row', 'to suspense'),
  ]
  return {
    after: {
      effect: [
        ...said(toLoans, 'repayment', 'to loans'),
        ...said(toSuspense, 'repayment', 'to suspense'),
        ...said(excluded, 'row', 'excluded'),
        ...said(foreign, 'row', 'of other lenders left out'),
        ...(people > 0 ? [messages] : []),
      ].join(', '),
      ...(names.length > 0 ? { nameDiffers: names.join(', ') } : {}),
      ...(withoutName > 0
        ? {
            withoutName: `${countOf(withoutName, 'row')} without a name in the file, matched by number alone`,
          }
        : {}),
      matchResults: BINS.flatMap(bin =>
        bins
          .filter(each => each.bin === bin)
          .flatMap(each => said(each, 'row', '').map(text => `${MATCH_LABELS[bin]} ${text.trim()}`)),
      ).join(', '),
      file: `${countOf(batch.file_rows, 'row')}, ${formatNaira(kobo(batch.file_total))}`,
      ...(batch.invalid_rows > 0 ? { invalid: countOf(batch.invalid_rows, 'row') } : {}),
      ...(batch.repaired_values > 0 ? { repaired: countOf(batch.repaired_values, 'value') } : {}),
      ...(batch.declared_total === null
        ? {}
        : {
            declared: `${countOf(batch.declared_rows ?? 0, 'row')}, ${formatNaira(kobo(batch.declared_total))}`,
          }),
      bankCredit: formatNaira(input.bankCredit),
      ...(input.gapNote ? { gap: input.gapNote } : {}),
    },
  }
}

export async function foreseeUndo(ctx: Context, { id }: CommandInput<'repaymentUndo'>): Promise<Foresight> {
  const { done } = await seen(ctx, id)
  const nothing = formatNaira(kobo(0n))
  const [posted, suspense] = [naira(done.posted), naira(done.suspense)]
  return {
    before: { posted, suspense },
    after: {
      effect: `${countOf(done.done, 'entry', 'entries')} reversed: ${posted} taken off loans, ${suspense} out of suspense`,
      posted: nothing,
      suspense: nothing,
    },
  }
}
