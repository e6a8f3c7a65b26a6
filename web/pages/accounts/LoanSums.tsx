import clsx from 'clsx'
import type { Reply } from '../../../contract/endpoint.ts'
import type { loanApi } from '../../../contract/loans.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { Amount } from '../../parts/Amount.tsx'
import { dayText } from '../../parts/figures.ts'
import type { LoanTab } from '../../parts/loan/loanWords.ts'

type Listed = Reply<typeof loanApi.loanList>
type Props = { data: Listed; tab: LoanTab }

/** How many loans fit the filter and what is owed on them; where there are too many to count, only that. */
export function LoanSums({ data: { total, totalIsExact, sums, customers, rows }, tab }: Props) {
  const asOf = rows[0]?.asOf
  const isOwed = tab === 'live' || tab === 'arrears'
  const strong = 'font-medium text-ink'
  return (
    <span title={asOf && `Balances at ${dayText(asOf)}`}>
      {totalIsExact ? countOf(total, 'loan') : `${countText(total)}+ loans`}
      {customers !== undefined && ` of ${countOf(customers, 'customer')}`}
      {isOwed && sums && (
        <>
          {' · '}
          <Amount of={sums.outstanding} className={strong} /> outstanding
          {' · '}
          <Amount of={sums.arrears} className={strong} /> arrears
        </>
      )}
    </span>
  )
}

type ClassProps = {
  sums: Listed['sums']
  chosen: string | undefined
  onChoose: (name: string | undefined) => void
}

/** The loans in arrears by class, the worst first; each shows its loans. */
export function ClassSums({ sums, chosen, onChoose }: ClassProps) {
  if (!sums || sums.classes.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-x-2 gap-y-1 border-b border-line px-4 py-1.5 print:border-0">
      <legend className="sr-only">Arrears by class</legend>
      {sums.classes.map(({ name, loans, arrears }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === chosen}
          onClick={() => onChoose(name === chosen ? undefined : name)}
          className={clsx(
            'rounded-md px-2 py-1 text-[0.8125rem] tabular-nums',
            name === chosen ? 'bg-brand-soft text-brand-ink' : 'hover:bg-sunken',
          )}
        >
          <span className="font-medium">{name}</span> {countText(loans)} · <Amount of={arrears} />
        </button>
      ))}
    </fieldset>
  )
}
