import { useRef } from 'react'
import { approvalApi, DECLINED_SHOWN_DAYS } from '../../../contract/approvals.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { useAct } from '../../api.ts'
import { useList } from '../../parts/useList.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { onlyIfPaged } from './ApprovalsList.tsx'
import { ApprovalWhat } from './ApprovalWhat.tsx'

type Declined = Reply<typeof approvalApi.approvalList>['rows'][number]

/** The newest ten are a page. */
export const useDeclined = () =>
  useList(approvalApi.approvalList, { view: 'declined' }, { limit: 10, cursor: 'declined' })

/** What the reader submitted and an approver declined, with the reason. */
export function DeclinedCard({ list }: { list: ReturnType<typeof useDeclined> }) {
  const { mutateAsync, variables, isPending } = useAct(approvalApi.approvalSeen)
  const rest = useRef<HTMLDivElement>(null)
  const bringBack = (id: string): void =>
    void mutateAsync({ id, isSeen: false }).catch((error: Error) => toast('error', error.message))
  const dismiss = ({ id }: Declined): void =>
    void mutateAsync({ id }).then(
      () => {
        // its button goes with the row, and with the last row the card
        const left = list.data?.total === 1 ? document.querySelector('h1') : rest.current
        left?.focus({ preventScroll: true })
        toast('success', 'Item dismissed.', { undo: () => bringBack(id) })
      },
      error => toast('error', error.message),
    )
  const columns: Column<Declined>[] = [
    ...SAID,
    {
      id: 'acts',
      title: 'Actions',
      titleHidden: true,
      align: 'right',
      cell: item => (
        <Button
          size="small"
          pending={isPending && variables?.id === item.id}
          aria-label={`Dismiss: ${item.title}, ${item.summary}`}
          onClick={() => dismiss(item)}
        >
          Dismiss
        </Button>
      ),
    },
  ]
  return (
    <Card
      flush
      title="Your declined items"
      actions={list.data && <Badge tone="negative">{list.data.total} declined</Badge>}
    >
      <div ref={rest} tabIndex={-1} className="outline-none">
        <Table
          caption="Your declined items"
          columns={columns}
          {...list}
          paging={onlyIfPaged(list.paging)}
          rowKey={item => item.id}
          empty={
            <EmptyState compact title="No declined items">
              Items you submit that are declined stay here for {DECLINED_SHOWN_DAYS} days.
            </EmptyState>
          }
        />
      </div>
    </Card>
  )
}

const SAID: Column<Declined>[] = [
  {
    id: 'what',
    title: 'Item',
    lead: true,
    cell: item => <ApprovalWhat item={item} />,
  },
  { id: 'by', title: 'Declined by', cell: item => item.checkerName },
  { id: 'when', title: 'Declined', cell: item => item.decidedAt && <RelativeTime at={item.decidedAt} /> },
  {
    id: 'why',
    title: 'Reason for declining',
    cell: item => item.note,
    className: 'md:max-w-80',
  },
]
