import { Inbox } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messagingApi, messagingExportApi } from '../../../contract/messaging.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { MESSAGE_WORDS } from '../../parts/messaging/messagingWords.ts'
import { PauseButton } from '../../parts/messaging/SendingNotice.tsx'
import { useList } from '../../parts/useList.ts'
import { usePolling } from '../../ui/usePolling.ts'
import { Choices } from './Choices.tsx'
import { OUTBOX_COLUMNS } from './messageColumns.tsx'

type Waiting = 'waiting' | 'queued' | 'held' | 'sending' | 'unknown'
const WAITING: Record<Waiting, { title: string; text: string }> = {
  waiting: {
    title: 'Nothing waits',
    text: 'Messages stand here until the gateway takes them: usually for a second or two, those that are held for longer.',
  },
  queued: {
    title: 'Nothing is queued',
    text: 'A message stands here from the moment it is written until the gateway takes it: usually a second or two.',
  },
  held: {
    title: 'Nothing is held',
    text: 'Messages wait here for the morning, for a paused campaign, or for somebody to resume sending.',
  },
  sending: { title: 'Nothing is being handed over', text: 'Messages pass through here in moments.' },
  unknown: {
    title: 'Nothing is unclear',
    text: 'A message comes here when the gateway gave no answer in time. It is asked about it, never sent twice on a guess.',
  },
}
const titleOf = (name: Waiting): string => (name === 'waiting' ? 'Waiting' : MESSAGE_WORDS[name].title)
const NAMES = Object.keys(WAITING) as Waiting[]

/** What has not left the house, or may not have, and why. */
export function WaitingTab() {
  const [params, setParams] = useSearchParams()
  const status = NAMES.find(name => name === params.get('status')) ?? 'waiting'
  const list = useList(messagingApi.messageList, { status })
  usePolling(list.rows?.some(row => row.status !== 'held') ?? false, list.refetch)
  return (
    <ListPage
      name="outbox"
      list={list}
      caption={`Outbox: ${titleOf(status).toLowerCase()}`}
      columns={OUTBOX_COLUMNS}
      filters={
        <Choices
          label="What waits"
          choices={NAMES.map(value => ({ value, title: titleOf(value) }))}
          current={status}
          onChoose={next => setParams({ tab: 'outbox', ...(next === 'waiting' ? {} : { status: next }) })}
        />
      }
      actions={<PauseButton />}
      exports={exportOf('Export what waits', messagingExportApi.messageExport, { status })}
      skeletonRows={4}
      empty={{ icon: <Inbox />, ...WAITING[status] }}
    />
  )
}
