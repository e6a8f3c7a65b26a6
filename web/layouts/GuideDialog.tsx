import { useState } from 'react'
import { ROLES } from '../../contract/roles.ts'
import { useCurrentUser } from '../parts/currentUser.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { GuideText } from './guideText.tsx'

/** As they stand in docs/: what is read here and what is read there is one text. They come with this dialog, when it is asked for. */
const TEXTS = import.meta.glob<string>('../../docs/guides/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const EVERYBODY = 'README'

/** Without its title, which the choice above it says; of the page for everybody what follows the list of guides. */
function textOf(guide: string): string {
  const text = TEXTS[`../../docs/guides/${guide}.md`] ?? ''
  return text.slice(guide === EVERYBODY ? text.indexOf('\n## ') : text.indexOf('\n'))
}

/** A page for each role, one's own first. */
export default function GuideDialog({ onClose }: { onClose: () => void }) {
  const { roles } = useCurrentUser()
  const mine = ROLES.filter(role => roles.includes(role))
  const others = ROLES.filter(role => !roles.includes(role))
  const [shown, setShown] = useState<string>(mine[0] ?? EVERYBODY)
  return (
    <Dialog open onClose={onClose} title="Guides for staff" width="medium">
      <Select
        label="Guide for"
        value={shown}
        options={[
          ...mine.map(role => ({ value: role, label: `${role} (you)` })),
          { value: EVERYBODY, label: 'Everybody' },
          ...others.map(role => ({ value: role, label: role })),
        ]}
        onChange={event => setShown(event.target.value)}
      />
      <div className="mt-5">
        <GuideText markdown={textOf(shown)} />
      </div>
    </Dialog>
  )
}
