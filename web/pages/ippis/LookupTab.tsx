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

/** One person’s number across all accepted months. */
export function LookupTab() {
  const { filter, setFilter } = useUrlFilter(FILTER)
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <LookupForm
          key={`${filter.staffNumber} ${filter.source}`}
          staffNumber={filter.staffNumber ?? ''}
          source={filter.source ?? ''}
          onLook={(staffNumber, source) => setFilter({ staffNumber, source })}
        />
      </Card>
      <Card flush {...(filter.staffNumber ? { title: `${IPPIS_NUMBER} ${filter.staffNumber}` } : {})}>
        {filter.staffNumber ? (
          <PersonMonths
            key={`${filter.staffNumber} ${filter.source}`}
            staffNumber={filter.staffNumber}
            source={filter.source}
            empty={
              <EmptyState compact icon={<UserSearch />} title="Nobody with this number">
                No accepted month{filter.source ? ' of this source' : ''} holds it. Zeros in front do not
                matter; letters and slashes do.
              </EmptyState>
            }
          />
        ) : (
          <EmptyState compact icon={<UserSearch />} title="Look somebody up">
            Their months stand here newest first, with net pay as a picture for whoever may reveal it. Account
            numbers show their last four digits.
          </EmptyState>
        )}
      </Card>
    </div>
  )
}

type FormProps = {
  staffNumber: string
  source: string
  onLook: (staffNumber: string, source: string) => void
}

function LookupForm({ staffNumber, source, onLook }: FormProps) {
  const [typed, setTyped] = useState(staffNumber)
  const [chosen, setChosen] = useState(source)
  const [problem, setProblem] = useState<string>()
  const sources = useSection('payroll')?.sources ?? []
  const look = (event: FormEvent): void => {
    event.preventDefault()
    const checked = FILTER.shape.staffNumber.safeParse(typed.trim())
    setProblem(checked.success ? undefined : 'A number of 1 to 20 letters, digits, slashes or hyphens')
    if (checked.success) onLook(checked.data, chosen)
  }
  return (
    <form onSubmit={look} noValidate className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
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
        Pay is personal: your look, its number and the time are kept in the audit trail.
      </p>
    </form>
  )
}
