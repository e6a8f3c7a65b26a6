import { Unplug } from 'lucide-react'
import type { Reply } from '../../../contract/endpoint.ts'
import { settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

type OutsideLink = Reply<typeof settingsApi.outsideLinkList>['rows'][number]

const STATES: Record<OutsideLink['state'], { tone: Tone; word: string }> = {
  working: { tone: 'positive', word: 'Working' },
  failing: { tone: 'negative', word: 'Failing' },
  unused: { tone: 'neutral', word: 'Not used yet' },
}

/** The services outside this house, and when each was last heard of. */
export function OutsideLinks({ title }: { title: string }) {
  const links = useApi(settingsApi.outsideLinkList, {})
  return (
    <Card
      flush
      title={title}
      actions={
        <Button size="small" pending={links.isFetching} onClick={() => void links.refetch()}>
          Look again
        </Button>
      }
    >
      <Table
        caption={title}
        columns={COLUMNS}
        rows={links.data?.rows}
        rowKey={link => link.name}
        error={links.error}
        onRetry={() => void links.refetch()}
        skeletonRows={2}
        empty={<EmptyState icon={<Unplug />} title="No outside links" />}
      />
    </Card>
  )
}

const COLUMNS: Column<OutsideLink>[] = [
  {
    id: 'name',
    title: 'Link',
    lead: true,
    cell: link => (
      <div>
        <p className="font-medium">{link.name}</p>
        <p className="font-normal text-muted">{link.detail}</p>
      </div>
    ),
  },
  {
    id: 'state',
    title: 'State',
    cell: link => (
      <Badge tone={STATES[link.state].tone} dot>
        {STATES[link.state].word}
      </Badge>
    ),
  },
  {
    id: 'last',
    title: 'Last success',
    cell: link =>
      link.lastSuccessAt ? (
        <RelativeTime at={link.lastSuccessAt} />
      ) : (
        <span className="text-faint">Never</span>
      ),
  },
]
