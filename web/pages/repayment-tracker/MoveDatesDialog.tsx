import type { Reply } from '../../../contract/endpoint.ts'
import type { payMonthApi } from '../../../contract/payMonths.ts'
import { sourceEventApi } from '../../../contract/sourceEvents.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { todayInLagos } from '../../parts/today.ts'
import { Input } from '../../ui/Input.tsx'
import { NotifyCustomers } from './NotifyCustomers.tsx'

type Month = Reply<typeof payMonthApi.payMonthList>['rows'][number]

/** Customers hear of another pay day that is still to come. */
const movesPayDay = ({ payOn }: Month, dates: { payOn: string }): boolean =>
  dates.payOn !== payOn && dates.payOn >= todayInLagos()

/** Salaries late, the file put off, another cut-off: the dates of one month of one source. */
export function MoveDatesDialog({ month, onClose }: { month: Month; onClose: () => void }) {
  const isPosted = month.postedOn !== null
  const hint = isPosted ? 'The deduction file is posted.' : undefined
  const { source, period } = month
  const { data } = useApi(sourceEventApi.payMonthCustomers, { source, period })
  return (
    <ActDialog
      endpoint={sourceEventApi.payMonthMove}
      initial={{
        instructionOn: month.instructionOn,
        payOn: month.payOn,
        fileOn: month.fileOn,
        remittanceOn: month.remittanceOn,
        notifies: true,
      }}
      input={({ reason, notifies, ...dates }, id) => ({
        id,
        source,
        period,
        dates,
        notifies: notifies && movesPayDay(month, dates),
        reason,
      })}
      fieldName={path => path.replace(/^dates\./, '')}
      done="Dates submitted for approval."
      onClose={onClose}
      title="Move dates"
      description={`${month.sourceName}, ${periodText(month.period)}. Reminders, penalties and expected remittances follow the new dates. Due dates of the contract stay.`}
      action="Submit for approval"
      reason={{ hint: 'For example the notice of the payroll office.' }}
    >
      {({ values, set, field }) => (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Input
            {...field('instructionOn')}
            label="Instructions due"
            type="date"
            disabled={isPosted}
            hint={hint}
          />
          <Input {...field('payOn')} label="Pay day" type="date" disabled={isPosted} hint={hint} />
          <Input {...field('fileOn')} label="File expected" type="date" disabled={isPosted} hint={hint} />
          <Input {...field('remittanceOn')} label="Remittance expected" type="date" />
          {movesPayDay(month, values) && (
            <NotifyCustomers
              customers={data?.customers}
              checked={values.notifies}
              onChange={notifies => set('notifies', notifies)}
            />
          )}
        </div>
      )}
    </ActDialog>
  )
}
