import { useState } from 'react'
import { useCurrentUser } from '../../parts/currentUser.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PersistentPanel, Tabs } from '../../ui/Tabs.tsx'
import { BvnForm } from './BvnForm.tsx'
import { MySessions } from './MySessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { SecondFactor } from './SecondFactor.tsx'

/** One's own account, opened from the header: nothing here concerns anybody else. */
export default function ProfileDialog({ onClose }: { onClose: () => void }) {
  const me = useCurrentUser()
  const [tab, setTab] = useState(me.totpRequired ? 'factor' : 'account')
  return (
    <Dialog open width="medium" onClose={onClose} title="Your profile" description={me.email}>
      <div className="min-h-96">
        <Tabs
          label="Your profile"
          current={tab}
          onChange={setTab}
          tabs={[
            { id: 'account', title: 'Account' },
            { id: 'password', title: 'Password' },
            {
              id: 'factor',
              title: 'Second factor',
              ...(me.totpRequired ? { badge: <Badge tone="caution">Needed</Badge> } : {}),
            },
            { id: 'bvn', title: 'BVN' },
            { id: 'sessions', title: 'Sessions' },
          ]}
        >
          {tab === 'account' && <Account />}
          <PersistentPanel isShown={tab === 'password'}>
            <PasswordForm />
          </PersistentPanel>
          <PersistentPanel isShown={tab === 'factor'}>
            <SecondFactor />
          </PersistentPanel>
          <PersistentPanel isShown={tab === 'bvn'}>
            <BvnForm />
          </PersistentPanel>
          {tab === 'sessions' && <MySessions />}
        </Tabs>
      </div>
    </Dialog>
  )
}

function Account() {
  const me = useCurrentUser()
  return (
    <>
      <DefinitionList
        items={[
          { term: 'Name', value: `${me.firstName} ${me.lastName}` },
          { term: 'E-mail', value: me.email },
          { term: 'Roles', value: me.roles.join(', ') },
          { term: 'Account officer code', value: me.accountOfficerCode },
          { term: 'Second factor', value: me.totpEnrolled ? 'Set up' : 'Not set up' },
        ]}
      />
      <p className="mt-3 text-[0.8125rem] text-muted">
        A superAdmin assigns roles and the account officer code. You cannot change your own.
      </p>
    </>
  )
}
