import type { LocalDate } from '../../../engine/dates.ts'
import { wholeMonthsBetween } from '../../../engine/dates.ts'
import type { Customer } from '../../parts/customer/customerWords.ts'
import { type Fact, FactList } from '../../parts/FactList.tsx'
import { dayText } from '../../parts/figures.ts'
import { todayInLagos } from '../../parts/today.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import type { Revealed } from './CustomerRevealDialog.tsx'

type Props = { customer: Customer; revealed: Revealed | undefined }

/** Identity, contact and bank account. */
export function ProfileTab({ customer, revealed }: Props) {
  const shown = { phone: customer.row.phone, ...customer, ...revealed }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-6">
        <Card title="Person">
          <FactList facts={person(customer, shown)} />
        </Card>
        <Card title="Bank">
          <FactList
            facts={[
              { term: 'Bank', value: customer.bankName },
              {
                term: 'Account',
                value: shown.accountNumber,
                below: <Badge tone={NUBAN[customer.nuban].tone}>{NUBAN[customer.nuban].words}</Badge>,
              },
            ]}
          />
        </Card>
      </div>
      <div className="flex flex-col gap-6">
        <Card title="Contact">
          <FactList
            facts={[
              { term: 'Phone', value: shown.phone },
              { term: 'Email', value: customer.email },
              { term: 'Address', value: customer.address, below: `${customer.lga}, ${customer.row.state}` },
            ]}
          />
        </Card>
        <Card title="Next of kin">
          <FactList
            facts={[
              { term: 'Name', value: customer.kinName, below: customer.kinRelationship },
              { term: 'Phone', value: shown.kinPhone },
              { term: 'Address', value: customer.kinAddress },
            ]}
          />
        </Card>
      </div>
    </div>
  )
}

const person = (customer: Customer, shown: { bvn: string; nin: string }): Fact[] => [
  { term: 'Title and gender', value: [customer.title, customer.gender].filter(Boolean).join(', ') },
  { term: 'Surname', value: customer.surname },
  { term: 'First name', value: customer.firstName },
  { term: 'Other names', value: customer.otherNames },
  {
    term: 'Date of birth',
    value: dayText(customer.dateOfBirth),
    below: `${Math.floor(wholeMonthsBetween(customer.dateOfBirth as LocalDate, todayInLagos()) / 12)} years old`,
  },
  { term: 'BVN', value: shown.bvn },
  { term: 'NIN', value: shown.nin },
  {
    term: 'Account officer',
    value: customer.row.officerName ?? customer.row.officerCode,
    ...(customer.row.officerName && { below: customer.row.officerCode }),
  },
]

const NUBAN: Record<Customer['nuban'], { tone: Tone; words: string }> = {
  ok: { tone: 'positive', words: 'Check digit valid' },
  'wrong check digit': { tone: 'caution', words: 'Check digit does not match' },
  'not checkable': { tone: 'neutral', words: 'No check digit for this bank' },
  'not 10 digits': { tone: 'negative', words: 'Not 10 digits' },
}
