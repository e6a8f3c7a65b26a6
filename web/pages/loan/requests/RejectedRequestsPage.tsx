import { useMay } from '../../../parts/currentUser.ts'
import { useReasonLabel } from '../../../parts/reasons.ts'
import { QUEUES, type RequestRow } from '../../../parts/requestWords.ts'
import { paths } from '../../../paths.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { RequestQueue } from './RequestQueue.tsx'
import { StageNav } from './StageNav.tsx'

export default function RejectedRequestsPage() {
  const mayEdit = useMay('request.edit')
  const { title, description } = QUEUES.rejected
  return (
    <>
      <PageHeading title={title} description={description} />
      <StageNav current="rejected" />
      <RequestQueue stage="rejected" extra={mayEdit ? [REASON, EDIT] : [REASON]} />
    </>
  )
}

const REASON: Column<RequestRow> = {
  id: 'reason',
  title: 'Reason',
  cell: row =>
    row.reasonCode ? (
      <Reason code={row.reasonCode} note={row.reasonNote} />
    ) : (
      <span className="text-faint">Not provided</span>
    ),
}

function Reason({ code, note }: { code: string; note: string | null }) {
  const label = useReasonLabel()
  return (
    <div className="md:max-w-52">
      <div className="truncate">{label(code, 'reject')}</div>
      {note && (
        <div
          title={note}
          className="truncate text-[0.8125rem] text-muted max-md:whitespace-normal print:whitespace-normal"
        >
          “{note}”
        </div>
      )}
    </div>
  )
}

const EDIT: Column<RequestRow> = {
  id: 'edit',
  title: 'Edit',
  titleHidden: true,
  align: 'right',
  cell: row => (
    <LinkButton to={paths.rejectedRequestEdit(row.id)} size="small">
      Edit<span className="sr-only"> {row.reference}</span>
    </LinkButton>
  ),
}
