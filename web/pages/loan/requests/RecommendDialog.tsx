import { useId, useMemo } from 'react'
import { tenorText } from '../../../../contract/products.ts'
import { requestApi } from '../../../../contract/requests.ts'
import { divide, formatNaira, type Kobo } from '../../../../engine/money.ts'
import { quote } from '../../../../engine/product.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { QuoteSummary } from '../../../parts/QuoteSummary.tsx'
import { todayInLagos } from '../../../parts/today.ts'
import { useForm } from '../../../parts/useForm.ts'
import {
  amountLimits,
  koboDigits,
  readWish,
  type TypedWish,
  tenorLimits,
  typedWish,
  wholeNumber,
  wishProblems,
} from '../../../parts/wish.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { NumericInput, Textarea } from '../../../ui/Input.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { DecisionProps } from './decisions.ts'
import { PayShare } from './PayShare.tsx'
import { chosenIn, TopUpChoice } from './TopUpChoice.tsx'

/** The reviewer's own terms, within the product's limits, with what they cost while typing. */
export function RecommendDialog({ request, note, onClose, onDone, onRefused }: DecisionProps) {
  const formId = useId()
  const { row, productTerms, requested } = request
  const form = useRecommendation({ request, note, onDone, onRefused })
  const quoted = useQuote(productTerms, form.values)
  return (
    <Dialog
      open
      width="wide"
      onClose={onClose}
      title={`Recommend: ${row.applicant}`}
      description={`Asked for ${formatNaira(requested.amount)} over ${tenorText(requested.tenor, productTerms.frequency.rhythm)}. Change what you would not lend as asked.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} pending={form.pending}>
            Recommend
          </Button>
        </>
      }
    >
      <form {...form.form} id={formId} className="grid gap-6 md:grid-cols-2">
        <div className="flex flex-col gap-4">
          <MoneyField
            {...form.field('amount')}
            onChange={typed => form.set('amount', typed)}
            label="Amount"
            hint={amountLimits(productTerms)}
          />
          <NumericInput
            {...form.field('tenor')}
            label="Tenor"
            hint={tenorLimits(productTerms)}
            inputMode="numeric"
          />
          <TopUpChoice
            loans={request.topUp}
            chosen={form.values.settles}
            netPayOut={quoted?.netPayOut}
            onChange={settles => form.set('settles', settles)}
          />
          {quoted && (
            <PayShare
              share={shareOf(request, quoted.mostInMonth)}
              payMonth={request.requested.payMonth}
              limitPpm={productTerms.shareOfPayPpm}
            />
          )}
          <Textarea {...form.field('note')} label="Note" optional maxLength={1000} />
          {form.message && <Notice tone="negative">{form.message}</Notice>}
        </div>
        {quoted ? (
          <QuoteSummary quote={quoted} />
        ) : (
          <p className="self-start rounded-xl border border-dashed border-line px-5 py-8 text-center text-muted">
            The instalment appears once amount and tenor are within the product’s limits.
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** The share that the terms asked for take, made larger or smaller with what falls due in a month: pay itself is not on the page. */
function shareOf({ requested }: DecisionProps['request'], inMonth: Kobo): number | null {
  const { shareOfPayPpm, ours } = requested
  if (shareOfPayPpm === null) return null
  return Number(divide(BigInt(shareOfPayPpm) * (inMonth + ours), requested.inMonth + ours, 'half-up'))
}

function useRecommendation({ request, note, onDone, onRefused }: Omit<DecisionProps, 'onClose'>) {
  const { row, productTerms } = request
  return useForm(requestApi.requestRecommend, {
    initial: { ...typedWish(row), settles: chosenIn(request), note },
    toInput: values => ({
      id: row.id,
      version: row.version,
      amount: koboDigits(values.amount),
      tenor: wholeNumber(values.tenor),
      settles: values.settles,
      note: values.note,
    }),
    check: values => wishProblems(productTerms, values),
    onDone: () => onDone(`${row.reference} is recommended and waits for an authorizer.`),
    onRefused: (error, values) => onRefused(error, values.note),
  })
}

/** What the terms typed so far cost, if paid out today. */
function useQuote(product: DecisionProps['request']['productTerms'], { amount, tenor }: TypedWish) {
  return useMemo(() => {
    const wish = readWish(product, { amount, tenor })
    return wish && quote(product, { ...wish, payOutOn: todayInLagos() })
  }, [product, amount, tenor])
}
