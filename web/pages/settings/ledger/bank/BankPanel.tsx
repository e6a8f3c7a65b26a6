import { Upload } from 'lucide-react'
import { useState } from 'react'
import { journalApi } from '../../../../../contract/journals.ts'
import { rolesNamed } from '../../../../../contract/roles.ts'
import { useApi } from '../../../../api.ts'
import { useMay } from '../../../../parts/currentUser.ts'
import { LoadError } from '../../../../parts/LoadError.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Choices } from '../../../../ui/Choices.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { BankLines } from './BankLines.tsx'
import { BankMovements } from './BankMovements.tsx'
import { Reconciliation } from './Reconciliation.tsx'
import { Statements } from './Statements.tsx'
import { UploadDialog } from './UploadDialog.tsx'

export const BANK_PARTS = ['reconciliation', 'lines', 'entries', 'statements'] as const
export type BankPart = (typeof BANK_PARTS)[number]

const PART_TITLES: Record<BankPart, string> = {
  reconciliation: 'Reconciliation',
  lines: 'Statement lines',
  entries: 'Outstanding entries',
  statements: 'Statements',
}

type Props = {
  code: number | undefined
  part: BankPart
  asOf: string | undefined
  onChange: (changed: { bank?: string; part?: BankPart; asOf?: string; cursor?: undefined }) => void
}

/** Statements of one bank account beside the ledger. */
export function BankPanel({ code, part, asOf, onChange }: Props) {
  const accounts = useApi(journalApi.bankAccountList, {})
  const [isUploading, setUploading] = useState(false)
  const whyNot = useMay('money.ask') ? undefined : `Only ${rolesNamed('money.ask', 'and')} can do this.`
  const banks = accounts.data?.rows.filter(({ type }) => type === 'bank')
  if (!banks) return accounts.error ? <LoadError of={accounts} /> : <Skeleton className="h-96 w-full" />
  const account = banks.find(each => each.code === code) ?? banks[0]
  if (!account) return null
  const whyNotUpload = account.isClosed ? 'This account is closed.' : whyNot
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select
          label="Bank account"
          value={String(account.code)}
          options={banks.map(each => ({
            value: String(each.code),
            label: `${each.code} ${each.title}${each.accountEnding ? ` •••• ${each.accountEnding}` : ''}`,
          }))}
          onChange={event => onChange({ bank: event.target.value, cursor: undefined })}
        />
        <Button
          icon={<Upload aria-hidden size={15} />}
          disabledReason={whyNotUpload}
          onClick={() => setUploading(true)}
        >
          Upload statement
        </Button>
      </div>
      <Choices
        label="View"
        choices={BANK_PARTS.map(value => ({ value, title: PART_TITLES[value] }))}
        current={part}
        onChoose={chosen => onChange({ part: chosen, cursor: undefined })}
      />
      {part === 'reconciliation' && (
        <Reconciliation
          key={account.code}
          code={account.code}
          asOf={asOf}
          whyNot={whyNot}
          onAsOf={day => onChange({ asOf: day })}
        />
      )}
      {part === 'lines' && <BankLines key={account.code} code={account.code} whyNot={whyNot} />}
      {part === 'entries' && <BankMovements key={account.code} code={account.code} whyNot={whyNot} />}
      {part === 'statements' && <Statements key={account.code} code={account.code} whyNot={whyNot} />}
      {isUploading && (
        <UploadDialog
          code={account.code}
          onClose={() => setUploading(false)}
          onSent={() => {
            setUploading(false)
            onChange({ part: 'statements', cursor: undefined })
          }}
        />
      )}
    </div>
  )
}
