import clsx from 'clsx'
import { REFUND_COUNTED, refundApi } from '../../../contract/refunds.ts'
import { countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { Amount } from '../../parts/Amount.tsx'
import { type RefundView, viewTitle } from './refundWords.ts'

type Props = { chosen: RefundView; onChoose: (view: RefundView) => void }

/** The states of refunds with their counts and totals; each shows its cases. */
export function RefundViews({ chosen, onChoose }: Props) {
  const { data } = useApi(refundApi.refundCounts, {})
  const counts = new Map(data?.counts.map(each => [each.status, each]))
  return (
    <fieldset className="flex flex-wrap gap-x-2 gap-y-1 border-b border-line px-4 py-1.5 print:border-0">
      <legend className="sr-only">Refunds by state</legend>
      {REFUND_COUNTED.map(view => {
        const found = counts.get(view)
        return (
          <button
            key={view}
            type="button"
            aria-pressed={view === chosen}
            onClick={() => onChoose(view)}
            className={clsx(
              'rounded-md px-2 py-1 text-[0.8125rem] tabular-nums',
              view === chosen ? 'bg-brand-soft text-brand-ink' : 'hover:bg-sunken',
            )}
          >
            <span className="font-medium">{viewTitle(view)}</span>
            {found && ` ${countText(found.total)}`}
            {found && found.amount > 0n && (
              <>
                {' · '}
                <Amount of={found.amount} />
              </>
            )}
          </button>
        )
      })}
    </fieldset>
  )
}
