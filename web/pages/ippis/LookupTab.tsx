import { Search, UserSearch } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { payrollApi } from '../../../contract/payroll.ts'
import { IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { PersonMonths } from '../../parts/payroll/PersonMonths.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useSection } from '../../parts/useSection.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'

const FILTER = payrollApi.payrollLookup.input

/** Payroll records of one number in all approved months. */
export function LookupTab() {
  const { filter, setFilter } = useUrlFilter(FILTER)
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <LookupForm
          key={`${filter.staffNumber} ${filter.source}`}
          staffNumber={filter.staffNumber ?? ''}
          source={filter.source ?? ''}
          onSearch={(staffNumber, source) => setFilter({ staffNumber, source })}
        />
      </Card>
      <Card flush {...(filter.staffNumber ? { title: `${IPPIS_NUMBER} ${filter.staffNumber}` } : {})}>
        {filter.staffNumber ? (
          <PersonMonths
            key={`${filter.staffNumber} ${filter.source}`}
            staffNumber={filter.staffNumber}
            source={filter.source}
            empty={
              <EmptyState compact icon={<UserSearch />} title="Number not found">
                No approved month{filter.source ? ' of this source' : ''} has this number. Leading zeros do
                not matter, letters and slashes do.
              </EmptyState>
            }
          />
        ) : (
          <EmptyState compact icon={<UserSearch />} title="Payroll lookup">
            Enter a number to see its payroll months, newest first. Account numbers show their last four
            digits.
          </EmptyState>
        )}
      </Card>
    </div>
  )
}

type FormProps = {
  staffNumber: string
  source: string
  onSearch: (staffNumber: string, source: string) => void
}

function LookupForm({ staffNumber, source, onSearch }: FormProps) {
  const [typed, setTyped] = useState(staffNumber)
  const [chosen, setChosen] = useState(source)
  const [problem, setProblem] = useState<string>()
  const sources = useSection('payroll')?.sources ?? []
  const search = (event: FormEvent): void => {
    event.preventDefault()
    const checked = FILTER.shape.staffNumber.safeParse(typed.trim())
    setProblem(checked.success ? undefined : 'Enter 1 to 20 letters, digits, slashes or hyphens')
    if (checked.success) onSearch(checked.data, chosen)
  }
  return (
    <form onSubmit={search} noValidate className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
      <Input
        label={IPPIS_NUMBER}
        value={typed}
        error={problem}
        autoComplete="off"
        onChange={event => setTyped(event.target.value)}
      />
      <Select
        label="Source"
        placeholder="All sources"
        value={chosen}
        options={sources.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={event => setChosen(event.target.value)}
      />
      <Button type="submit" look="primary" className="sm:mt-6.5" icon={<Search aria-hidden size={16} />}>
        Look up
      </Button>
      <p className="text-[0.8125rem] text-muted sm:col-span-3">
        Pay is personal data. Each lookup is recorded in the audit trail.
      </p>
    </form>
  )
}
