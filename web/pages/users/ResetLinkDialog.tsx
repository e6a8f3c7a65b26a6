import { useState } from 'react'
import { userApi } from '../../../contract/users.ts'
import { useAct } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { exactTime } from '../../ui/RelativeTime.tsx'
import type { Person } from './StaffDialog.tsx'

const linkOf = (token: string): string => new URL(`#${paths.reset(token)}`, window.location.href).href

export function ResetLinkDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [dropTotp, setDropTotp] = useState(false)
  const make = useAct(userApi.userResetLink)
  const name = `${person.firstName} ${person.lastName}`
  if (make.data) {
    const expires = exactTime(new Date(make.data.expiresAt))
    return (
      <Dialog
        open
        width="medium"
        onClose={onClose}
        isDirty
        means="The link is not shown again."
        title="Hand over this link"
        description={`It lets ${name} choose a new password, once, until ${expires}.`}
        footer={
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <div className="flex flex-col gap-4">
          <Copyable text={linkOf(make.data.token)} label="Copy link" />
          <Notice tone="caution">
            This is the only time the link is shown. Whoever has it can take the account, so hand it over in
            person or on a line you trust.
          </Notice>
        </div>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Reset link for ${name}`}
      description="Makes a link that works once, for an hour. An earlier link stops working."
      action="Make the link"
      pending={make.isPending}
      error={make.error?.message}
      onConfirm={() => make.mutate({ id: person.id, dropTotp })}
    >
      {person.totpEnrolled && (
        <Checkbox
          label="Also remove the second factor"
          hint="For a lost phone. They set up a new one after signing in."
          checked={dropTotp}
          onChange={event => setDropTotp(event.target.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
