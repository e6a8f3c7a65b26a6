import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { rowsText } from '../../parts/repayments/repaymentWords.ts'

type Props = { source: string; period: string; chosen: string; onChoose: (correctsId: string) => void }

const SHOWN = 5

/** Only asked when the month has a posted batch: a second file either adds to it or corrects it. */
export function CorrectsField({ source, period, chosen, onChoose }: Props) {
  const posted = useApi(repaymentApi.repaymentList, { source, period, status: 'posted', limit: SHOWN })
  const batches = posted.isPlaceholderData ? [] : (posted.data?.rows ?? [])
  if (batches.length === 0) return null
  const choices = [
    {
      id: '',
      title: 'Another file of the month',
      means: 'Lines that came before count as duplicates and are left out.',
    },
    ...batches.map(batch => ({
      id: batch.id,
      title: `This corrects batch ${batch.number}`,
      means: `${rowsText(batch.fileRows)}, ${formatNaira(batch.fileTotal)}. Only what is more than it posted is added.`,
    })),
  ]
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">
        {periodText(period)} has a posted batch already. What is this file?
      </legend>
      {choices.map(({ id, title, means }) => (
        <label
          key={id}
          className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-line px-3 py-2 has-checked:border-brand
            has-checked:bg-brand-soft/40"
        >
          <input
            type="radio"
            name="corrects"
            className="mt-0.5 size-4 accent-brand"
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span>
            <span className="font-medium">{title}</span>
            <span className="block text-[0.8125rem] text-muted">{means}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
