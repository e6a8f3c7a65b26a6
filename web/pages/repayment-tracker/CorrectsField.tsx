import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { rowsText } from '../../parts/repayments/repaymentWords.ts'
import { RadioCard } from '../../ui/RadioCard.tsx'

type Props = { source: string; period: string; chosen: string; onChoose: (correctsId: string) => void }

const SHOWN = 5

/** Shown when the month has a posted batch: a second file adds to it or corrects it. */
export function CorrectsField({ source, period, chosen, onChoose }: Props) {
  const posted = useApi(repaymentApi.repaymentList, { source, period, status: 'posted', limit: SHOWN })
  const batches = posted.isPlaceholderData ? [] : (posted.data?.rows ?? [])
  if (batches.length === 0)
    return <LoadNotice of={posted} title="Posted batches of this month could not be loaded" />
  const choices = [
    {
      id: '',
      title: 'Additional file for the month',
      means: 'Rows that were posted before are duplicates and are excluded.',
    },
    ...batches.map(batch => ({
      id: batch.id,
      title: `Correction of ${batch.number}`,
      means: `${rowsText(batch.fileRows)}, ${formatNaira(batch.fileTotal)}. Only amounts above what it posted are added.`,
    })),
  ]
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-[0.8125rem] font-medium">
        {periodText(period)} already has a posted batch. What is this file?
      </legend>
      {choices.map(({ id, title, means }) => (
        <RadioCard
          key={id}
          name="corrects"
          title={title}
          hint={means}
          checked={chosen === id}
          onChoose={() => onChoose(id)}
        />
      ))}
    </fieldset>
  )
}
