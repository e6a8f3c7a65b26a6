import { useState } from 'react'
import { ROLES, type Role } from '../../../contract/roles.ts'
import { userApi } from '../../../contract/staff.ts'
import { useAct, useApi } from '../../api.ts'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { HistoryList } from '../../parts/lazyParts.tsx'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'

/** Roles that need two-factor authentication, and rules for approvals. Only superAdmin can change them. */
export function SecurityPanel() {
  const security = useApi(userApi.securityGet, {})
  if (security.data)
    return <SecurityForm required={security.data.totpRequiredFor} refuses={security.data.refuseSamePlace} />
  if (security.error)
    return (
      <Card>
        <LoadError of={security} />
      </Card>
    )
  return <CardSkeleton lines={6} />
}

type FormProps = { required: readonly Role[]; refuses: boolean }

function SecurityForm({ required, refuses }: FormProps) {
  const whyNot = useWhyNotChange('users.manage')
  const save = useAct(userApi.securityChange)
  const [chosen, setChosen] = useState<readonly Role[]>()
  const [refusing, setRefusing] = useState<boolean>()
  const now = chosen ?? required
  const refuseSamePlace = refusing ?? refuses
  const isDirty =
    refuseSamePlace !== refuses || ROLES.some(role => now.includes(role) !== required.includes(role))
  const reset = (): void => {
    setChosen(undefined)
    setRefusing(undefined)
  }
  const choose = (role: Role, on: boolean): void =>
    setChosen(ROLES.filter(each => (each === role ? on : now.includes(each))))
  const submit = (): void =>
    save.mutate(
      { totpRequiredFor: [...now], refuseSamePlace },
      {
        onSuccess: () => {
          reset()
          toast('success', 'Saved. Effective from each user’s next action.')
        },
      },
    )
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card title="Two-factor authentication (2FA)">
        <p className="mb-4 max-w-2xl text-muted">
          Users with these roles must confirm their sign-in with a code from an app. Without it they can only
          open their own profile.
        </p>
        {whyNot && (
          <div className="mb-4">
            <Notice>{whyNot}</Notice>
          </div>
        )}
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="sr-only">Roles that need 2FA</legend>
          {ROLES.map(role => (
            <Checkbox
              key={role}
              label={role}
              checked={now.includes(role)}
              disabled={whyNot !== undefined}
              onChange={event => choose(role, event.target.checked)}
            />
          ))}
        </fieldset>
        <div className="mt-6">
          <Checkbox
            label="Block approvals from the submitter’s address and browser"
            hint="Use this only if every user has their own connection. Users who share a connection and browser type cannot approve for each other."
            checked={refuseSamePlace}
            disabled={whyNot !== undefined}
            onChange={event => setRefusing(event.target.checked)}
          />
        </div>
        {save.error && (
          <div className="mt-4">
            <Notice tone="negative">{save.error.message}</Notice>
          </div>
        )}
        <div className="mt-6 flex justify-end gap-2">
          {isDirty && <Button onClick={reset}>Cancel</Button>}
          <Button
            look="primary"
            pending={save.isPending}
            onClick={submit}
            disabledReason={whyNot ?? (isDirty ? undefined : 'No changes yet.')}
          >
            Save
          </Button>
        </div>
      </Card>
      <Card title="History">
        <HistoryList subjectType="setting" subjectId="security" />
      </Card>
      <UnsavedGuard when={isDirty} />
    </div>
  )
}
