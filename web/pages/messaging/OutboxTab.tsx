import { Inbox } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messagingApi, messagingExportApi } from '../../../contract/messaging.ts'
import { useApi } from '../../api.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { ListTable } from '../../parts/ListTable.tsx'
import { MESSAGE_WORDS } from '../../parts/messaging/messagingWords.ts'
import { PauseButton } from '../../parts/messaging/SendingNotice.tsx'
import { usePaging } from '../../parts/usePaging.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useLookAgain } from '../../ui/useLookAgain.ts'
import { Choices } from './Choices.tsx'
import { OUTBOX_COLUMNS } from './messageColumns.tsx'

type Waiting = 'waiting' | 'queued' | 'held' | 'sending' | 'unknown'
const WAITING: Record<Waiting, { empty: string; how: string }> = {
  waiting: {
    empty: 'Nothing waits',
    how: 'Messages stand here until the gateway takes them: usually for a second or two, those that are held for longer.',
  },
  queued: {
    empty: 'Nothing is queued',
    how: 'A message stands here from the moment it is written until the gateway takes it: usually a second or two.',
  },
  held: {
    empty: 'Nothing is held',
    how: 'Messages wait here for the morning, for a paused campaign, or for somebody to resume sending.',
  },
  sending: { empty: 'Nothing is being handed over', how: 'Messages pass through here in moments.' },
  unknown: {
    empty: 'Nothing is unclear',
    how: 'A message comes here when the gateway gave no answer in time. It is asked about it, never sent twice on a guess.',
  },
}
const titleOf = (name: Waiting): string => (name === 'waiting' ? 'Waiting' : MESSAGE_WORDS[name].title)
const NAMES = Object.keys(WAITING) as Waiting[]

/** What has not left the house, or may not have, and why. */
export function OutboxTab() {
  const [params, setParams] = useSearchParams()
  const status = NAMES.find(name => name === params.get('status')) ?? 'waiting'
  const paging = usePaging()
  const list = useApi(messagingApi.messageList, { status, ...paging.input })
  useLookAgain(list.data?.rows.some(row => row.status !== 'held') ?? false, list.refetch)
  return (
    <Card flush>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line p-4">
        <Choices
          label="What waits"
          choices={NAMES.map(value => ({ value, title: titleOf(value) }))}
          current={status}
          onChoose={next => setParams({ tab: 'outbox', ...(next === 'waiting' ? {} : { status: next }) })}
        />
        <PauseButton />
      </div>
      <ListTable
        list="outbox"
        actions={
          <ExportMenu
            label="Export what waits"
            size="small"
            save={format => fetchFile(messagingExportApi.messageExport, { status, format })}
          />
        }
        caption={`Outbox: ${titleOf(status).toLowerCase()}`}
        columns={OUTBOX_COLUMNS}
        {...paging.tableOf(list)}
        rowKey={row => row.id}
        skeletonRows={4}
        empty={
          <EmptyState icon={<Inbox />} title={WAITING[status].empty}>
            {WAITING[status].how}
          </EmptyState>
        }
      />
    </Card>
  )
}
