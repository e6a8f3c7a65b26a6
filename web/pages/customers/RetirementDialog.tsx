import { customerApi } from '../../../contract/customers.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { dayText } from '../../parts/figures.ts'
import { Input } from '../../ui/Input.tsx'

type Props = { customer: Customer; onClose: () => void }

/** Sets a retirement date, or returns to the rule. */
export function RetirementDialog({ customer: { row, revision, retirement }, onClose }: Props) {
  const byRule = retirement.byAge < retirement.byService ? retirement.byAge : retirement.byService
  return (
    <ActDialog
      endpoint={customerApi.customerRetirementChange}
      initial={{ on: retirement.override?.on ?? '' }}
      input={({ on, reason }) => ({ id: row.id, basedOn: revision, on: on || null, reason })}
      done={(_, { on }) => (on ? 'Retirement date set.' : 'Retirement date follows the rule again.')}
      onClose={onClose}
      title="Set retirement date"
      description={`According to the rule of the ${retirement.service.toLowerCase()}: ${dayText(byRule)}.`}
      action="Save"
      reason={{ rows: 3, hint: 'Evidence (for example, a letter or gazette).' }}
    >
      {({ field }) => (
        <Input
          {...field('on')}
          label="Retirement date"
          type="date"
          hint="Leave blank to follow the rule. New requests are checked against this date."
        />
      )}
    </ActDialog>
  )
}
