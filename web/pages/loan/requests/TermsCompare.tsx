import clsx from 'clsx'
import type { ReactNode } from 'react'
import { tenorText } from '../../../../contract/products.ts'
import { formatDate, type LocalDate } from '../../../../engine/dates.ts'
import { formatNaira, sum } from '../../../../engine/money.ts'
import { type ProductTerms, type Quote, quote } from '../../../../engine/product.ts'
import { formatApr } from '../../../../engine/rates.ts'
import { type LoanRequest, shareText } from '../../../parts/requestWords.ts'
import { EmptyValue } from '../../../ui/EmptyValue.tsx'

type Terms = LoanRequest['requested']
export type TermsName = 'requested' | 'recommended' | 'approved'
export const TERMS_NAMES: readonly TermsName[] = ['requested', 'recommended', 'approved']
const TITLES: Record<TermsName, string> = {
  requested: 'Requested',
  recommended: 'Recommended',
  approved: 'Approved',
}

type Props = {
  request: Pick<LoanRequest, TermsName | 'productTerms'>
  today: LocalDate
  chosen: TermsName
  onChoose: (name: TermsName) => void
}

type Column = { name: TermsName; terms: Terms | null; quote: Quote | undefined }
type Line = { title: string; value: (terms: Terms, quote: Quote) => ReactNode; strong?: boolean }

/** Requested, recommended and approved terms side by side. The selected one is shown in the schedule. */
export function TermsCompare({ request, today, chosen, onChoose }: Props) {
  const { productTerms } = request
  const columns: Column[] = TERMS_NAMES.map(name => {
    const terms = request[name]
    return { name, terms, quote: terms ? quoteOf(productTerms, terms, today) : undefined }
  })
  const lines = linesOf(productTerms)
  // on a phone, columns without terms are hidden
  const onPhone = (name: TermsName): string | undefined => {
    if (request[name] === null) return 'max-sm:hidden'
    return name === TERMS_NAMES.findLast(each => request[each] !== null) ? 'max-sm:pr-5' : undefined
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label="Terms side by side" tabIndex={0} className="overflow-x-auto">
      <table className="w-full whitespace-nowrap max-sm:text-[0.8125rem]">
        <caption className="sr-only">Requested, recommended and approved terms</caption>
        <thead>
          <tr className="border-b border-line">
            <td />
            {columns.map(({ name, terms }) => (
              <th
                key={name}
                scope="col"
                className={clsx('px-3 py-2 text-right font-medium max-sm:px-2.5 last:pr-5', onPhone(name))}
              >
                <Choice name={name} isThere={terms !== null} isChosen={name === chosen} onChoose={onChoose} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="ruled">
          {lines.map((line, index) => (
            <tr key={line.title}>
              <th scope="row" className="px-3 py-2 pl-5 text-left font-normal text-muted max-sm:pr-1">
                {line.title}
              </th>
              {columns.map(({ name, terms, quote: quoted }) => (
                <td
                  key={name}
                  className={clsx(
                    'px-3 py-2 text-right tabular-nums max-sm:px-2.5 last:pr-5',
                    onPhone(name),
                    line.strong && 'font-medium',
                    name === chosen && 'bg-brand-soft/50',
                  )}
                >
                  {terms && quoted ? (
                    <Figure line={line} column={{ terms, quoted }} first={columns[0]} />
                  ) : (
                    <EmptyValue>{index === 0 ? 'None' : ''}</EmptyValue>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const linesOf = (product: ProductTerms): Line[] => [
  { title: 'Amount', value: terms => formatNaira(terms.amount), strong: true },
  { title: 'Tenor', value: terms => tenorText(terms.tenor, product.frequency.rhythm) },
  { title: 'Instalment', value: terms => formatNaira(terms.instalment), strong: true },
  { title: 'Share of net pay', value: terms => shareText(terms.shareOfPayPpm) },
  { title: 'Fees', value: (_, each) => formatNaira(sum(each.fees.map(fee => fee.amount))) },
  { title: 'Net disbursement', value: (_, each) => formatNaira(each.netPayOut) },
  { title: 'Total repayment', value: (_, each) => formatNaira(each.total) },
  { title: 'APR', value: (_, each) => formatApr(each.apr) },
  { title: 'Last instalment', value: (_, each) => formatDate(each.lastDueOn) },
]

const quoteOf = (product: ProductTerms, { amount, tenor }: Terms, today: LocalDate): Quote =>
  quote(product, { amount, tenor, payOutOn: today })

type FigureProps = {
  line: Line
  column: { terms: Terms; quoted: Quote }
  first: Column | undefined
}

/** Marks a figure that differs from the requested terms. */
function Figure({ line, column, first }: FigureProps) {
  const value = line.value(column.terms, column.quoted)
  const asked = first?.terms && first.quote ? line.value(first.terms, first.quote) : value
  if (value === asked) return value
  return (
    <>
      <span aria-hidden className="mr-1.5 inline-block size-1.5 rounded-full bg-caution align-middle" />
      <span className="sr-only">Changed: </span>
      {value}
    </>
  )
}

type ChoiceProps = {
  name: TermsName
  isThere: boolean
  isChosen: boolean
  onChoose: (name: TermsName) => void
}

function Choice({ name, isThere, isChosen, onChoose }: ChoiceProps) {
  if (!isThere) return <span className="text-xs text-muted">{TITLES[name]}</span>
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(name)}
      className={clsx(
        'rounded-md px-2 py-1 text-xs font-medium transition-colors',
        isChosen ? 'bg-brand text-on-brand' : 'bg-sunken text-muted hover:text-ink',
      )}
    >
      {TITLES[name]}
    </button>
  )
}
