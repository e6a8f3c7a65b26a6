import { EyeOff } from 'lucide-react'
import { useState } from 'react'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useMay } from '../../parts/currentUser.ts'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { dayText, HIDDEN_PAY } from '../../parts/figures.ts'
import { PayrollCard } from '../../parts/payroll/PayrollCard.tsx'
import { retirementText } from '../../parts/requestWords.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { Revealed } from './CustomerRevealDialog.tsx'
import { RetirementDialog } from './RetirementDialog.tsx'

type Props = { customer: Customer; revealed: Revealed | undefined; whyNot: string | undefined }

export function EmploymentTab({ customer, revealed, whyNot }: Props) {
  const [isSetting, setSetting] = useState(false)
  const { row } = customer
  // without this permission the months come without pay
  const mayReveal = useMay('personal.reveal')
  return (
    <div className="flex flex-col gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card title="Employment">
          <FactList
            facts={[
              {
                term: EMPLOYER,
                value: row.mda,
                below: [customer.grade, customer.step && `step ${customer.step}`].filter(Boolean).join(', '),
              },
              { term: 'Payroll office', value: customer.payrollSourceName },
              { term: IPPIS_NUMBER, value: row.ippisNumber },
              { term: 'First appointment', value: dayText(customer.firstAppointmentOn) },
              {
                term: 'Net pay',
                value: revealed ? formatNaira(revealed.netPay) : HIDDEN_PAY,
                below: 'as stated in the last request',
              },
            ]}
          />
        </Card>
        <Card
          title="Retirement"
          actions={
            <Button size="small" disabledReason={whyNot} onClick={() => setSetting(true)}>
              Set date
            </Button>
          }
        >
          <FactList facts={retirementFacts(customer)} />
        </Card>
      </div>
      {revealed || !mayReveal ? (
        <PayrollCard isWanted staffNumber={row.ippisNumber} source={row.payrollSource} />
      ) : (
        <Card flush title="Payroll history">
          <EmptyState compact icon={<EyeOff />} title="Net pay is hidden">
            Select Reveal to see net pay by month. The view is logged.
          </EmptyState>
        </Card>
      )}
      {isSetting && <RetirementDialog customer={customer} onClose={() => setSetting(false)} />}
    </div>
  )
}

const retirementFacts = ({ retirement }: Customer): Fact[] => [
  {
    term: 'Retirement date',
    value: dayText(retirement.on),
    below: retirementText(retirement.monthsLeft),
  },
  {
    term: 'Rule',
    value: retirement.service,
    below: `the earlier of ${retirement.ageYears} years of age (${dayText(retirement.byAge)}) and ${retirement.serviceYears} years of service (${dayText(retirement.byService)})`,
  },
  ...(retirement.override
    ? [
        {
          term: 'Set by a user',
          value: dayText(retirement.override.on),
          below: `“${retirement.override.reason}”`,
        },
      ]
    : []),
  ...(retirement.flag ? [{ term: 'Check', value: <Badge tone="caution">{retirement.flag}</Badge> }] : []),
]
