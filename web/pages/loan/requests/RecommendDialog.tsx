import { useMemo } from 'react'
import { tenorText } from '../../../../contract/products.ts'
import { requestApi } from '../../../../contract/requests.ts'
import { divide, formatNaira, type Kobo } from '../../../../engine/money.ts'
import { quote } from '../../../../engine/product.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { QuoteSummary } from '../../../parts/QuoteSummary.tsx'
import {
  amountLimits,
  koboDigits,
  parseTerms,
  type TypedTerms,
  tenorLimits,
  termsErrors,
  typedTerms,
  wholeNumber,
} from '../../../parts/requestedTerms.ts'
import { todayInLagos } from '../../../parts/today.ts'
import type { Form } from '../../../parts/useForm.ts'
import { NumericInput, Textarea } from '../../../ui/Input.tsx'
import type { DecisionProps } from './decisions.ts'
import { PayShare } from './PayShare.tsx'
import { chosenIn, TopUpChoice } from './TopUpChoice.tsx'

/** The reviewer's terms, within the limits of the product, with a live quote. */
export function RecommendDialog({ request, note, onClose, onDone, onRefused }: DecisionProps) {
  const { row, productTerms, requested } = request
  return (
    <ActDialog
      endpoint={requestApi.requestRecommend}
      initial={{ ...typedTerms(row), settles: chosenIn(request), note }}
      input={values => ({
        id: row.id,
        version: row.version,
        amount: koboDigits(values.amount),
        tenor: wholeNumber(values.tenor),
        settles: values.settles,
        note: values.note,
      })}
      check={values => termsErrors(productTerms, values)}
      onDone={() => onDone(`${row.reference} recommended. It is now pending authorization.`)}
      onRefused={(error, values) => onRefused(error, values.note)}
      width="wide"
      onClose={onClose}
      title={`Recommend: ${row.applicant}`}
      description={`Requested: ${formatNaira(requested.amount)} over ${tenorText(requested.tenor, productTerms.frequency.rhythm)}. Change the terms if you recommend a different amount or tenor.`}
      action="Recommend"
    >
      {form => <Terms request={request} {...form} />}
    </ActDialog>
  )
}

type Values = TypedTerms & { settles: string[]; note: string }
type TermsProps = Pick<DecisionProps, 'request'> &
  Pick<Form<typeof requestApi.requestRecommend, Values & { reason: string }>, 'values' | 'field' | 'set'>

function Terms({ request, values, field, set }: TermsProps) {
  const { productTerms } = request
  const quoted = useQuote(productTerms, values)
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <div className="flex flex-col gap-4">
        <MoneyField
          {...field('amount')}
          onChange={typed => set('amount', typed)}
          label="Amount"
          hint={amountLimits(productTerms)}
        />
        <NumericInput
          {...field('tenor')}
          label="Tenor"
          hint={tenorLimits(productTerms)}
          inputMode="numeric"
        />
        <TopUpChoice
          loans={request.topUp}
          chosen={values.settles}
          netPayOut={quoted?.netPayOut}
          onChange={settles => set('settles', settles)}
        />
        {quoted && (
          <PayShare
            share={shareOf(request, quoted.mostInMonth)}
            payMonth={request.requested.payMonth}
            limitPpm={productTerms.shareOfPayPpm}
          />
        )}
        <Textarea {...field('note')} label="Note" optional maxLength={1000} />
      </div>
      {quoted ? (
        <QuoteSummary quote={quoted} />
      ) : (
        <p className="self-start rounded-xl border border-dashed border-line px-5 py-8 text-center text-muted">
          The quote appears once amount and tenor are within the limits of the product.
        </p>
      )}
    </div>
  )
}

/** Scales the share of the requested terms to the new amount due in a month, because net pay is not on the page. */
function shareOf({ requested }: DecisionProps['request'], inMonth: Kobo): number | null {
  const { shareOfPayPpm, ours } = requested
  if (shareOfPayPpm === null) return null
  return Number(divide(BigInt(shareOfPayPpm) * (inMonth + ours), requested.inMonth + ours, 'half-up'))
}

/** The quote of the typed terms for a disbursement today. */
function useQuote(product: DecisionProps['request']['productTerms'], { amount, tenor }: TypedTerms) {
  return useMemo(() => {
    const terms = parseTerms(product, { amount, tenor })
    return terms && quote(product, { ...terms, payOutOn: todayInLagos() })
  }, [product, amount, tenor])
}
