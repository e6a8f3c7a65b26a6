import { customerApi } from '../../../contract/customers.ts'
import { countOf } from '../../../engine/countText.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { type Customer, STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'

type Settable = 'active' | 'dormant' | 'blacklisted' | 'deceased'
const SETTABLE: readonly Settable[] = ['active', 'dormant', 'blacklisted', 'deceased']

type Props = { customer: Customer; onClose: () => void }

export function StatusDialog({ customer, onClose }: Props) {
  const { row, revision, loans } = customer
  const others = SETTABLE.filter(status => status !== row.status || status === 'blacklisted')
  return (
    <ActDialog
      endpoint={customerApi.customerStatusChange}
      initial={{ status: others[0] ?? 'active', until: '' }}
      input={({ status, until, reason }) => ({
        id: row.id,
        basedOn: revision,
        status,
        until: status === 'blacklisted' && until ? until : null,
        reason,
      })}
      done={({ frozenLoans }, { status }) => {
        const frozen = frozenLoans === 0 ? '' : ` ${countOf(frozenLoans, 'loan', 'loans')} frozen.`
        return `Status changed to ${status}.${frozen}`
      }}
      onClose={onClose}
      title="Change status"
      description={`Current status: ${STATUS_WORDS[row.status].title.toLowerCase()}.`}
      action="Change status"
      danger={({ status }) => status === 'deceased' || status === 'blacklisted'}
      reason={{ rows: 3 }}
    >
      {({ values: { status }, field }) => (
        <>
          <Select
            {...field('status')}
            label="New status"
            options={others.map(value => ({ value, label: STATUS_WORDS[value].title }))}
            hint={STATUS_WORDS[status].means}
          />
          {status === 'blacklisted' && (
            <Input
              {...field('until')}
              label="Last day"
              type="date"
              optional
              hint="Leave blank for no end date."
            />
          )}
          {status === 'deceased' && loans.open > 0 && (
            <Notice tone="caution" title={countOf(loans.open, 'loan is frozen', 'loans are frozen')}>
              Reminders, penalties and restructuring stop. Ask the payroll office to stop deductions.
              Repayments that still arrive are posted. If this is a mistake, unfreeze each loan.
            </Notice>
          )}
        </>
      )}
    </ActDialog>
  )
}
