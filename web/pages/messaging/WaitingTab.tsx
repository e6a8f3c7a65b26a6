import { Inbox } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messagingApi, messagingExportApi } from '../../../contract/messaging.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { MESSAGE_WORDS } from '../../parts/messaging/messagingWords.ts'
import { PauseButton } from '../../parts/messaging/SendingNotice.tsx'
import { useList } from '../../parts/useList.ts'
import { Choices } from '../../ui/Choices.tsx'
import { usePolling } from '../../ui/usePolling.ts'
import { WAITING_COLUMNS } from './messageColumns.tsx'

type Waiting = 'waiting' | 'queued' | 'held' | 'sending' | 'unknown'
const WAITING: Record<Waiting, { title: string; text: string }> = {
  waiting: {
    title: 'No messages waiting',
    text: 'Messages appear here until they are sent to the SMS provider.',
  },
  queued: {
    title: 'No messages queued',
    text: 'Messages are queued for a few seconds before they are sent.',
  },
  held: {
    title: 'No messages held',
    text: 'Messages are held during quiet hours, while a campaign is paused, or until you release them.',
  },
  sending: { title: 'No messages being sent', text: 'Sending a message takes a moment.' },
  unknown: {
    title: 'No messages with unknown status',
    text: 'Messages that the SMS provider has not confirmed appear here. They are not resent automatically.',
  },
}
const titleOf = (name: Waiting): string => (name === 'waiting' ? 'All waiting' : MESSAGE_WORDS[name].title)
const NAMES = Object.keys(WAITING) as Waiting[]

/** Messages not sent yet, and messages with unknown delivery status. */
export function WaitingTab() {
  const [params, setParams] = useSearchParams()
  const status = NAMES.find(name => name === params.get('status')) ?? 'waiting'
  const list = useList(messagingApi.messageList, { status })
  usePolling(list.rows?.some(row => row.status !== 'held') ?? false, list.refetch)
  return (
    <ListPage
      name="outbox"
      list={list}
      caption={`Messages: ${titleOf(status).toLowerCase()}`}
      columns={WAITING_COLUMNS}
      filters={
        <Choices
          label="Status"
          choices={NAMES.map(value => ({ value, title: titleOf(value) }))}
          current={status}
          onChoose={next => setParams({ tab: 'outbox', ...(next === 'waiting' ? {} : { status: next }) })}
        />
      }
      actions={<PauseButton />}
      exports={exportOf('Export messages', messagingExportApi.messageExport, { status })}
      skeletonRows={4}
      empty={{ icon: <Inbox />, ...WAITING[status] }}
    />
  )
}
