import { userApi } from '../../../contract/staff.ts'
import { useAct, useApi } from '../../api.ts'
import { SessionList } from '../../parts/SessionList.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'

export function MySessions() {
  const sessions = useApi(userApi.mySessions, {})
  const end = useAct(userApi.mySessionEnd)
  if (sessions.error && !sessions.data)
    return <ErrorState message={sessions.error.message} requestId={sessions.error.requestId} />
  return (
    <>
      <p className="text-muted">
        Where you are signed in. End what you do not recognise, then change your password.
      </p>
      {end.error && <Notice tone="negative">{end.error.message}</Notice>}
      <SessionList
        sessions={sessions.data?.rows}
        action={session =>
          !session.current && (
            <Button
              size="small"
              pending={end.isPending && end.variables.id === session.id}
              onClick={() => end.mutate({ id: session.id })}
            >
              End session
            </Button>
          )
        }
      />
    </>
  )
}
