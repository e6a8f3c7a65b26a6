import { Link } from 'react-router'
import { approvalApi, DECLINED_SHOWN_DAYS } from '../../../contract/approvals.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { useAct, useApi } from '../../api.ts'
import { recordPath } from '../../parts/recordPath.ts'
import { unbroken } from '../../parts/unbroken.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'

type Declined = Reply<typeof approvalApi.approvalList>['rows'][number]

/** Whoever has more was answered enough for one morning; the rest follow as these are put away. */
const SHOWN_MOST = 10

export const useDeclined = () => useApi(approvalApi.approvalList, { view: 'declined', limit: SHOWN_MOST })

/** A no is of use only to whoever asked: what was declined, by whom, and above all why. */
export function DeclinedCard({ list }: { list: ReturnType<typeof useDeclined> }) {
  const { mutate: putAway, variables, isPending } = useAct(approvalApi.approvalSeen)
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
          aria-label={`Put away: ${item.title}, ${item.summary}`}
          onClick={() => putAway({ id: item.id }, { onError: error => toast('error', error.message) })}
        >
          Put away
        </Button>
      ),
    },
  ]
  return (
    <Card
      flush
      title="Asked for by you, and declined lately"
      actions={list.data && <Badge tone="negative">{list.data.total} declined</Badge>}
    >
      <Table
        caption="Asked for by you, and declined lately"
        columns={columns}
        rows={list.data?.rows}
        rowKey={item => item.id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState compact title="Nothing was declined">
            What you ask for and a second person declines stands here for {DECLINED_SHOWN_DAYS} days.
          </EmptyState>
        }
      />
    </Card>
  )
}

const SAID: Column<Declined>[] = [
  {
    id: 'what',
    title: 'What',
    lead: true,
    cell: item => {
      const to = recordPath(item)
      return (
        <div className="min-w-0">
          <p className="font-medium">
            {to ? (
              <Link to={to} className="rounded text-brand-ink hover:underline">
                {item.title}
              </Link>
            ) : (
              item.title
            )}
          </p>
          <p className="font-normal text-muted">{unbroken(item.summary)}</p>
        </div>
      )
    },
  },
  { id: 'by', title: 'Declined by', cell: item => item.checkerName },
  { id: 'when', title: 'When', cell: item => item.decidedAt && <RelativeTime at={item.decidedAt} /> },
  {
    id: 'why',
    title: 'Why not',
    cell: item => item.note,
    className: 'md:max-w-80',
  },
]
