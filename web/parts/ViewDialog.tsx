import { useState } from 'react'
import { type SavedView, storedView } from '../../contract/auth.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { Input } from '../ui/Input.tsx'

type Props = { view: SavedView; onClose: () => void; onSave: (view: SavedView) => void }

/** Names what the list is narrowed to now, or renames it. */
export function ViewDialog({ view, onClose, onSave }: Props) {
  const [name, setName] = useState(view.name)
  const [isDefault, setDefault] = useState(view.isDefault)
  const [problem, setProblem] = useState<string>()
  const save = (): void => {
    const checked = storedView.shape.name.safeParse(name)
    if (checked.success) onSave({ ...view, name: checked.data, isDefault })
    else setProblem(checked.error.issues[0]?.message)
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={view.name ? 'Rename the view' : 'Save this view'}
      description={`Search, filters and order of this list, ${view.isShared ? 'seen by all staff' : 'saved for you only'}.`}
      action="Save"
      onConfirm={save}
    >
      <Input
        label="Name"
        placeholder="Late in Kano"
        maxLength={40}
        value={name}
        error={problem}
        onChange={event => {
          setName(event.target.value)
          setProblem(undefined)
        }}
      />
      <Checkbox
        label="Open the list with it"
        hint="Links from figures still open exactly their rows."
        checked={isDefault}
        onChange={event => setDefault(event.target.checked)}
      />
    </ConfirmDialog>
  )
}
