import { useMemo, useState } from 'react'
import { parseDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, larger, parseNaira, smaller } from '../../../engine/money.ts'
import {
  type ProductTerms,
  type Quote,
  quote,
  validateTerms,
  type WishProblem,
} from '../../../engine/product.ts'
import { nairaText } from '../../parts/figures.ts'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { QuoteSummary } from '../../parts/QuoteSummary.tsx'
import { ScheduleTable } from '../../parts/ScheduleTable.tsx'
import { TENOR_UNIT } from '../../parts/settings/productWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Sample loan, limited to the range of the product. */
const SAMPLE_AMOUNT = kobo(50_000_000n)
const SAMPLE_TENOR = 12

type Wish = { amount: string; tenor: string; payOutOn: string }

/** Quote and schedule of a sample loan; undefined while the terms are incomplete. */
export function ProductPreview({ terms }: { terms: ProductTerms | undefined }) {
  const [typed, setTyped] = useState<Partial<Wish>>({})
  const [isOpen, setOpen] = useState(false)
  const wish = { ...sampleWish(terms), ...typed }
  const { amount, tenor, payOutOn } = wish
  const shown = useMemo(() => previewed(terms, { amount, tenor, payOutOn }), [terms, amount, tenor, payOutOn])
  const set = (part: Partial<Wish>): void => setTyped(now => ({ ...now, ...part }))
  return (
    <Card title="Preview" className="xl:sticky xl:top-20">
      <div className="flex flex-col gap-4">
        <MoneyField label="Sample amount" value={amount} onChange={value => set({ amount: value })} />
        <div className="grid grid-cols-2 gap-3">
          <Input
            label={`Tenor (${terms ? TENOR_UNIT[terms.frequency.rhythm] : 'months'})`}
            inputMode="numeric"
            value={tenor}
            maxLength={4}
            onChange={event => set({ tenor: event.target.value })}
          />
          <Input
            label="Disbursement date"
            type="date"
            value={payOutOn}
            onChange={event => set({ payOutOn: event.target.value })}
          />
        </div>
        {typeof shown === 'string' ? (
          <Notice tone="notice">{shown}</Notice>
        ) : (
          <>
            <QuoteSummary quote={shown} />
            <Button onClick={() => setOpen(true)}>View schedule</Button>
          </>
        )}
      </div>
      {isOpen && typeof shown !== 'string' && (
        <Dialog open width="wide" title="Schedule" onClose={() => setOpen(false)}>
          <div className="-mx-6">
            <ScheduleTable schedule={shown.schedule} />
          </div>
        </Dialog>
      )}
    </Card>
  )
}

function sampleWish(terms: ProductTerms | undefined): Wish {
  const within = (amount: Kobo): Kobo =>
    terms ? larger(terms.leastAmount, smaller(amount, terms.mostAmount)) : amount
  const tenor = terms ? Math.max(terms.leastTenor, Math.min(SAMPLE_TENOR, terms.mostTenor)) : SAMPLE_TENOR
  return { amount: nairaText(within(SAMPLE_AMOUNT)), tenor: String(tenor), payOutOn: todayInLagos() }
}

/** The quote, or the reason why there is none. */
function previewed(terms: ProductTerms | undefined, { amount, tenor, payOutOn }: Wish): Quote | string {
  if (!terms) return 'Complete the terms to see the schedule.'
  const sum = parseNaira(amount)
  const day = parseDate(payOutOn)
  if (sum === undefined) return 'Enter an amount, for example 500,000.'
  if (day === undefined) return 'Choose the disbursement date.'
  const wish = {
    amount: sum,
    tenor: /^\d{1,4}$/.test(tenor.trim()) ? Number.parseInt(tenor, 10) : 0,
    payOutOn: day,
  }
  const problem = validateTerms(terms, wish)
  if (problem) return PROBLEMS[problem](terms)
  try {
    return quote(terms, wish)
  } catch (error) {
    // Terms that are valid one by one can still have no schedule together.
    return `No schedule for these terms: ${error instanceof Error ? error.message : 'unknown'}.`
  }
}

const PROBLEMS: Record<WishProblem, (terms: ProductTerms) => string> = {
  'amount-too-small': terms => `The minimum amount is ${formatNaira(terms.leastAmount)}.`,
  'amount-too-large': terms => `The maximum amount is ${formatNaira(terms.mostAmount)}.`,
  'not-whole-naira': () => 'Enter a whole naira amount.',
  'instalments-too-small-for-their-step': terms =>
    `Instalments in steps of ${formatNaira(terms.roundingUnit)} do not fit this amount and tenor. Choose a smaller step, a larger amount or a shorter tenor.`,
  'tenor-too-short': terms => `The minimum tenor is ${terms.leastTenor}.`,
  'tenor-too-long': terms => `The maximum tenor is ${terms.mostTenor}.`,
}
