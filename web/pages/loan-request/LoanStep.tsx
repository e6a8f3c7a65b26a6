import clsx from 'clsx'
import { type ReactNode, useDeferredValue, useId, useMemo } from 'react'
import { localDate } from '../../../engine/dates.ts'
import { type Kobo, parseNaira, ZERO } from '../../../engine/money.ts'
import { type Quote, quote, shareOfPay } from '../../../engine/product.ts'
import { percentText } from '../../parts/figures.ts'
import { MoneyField } from '../../parts/MoneyField.tsx'
import { QuoteSummary } from '../../parts/QuoteSummary.tsx'
import { amountLimits, parseTerms, tenorLimits } from '../../parts/requestedTerms.ts'
import { ScheduleTable } from '../../parts/ScheduleTable.tsx'
import { Input, NumericInput } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Answers } from './answers.ts'
import type { PublicPage, PublicProduct } from './steps.ts'
import type { Application } from './useApplication.ts'

export const productOf = (page: PublicPage, answers: Answers): PublicProduct | undefined =>
  page.products.find(product => product.id === answers.productId)

/** The quote, calculated by the engine that runs the loan, once product, amount and tenor are valid. */
export function useQuote(page: PublicPage, answers: Answers): Quote | undefined {
  const product = productOf(page, answers)
  const amount = useDeferredValue(answers.amount)
  const tenor = useDeferredValue(answers.tenor)
  return useMemo(() => {
    const terms = product && parseTerms(product.terms, { amount, tenor })
    return terms && quote(product.terms, { ...terms, payOutOn: localDate(page.today) })
  }, [product, amount, tenor, page.today])
}

export function LoanStep({ app }: { app: Application }) {
  return (
    <LoanTerms app={app}>
      <Input
        {...app.field('purpose')}
        hint="In a few words, for example school fees."
        autoComplete="off"
        maxLength={220}
      />
    </LoanTerms>
  )
}

/** Product, amount and tenor beside the quote. Also opens the first step, so that the cost comes before personal data. */
export function LoanTerms({ app, children }: { app: Application; children?: ReactNode }) {
  const { page, draft, typed, field } = app
  const product = productOf(page, draft.answers)
  const figures = useQuote(page, draft.answers)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem] lg:gap-8">
      <div className="flex min-w-0 flex-col gap-4">
        <ProductChoice app={app} />
        <MoneyField {...typed('amount')} hint={product && `${amountLimits(product.terms)}, whole naira.`} />
        <NumericInput
          {...field('tenor')}
          inputMode="numeric"
          min={1}
          max={120}
          hint={product && `${tenorLimits(product.terms)}.`}
        />
        {children}
      </div>
      <section aria-label="Cost of the loan" className="flex min-w-0 flex-col gap-4">
        {figures ? (
          <Figures figures={figures} product={product} netPay={parseNaira(draft.answers.netPay)} />
        ) : (
          <p className="rounded-xl border border-dashed border-edge/60 px-5 py-8 text-center text-muted">
            Choose a product, an amount and a tenor to see the instalment, all fees, the amount you receive
            and the APR.
          </p>
        )}
      </section>
    </div>
  )
}

function ProductChoice({ app }: { app: Application }) {
  const id = useId()
  const { page, draft, errors, set } = app
  const error = errors.productId
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 text-[0.8125rem] font-medium">Product</legend>
      {page.products.map(product => (
        <label
          key={product.id}
          className={clsx(
            'flex min-h-11 cursor-pointer items-start gap-3 rounded-xl border px-4 py-3 has-checked:border-brand',
            'has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand',
            error ? 'border-negative' : 'border-edge/60',
          )}
        >
          <input
            type="radio"
            name="productId"
            value={product.id}
            checked={draft.answers.productId === product.id}
            aria-invalid={error ? true : undefined}
            onChange={() => set('productId', product.id)}
            className="mt-0.5 size-4.5 shrink-0 accent-brand"
          />
          <span className="min-w-0">
            <span className="font-medium">{product.name}</span>
            <span className="block text-[0.8125rem] text-muted">{product.description}</span>
            <span className="block text-[0.8125rem] text-muted">{rateOf(product.terms)}</span>
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-xs font-medium text-negative">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type FiguresProps = { figures: Quote; product: PublicProduct | undefined; netPay: Kobo | undefined }

function Figures({ figures, product, netPay }: FiguresProps) {
  const share = netPay === undefined ? null : shareOfPay(figures.mostInMonth, ZERO, netPay)
  const isHeavy = share !== null && product !== undefined && share > product.terms.shareOfPayPpm
  return (
    <>
      <QuoteSummary quote={figures} isForApplicant />
      {isHeavy && (
        <Notice tone="caution" title="The instalment is above the limit">
          In the month with the highest payment, this loan takes {percentText(Math.ceil(share / 100) * 100)}%
          of the net pay you stated. The limit for this product is {percentText(product.terms.shareOfPayPpm)}
          %. You can still apply, but we may offer a lower amount. To reduce it, choose a smaller amount or a
          longer tenor.
        </Notice>
      )}
      <details className="overflow-hidden rounded-xl border border-line bg-surface">
        <summary className="flex min-h-11 cursor-pointer items-center justify-between px-5 py-2.5 font-medium">
          Repayment schedule
          <svg
            aria-hidden
            width="16"
            height="16"
            viewBox="0 0 16 16"
            className="text-faint in-[details[open]]:rotate-180"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinecap="round"
          >
            <path d="m4 6 4 4 4-4" />
          </svg>
        </summary>
        <ScheduleTable schedule={figures.schedule} />
      </details>
      <p className="text-[0.8125rem] text-muted">
        Calculated for a disbursement today. The offer letter states the final figures.
      </p>
    </>
  )
}

type Terms = Pick<PublicProduct['terms'], 'ratePpm' | 'ratePer' | 'interest'>

/** The interest rate of a product. The CBN requires the yearly rate wherever a rate is shown. */
export function rateOf({ ratePpm, ratePer, interest }: Terms): string {
  const basis = interest === 'flat' ? 'on the loan amount' : 'on the outstanding principal'
  const yearly = `${percentText(ratePer === 'month' ? ratePpm * 12 : ratePpm)}% a year`
  return ratePer === 'month'
    ? `${percentText(ratePpm)}% a month (${yearly}), ${basis}`
    : `${yearly}, ${basis}`
}
