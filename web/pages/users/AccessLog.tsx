import { Choices } from '../../ui/Choices.tsx'
import { Notice } from '../../ui/Notice.tsx'

const VIEWS = [
  { value: 'all', title: 'All entries' },
  { value: 'access', title: 'Access log' },
] as const

type Props = { isAccessLog: boolean; onChange: (looks: string | undefined) => void }

/** Switches the audit trail between all entries and the access log. */
export function AuditViews({ isAccessLog, onChange }: Props) {
  return (
    <Choices
      label="View"
      choices={VIEWS}
      current={isAccessLog ? 'access' : 'all'}
      onChoose={view => onChange(view === 'access' ? 'true' : undefined)}
    />
  )
}

/** What the access log contains, and what it leaves out. */
export function AccessLogHelp() {
  return (
    <div className="p-4 pb-0">
      <Notice title="Access log">
        <p>
          Shows who viewed or exported personal data: revealed numbers, opened documents, printed letters,
          payroll lookups and exports. To see one person, search their customer number (C0100001), loan number
          (L…) or request reference (IRK-…). Lists and exports stay visible, because they may include that
          person.
        </p>
        <p className="mt-1">
          Limits: payroll lookups are found by the last digits of a number, and for an erased person all
          lookups are shown. Pages with masked numbers and searches by users who can reveal numbers are not
          logged. If a BVN was corrected, search the customer number.
        </p>
      </Notice>
    </div>
  )
}
