import { customerApi } from '../../../contract/customers.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { dayText } from '../../parts/figures.ts'
import { Input } from '../../ui/Input.tsx'

type Props = { customer: Customer; onClose: () => void }

/** A date somebody answers for, or back to the rule. */
export function RetirementDialog({ customer: { row, revision, retirement }, onClose }: Props) {
  const byRule = retirement.byAge < retirement.byService ? retirement.byAge : retirement.byService
  return (
    <ActDialog
      endpoint={customerApi.customerRetirementChange}
      initial={{ on: retirement.override?.on ?? '' }}
      input={({ on, reason }) => ({ id: row.id, basedOn: revision, on: on || null, reason })}
      done={(_, { on }) => (on ? 'The retirement date is set.' : 'The rule decides again.')}
      onClose={onClose}
      title="Set the retirement date"
      description={`By the rule of the ${retirement.service.toLowerCase()} it is ${dayText(byRule)}.`}
      action="Save"
      reason={{ rows: 3, hint: 'Such as the letter or gazette that says so.' }}
    >
      {({ field }) => (
        <Input
          {...field('on')}
          label="Retires on"
          type="date"
          hint="Empty: by the rule. New requests are checked against this date."
        />
      )}
    </ActDialog>
  )
}
