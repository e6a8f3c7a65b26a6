import { FileCheck2, LockKeyhole } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { requestApi } from '../../../../contract/requests.ts'
import { rolesWith } from '../../../../contract/roles.ts'
import { useApi } from '../../../api.ts'
import { useMay } from '../../../parts/currentUser.ts'
import { LoadError } from '../../../parts/LoadError.tsx'
import { type LoanRequest, QUEUES } from '../../../parts/requestWords.ts'
import { paths } from '../../../paths.ts'
import { Card, CardSkeleton } from '../../../ui/Card.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { BackLink, LinkButton } from '../../../ui/LinkButton.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { EditScreen } from './EditScreen.tsx'

/** The route calls its parameter accountId (decision 19). It is the request id. */
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
        `${request.row.reference}, version ${request.row.version}. It is resubmitted to the reviewer as a new version.`
      }
      back={<BackLink to={paths.rejectedRequests}>Rejected requests</BackLink>}
    />
  )
}

function Loading({ id }: { id: string }) {
  const request = useApi(requestApi.requestGet, { id })
  // the form starts from fresh data, not from the cache
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

/** Checks the stage once, so that the form does not disappear while the user types. */
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
  return (
    <>
      <Heading />
      <Instead
        icon={<LockKeyhole />}
        title="You do not have permission to edit requests"
        to={paths.request('rejected', id)}
      >
        Only {rolesWith('request.edit').join(' and ')} can edit rejected requests. You can view this request.
      </Instead>
    </>
  )
}

type InsteadProps = { icon: ReactNode; title: string; to: string; children: ReactNode }

function Instead({ icon, title, to, children }: InsteadProps) {
  return (
    <Card flush>
      <EmptyState icon={icon} title={title} action={<LinkButton to={to}>Open request</LinkButton>}>
        {children}
      </EmptyState>
    </Card>
  )
}
