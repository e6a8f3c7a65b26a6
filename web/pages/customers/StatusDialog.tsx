import { customerApi } from '../../../contract/customers.ts'
import { countOf } from '../../../engine/countText.ts'
import { type Customer, fullName, STATUS_WORDS } from '../../parts/customer/customerWords.ts'
import { FormDialog } from '../../parts/FormDialog.tsx'
import { useForm } from '../../parts/useForm.ts'
import { Input, Textarea } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/toast.ts'

type Settable = 'active' | 'dormant' | 'blacklisted' | 'deceased'
const SETTABLE: readonly Settable[] = ['active', 'dormant', 'blacklisted', 'deceased']

type Props = { customer: Customer; onClose: () => void }

export function StatusDialog({ customer, onClose }: Props) {
  const { row, revision, loans } = customer
  const others = SETTABLE.filter(status => status !== row.status || status === 'blacklisted')
  const form = useForm(customerApi.customerStatusChange, {
    initial: { status: others[0] ?? 'active', until: '', reason: '' },
    toInput: ({ status, until, reason }) => ({
      id: row.id,
      basedOn: revision,
      status: status,
      until: status === 'blacklisted' && until ? until : null,
      reason,
    }),
    onDone: ({ frozenLoans }) => {
      const frozen = frozenLoans === 0 ? '' : ` ${countOf(frozenLoans, 'loan is', 'loans are')} frozen.`
      toast('success', `${fullName(customer)} is now ${form.values.status}.${frozen}`)
      onClose()
    },
  })
  const status = form.values.status
  const isDeath = status === 'deceased'
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Change status"
      description={`${fullName(customer)} is ${STATUS_WORDS[row.status].title.toLowerCase()} now.`}
      action="Change status"
      look={isDeath || status === 'blacklisted' ? 'danger' : 'primary'}
    >
      <Select
        {...form.field('status')}
        label="New status"
        options={others.map(value => ({ value, label: STATUS_WORDS[value].title }))}
        hint={STATUS_WORDS[status].means}
      />
      {status === 'blacklisted' && (
        <Input
          {...form.field('until')}
          label="Last day"
          type="date"
          optional
          hint="Empty: until somebody lifts it."
        />
      )}
      {isDeath && loans.open > 0 && (
        <Notice tone="caution" title={countOf(loans.open, 'loan is frozen', 'loans are frozen')}>
          Reminders, penalties and new terms stop. Ask the payroll office to stop its deductions: repayments
          that still arrive are posted. If this is a mistake, unfreeze each loan.
        </Notice>
      )}
      <Textarea {...form.field('reason')} label="Reason" rows={3} maxLength={500} />
    </FormDialog>
  )
}
