import { useState } from 'react'
import { ROLES, type Role } from '../../../contract/roles.ts'
import { userApi } from '../../../contract/users.ts'
import { useAct, useApi } from '../../api.ts'
import { HistoryList } from '../../parts/HistoryList.tsx'
import { LoadError } from '../../parts/LoadError.tsx'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useWhyNotChange } from './useWhyNotChange.ts'

/** Which roles must have a second factor; only superAdmins change it, because it opens doors. */
export function SecurityPanel() {
  const security = useApi(userApi.securityGet, {})
  if (security.data) return <SecurityForm required={security.data.totpRequiredFor} />
  if (security.error)
    return (
      <Card>
        <LoadError of={security} />
      </Card>
    )
  return <CardSkeleton lines={6} />
}

function SecurityForm({ required }: { required: readonly Role[] }) {
  const whyNot = useWhyNotChange('users.manage')
  const save = useAct(userApi.securityChange)
  const [chosen, setChosen] = useState<readonly Role[]>()
  const now = chosen ?? required
  const isDirty =
    chosen !== undefined && ROLES.some(role => chosen.includes(role) !== required.includes(role))
  const choose = (role: Role, on: boolean): void =>
    setChosen(ROLES.filter(each => (each === role ? on : now.includes(each))))
  const submit = (): void =>
    save.mutate(
      { totpRequiredFor: [...now] },
      {
        onSuccess: () => {
          setChosen(undefined)
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
        {save.error && (
          <div className="mt-4">
            <Notice tone="negative">{save.error.message}</Notice>
          </div>
        )}
        <div className="mt-6 flex justify-end gap-2">
          {isDirty && <Button onClick={() => setChosen(undefined)}>Cancel</Button>}
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
