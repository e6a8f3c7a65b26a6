import { FileCheck2, LockKeyhole } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { requestApi } from '../../../../contract/requests.ts'
import { rolesWith } from '../../../../contract/roles.ts'
import { useApi } from '../../../api.ts'
import { useCurrentUser, useMay } from '../../../parts/currentUser.ts'
import { LoadError } from '../../../parts/LoadError.tsx'
import { type LoanRequest, QUEUES } from '../../../parts/requestWords.ts'
import { paths } from '../../../paths.ts'
import { Card, CardSkeleton } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { BackLink, LinkButton } from '../../../ui/LinkButton.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { EditScreen } from './EditScreen.tsx'

/** The address calls its parameter accountId (decision 19); it is the request's id. */
export default function RejectedRequestEditPage() {
  const { accountId = '' } = useParams()
  return useMay('request.edit') ? <Loading id={accountId} /> : <NoPermission id={accountId} />
}

function Heading({ request }: { request?: LoanRequest }) {
  return (
    <PageHeading
      title={request ? `Edit ${request.row.applicant}` : 'Edit a rejected request'}
      description={
        request &&
        `${request.row.reference}, version ${request.row.version}. It goes back to the reviewer as a new version.`
      }
      back={<BackLink to={paths.rejectedRequests}>Rejected requests</BackLink>}
    />
  )
}

function Loading({ id }: { id: string }) {
  const request = useApi(requestApi.requestGet, { id })
  // Not what the cache remembers: the form starts from what the server knows now.
  if (request.data && request.isFetchedAfterMount) return <Loaded request={request.data} />
  return (
    <>
      <Heading />
      {request.error ? (
        <Card>
          <LoadError of={request} />
        </Card>
      ) : (
        <CardSkeleton lines={10} />
      )}
    </>
  )
}

/** Whether it may be edited is asked once: a form does not go from under somebody's hands, with all that was typed. */
function Loaded({ request }: { request: LoanRequest }) {
  const [{ stage, id }] = useState(request.row)
  if (stage === 'rejected')
    return (
      <>
        <Heading request={request} />
        <EditScreen request={request} />
      </>
    )
  return (
    <>
      <Heading />
      <Instead icon={<FileCheck2 />} title="This request is not rejected" to={paths.request(stage, id)}>
        It is in {QUEUES[stage].title}. Only rejected requests can be edited.
      </Instead>
    </>
  )
}

function NoPermission({ id }: { id: string }) {
  const { roles } = useCurrentUser()
  return (
    <>
      <Heading />
      <Instead
        icon={<LockKeyhole />}
        title="Editing is not open to your role"
        to={paths.request('rejected', id)}
      >
        Rejected requests are edited by {rolesWith('request.edit').join(' or ')}. You are signed in as{' '}
        {roles.join(', ') || 'nobody yet'}. You can still read the request.
      </Instead>
    </>
  )
}

type InsteadProps = { icon: ReactNode; title: string; to: string; children: ReactNode }

function Instead({ icon, title, to, children }: InsteadProps) {
  return (
    <Card flush>
      <EmptyState icon={icon} title={title} action={<LinkButton to={to}>Read the request</LinkButton>}>
        {children}
      </EmptyState>
    </Card>
  )
}
