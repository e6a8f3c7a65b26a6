import { useState } from 'react'
import type { Loan } from '../../../parts/loan/loanWords.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useInstalmentStates } from './ConductNotice.tsx'
import { InstalmentTable } from './InstalmentTable.tsx'

/** The current schedule, and the one it was disbursed with. */
export function Schedules({ loan }: { loan: Loan }) {
  const [isOriginal, setIsOriginal] = useState(false)
  const { row, current, original } = loan
  const states = useInstalmentStates(loan)
  const isPaidOut = row.disbursedOn !== null
  const which = isOriginal ? 'Original schedule' : 'Current schedule'
  return (
    <Card
      flush
      title={isPaidOut ? which : 'If disbursed today'}
      actions={
        isPaidOut && (
          <div className="flex gap-1 rounded-lg bg-sunken p-1 print:hidden">
            {[false, true].map(choice => (
              <Button
                key={String(choice)}
                size="small"
                look={choice === isOriginal ? 'secondary' : 'quiet'}
                aria-pressed={choice === isOriginal}
                onClick={() => setIsOriginal(choice)}
              >
                {choice ? 'Original' : 'Current'}
              </Button>
            ))}
          </div>
        )
      }
    >
      {loan.interestBasis === 'daily-balance' && (
        <p className="px-5 pb-3 text-[0.8125rem] text-muted">
          Interest is calculated on the outstanding principal each day, until the last due date. Coming rows
          assume that nothing is paid before the next due date.
        </p>
      )}
      {isOriginal || !isPaidOut ? (
        <InstalmentTable caption={`Schedule of ${original.length} instalments`} rows={original} />
      ) : (
        <InstalmentTable
          caption={`Schedule of ${current.length} instalments`}
          rows={current}
          on={row.asOf}
          states={states}
        />
      )}
    </Card>
  )
}
