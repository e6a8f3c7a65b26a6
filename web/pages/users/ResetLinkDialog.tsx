import { useState } from 'react'
import { may } from '../../../contract/roles.ts'
import { userApi } from '../../../contract/staff.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Copyable } from '../../ui/Copyable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { exactTime } from '../../ui/RelativeTime.tsx'
import { toast } from '../../ui/toast.ts'
import type { Person } from './userActions.ts'

const linkOf = (token: string): string => new URL(`#${paths.reset(token)}`, window.location.href).href

export function ResetLinkDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const [made, setMade] = useState<{ token: string; expiresAt: string }>()
  const name = `${person.firstName} ${person.lastName}`
  const approves = may(person.roles, 'approval.decide')
  if (made) return <MadeLink {...{ ...made, name, onClose }} />
  return (
    <ActDialog
      endpoint={userApi.userResetLink}
      initial={{ dropTotp: false }}
      input={({ dropTotp, reason }) => ({ id: person.id, dropTotp, ...(reason ? { reason } : {}) })}
      onDone={({ token, expiresAt, approvalId }) => {
        if (token && expiresAt) setMade({ token, expiresAt })
        if (!approvalId) return
        toast('info', 'Submitted for approval. Make the link here once it is approved.')
        onClose()
      }}
      onClose={onClose}
      title={`Reset link for ${name}`}
      description={
        approves
          ? `Makes a link that works once, for an hour. ${name} can approve, so the link needs approval: submit it, and come back here for the link once it is approved.`
          : `Makes a link that works once, for an hour. An earlier link stops working. Your account and ${name}’s are then linked: neither can approve the other’s work until a superAdmin linked to neither confirms their identity.`
      }
      action="Make the link"
      reason={approves && { optional: true }}
    >
      {({ values, set }) =>
        person.totpEnrolled && (
          <Checkbox
            label="Also remove the second factor"
            hint="For a lost phone. They set up a new one after signing in."
            checked={values.dropTotp}
            onChange={event => set('dropTotp', event.target.checked)}
          />
        )
      }
    </ActDialog>
  )
}

type MadeProps = { token: string; expiresAt: string; name: string; onClose: () => void }

function MadeLink({ token, expiresAt, name, onClose }: MadeProps) {
  return (
    <Dialog
      open
      width="medium"
      onClose={onClose}
      isDirty
      means="The link is not shown again."
      title="Hand over this link"
      description={`It lets ${name} choose a new password, once, until ${exactTime(new Date(expiresAt))}.`}
      footer={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Copyable text={linkOf(token)} label="Copy link" />
        <Notice tone="caution">
          This is the only time the link is shown. Whoever has it can take the account, so hand it over in
          person or on a line you trust.
        </Notice>
      </div>
    </Dialog>
  )
}
