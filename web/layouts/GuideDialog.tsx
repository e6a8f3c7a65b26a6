import { useState } from 'react'
import { ROLES } from '../../contract/roles.ts'
import { useCurrentUser } from '../parts/currentUser.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { GuideText } from './guideText.tsx'

/** The texts and pictures of docs/, loaded with this dialog. */
const TEXTS = import.meta.glob<string>('../../docs/guides/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const ALL_USERS = 'README'
const PAYROLL_DESK = 'PayrollDesk'
const ACCOUNTANT = 'Accountant'

const ADDRESSES = import.meta.glob<string>('../../docs/screenshots/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
})
const PICTURES = Object.fromEntries(
  Object.entries(ADDRESSES).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
)

/** Without its title, which the selection shows. The page for all users starts after its list of guides. */
function textOf(guide: string): string {
  const text = TEXTS[`../../docs/guides/${guide}.md`] ?? ''
  return text.slice(guide === ALL_USERS ? text.indexOf('\n## ') : text.indexOf('\n'))
}

/** One guide per role, the user's own first, and those of the payroll month and the accountant. */
export default function GuideDialog({ onClose }: { onClose: () => void }) {
  const { roles } = useCurrentUser()
  const mine = ROLES.filter(role => roles.includes(role))
  const others = ROLES.filter(role => !roles.includes(role))
  const [shown, setShown] = useState<string>(mine[0] ?? ALL_USERS)
  return (
    <Dialog open onClose={onClose} title="User guides" width="medium">
      <Select
        label="Guide for"
        value={shown}
        options={[
          ...mine.map(role => ({ value: role, label: `${role} (you)` })),
          { value: ALL_USERS, label: 'All users' },
          { value: PAYROLL_DESK, label: 'Payroll desk' },
          { value: ACCOUNTANT, label: 'Accountant' },
          ...others.map(role => ({ value: role, label: role })),
        ]}
        onChange={event => setShown(event.target.value)}
      />
      <div className="mt-5">
        <GuideText markdown={textOf(shown)} pictures={PICTURES} />
      </div>
    </Dialog>
  )
}
