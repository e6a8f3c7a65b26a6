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
  const [created, setCreated] = useState<{ token: string; expiresAt: string }>()
  const name = `${person.firstName} ${person.lastName}`
  const approves = may(person.roles, 'approval.decide')
  if (created) return <CreatedLink {...{ ...created, name, onClose }} />
  return (
    <ActDialog
      endpoint={userApi.userResetLink}
      initial={{ dropTotp: false }}
      input={({ dropTotp, reason }) => ({ id: person.id, dropTotp, ...(reason ? { reason } : {}) })}
      onDone={({ token, expiresAt, approvalId }) => {
        if (token && expiresAt) setCreated({ token, expiresAt })
        if (!approvalId) return
        toast('info', 'Submitted for approval. Create the link here once it is approved.')
        onClose()
      }}
      onClose={onClose}
      title={`Password reset link for ${name}`}
      description={
        approves
          ? `Creates a link that works once, for an hour. ${name} can approve, so the link needs approval. Return here for the link once it is approved.`
          : `Creates a link that works once, for an hour. An earlier link stops working. Your account and ${name}’s are then linked: neither can approve the other’s work until a superAdmin linked to neither confirms their identity.`
      }
      action="Create link"
      reason={approves && { optional: true }}
    >
      {({ values, set }) =>
        person.totpEnrolled && (
          <Checkbox
            label="Also remove 2FA"
            hint="For a lost phone. The user sets up 2FA again after signing in."
            checked={values.dropTotp}
            onChange={event => set('dropTotp', event.target.checked)}
          />
        )
      }
    </ActDialog>
  )
}

type CreatedProps = { token: string; expiresAt: string; name: string; onClose: () => void }

function CreatedLink({ token, expiresAt, name, onClose }: CreatedProps) {
  return (
    <Dialog
      open
      width="medium"
      onClose={onClose}
      isDirty
      means="The link is not shown again."
      title="Password reset link"
      description={`${name} can set a new password with it once, until ${exactTime(new Date(expiresAt))}.`}
      footer={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Copyable text={linkOf(token)} label="Copy link" />
        <Notice tone="caution">
          This link is shown only once. Anyone with it can take over the account, so give it to the user in
          person or through a channel you trust.
        </Notice>
      </div>
    </Dialog>
  )
}
