import { type PayoutResult, payoutApi } from '../../../contract/payouts.ts'
import { formatNaira, type Kobo } from '../../../engine/money.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { todayInLagos } from '../../parts/today.ts'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { RESULTS } from './payoutWords.ts'

type Props = {
  batchId: string
  line: { id: string; loanNumber: string; amount: Kobo; reference: string }
  /** The possible results; with one, there is no select. */
  results: readonly [PayoutResult, ...PayoutResult[]]
  onClose: () => void
}

/** Records the bank result of one transfer manually. */
export function PayoutMarkDialog({ batchId, line, results, onClose }: Props) {
  const what = `${line.loanNumber}, ${formatNaira(line.amount)}`
  return (
    <ActDialog
      endpoint={payoutApi.payoutLineMark}
      initial={{ result: results[0], on: `${todayInLagos()}`, bankReference: '' }}
      input={values => ({ id: batchId, lineId: line.id, ...values })}
      check={({ result, bankReference }) =>
        result === 'paid' && bankReference.trim().length < 2
          ? { bankReference: 'Enter the bank’s reference of the transfer' }
          : {}
      }
      done={({ approvalId }, { result }) => {
        const title = RESULTS[result].title.toLowerCase()
        return approvalId
          ? `${line.loanNumber}: ${title}, submitted for approval.`
          : `${line.loanNumber} recorded as ${title}.`
      }}
      onClose={onClose}
      title={({ result }) =>
        results.length > 1 ? `Record bank result: ${what}` : `${RESULTS[result].title}: ${what}`
      }
      description={({ result }) => `${RESULTS[result].means} Our reference: ${line.reference}.`}
      action={({ result }) => (result === 'paid' ? 'Record as paid' : 'Submit for approval')}
      reason={{ hint: 'Evidence (for example, bank portal, statement or call).', maxLength: 300 }}
    >
      {({ values: { result }, field }) => (
        <>
          {results.length > 1 && (
            <Select
              {...field('result')}
              label="Bank result"
              options={results.map(each => ({ value: each, label: RESULTS[each].title }))}
            />
          )}
          <Input {...field('on')} label="Bank date" type="date" max={todayInLagos()} />
          <Input
            {...field('bankReference')}
            label="Bank reference"
            optional={result !== 'paid'}
            hint={result === 'paid' ? 'From the bank’s confirmation or statement.' : undefined}
            maxLength={60}
            autoComplete="off"
          />
        </>
      )}
    </ActDialog>
  )
}
