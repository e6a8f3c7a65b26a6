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

/** Which roles must have a second factor, and where approvals may come from; only superAdmins change it. */
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
  const forget = (): void => {
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
          forget()
          toast('success', 'Saved. It holds from each person’s next click on.')
        },
      },
    )
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card title="Second factor">
        <p className="mb-4 max-w-2xl text-muted">
          Whoever holds one of these roles must confirm their sign-in with a code from an app. Without it they
          reach nothing but their own profile.
        </p>
        {whyNot && (
          <div className="mb-4">
            <Notice>{whyNot}</Notice>
          </div>
        )}
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="sr-only">Roles that need a second factor</legend>
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
            label="Refuse approvals from the maker’s address and browser"
            hint="For offices where everyone has a connection of their own. Where colleagues share one connection and the same kind of computer, it would refuse honest approvals too."
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
          {isDirty && <Button onClick={forget}>Cancel</Button>}
          <Button
            look="primary"
            pending={save.isPending}
            onClick={submit}
            disabledReason={whyNot ?? (isDirty ? undefined : 'Nothing has been changed yet.')}
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
