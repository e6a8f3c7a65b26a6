import { repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { rowsText } from '../../parts/repayments/repaymentWords.ts'
import { RadioCard } from '../../ui/RadioCard.tsx'

type Props = { source: string; period: string; chosen: string; onChoose: (correctsId: string) => void }

const SHOWN = 5

/** Only asked when the month has a posted batch: a second file either adds to it or corrects it. */
export function CorrectsField({ source, period, chosen, onChoose }: Props) {
  const posted = useApi(repaymentApi.repaymentList, { source, period, status: 'posted', limit: SHOWN })
  const batches = posted.isPlaceholderData ? [] : (posted.data?.rows ?? [])
  if (batches.length === 0)
    return (
      <LoadNotice of={posted} title="Whether this month has a posted batch already could not be looked up" />
    )
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
