import { settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import { countText } from '../../parts/figures.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/Card.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { OutsideLinks } from './OutsideLinks.tsx'

/** The way messages leave the house, and what waits for it. */
export function MessagesPanel() {
  const health = useApi(settingsApi.health, {})
  const queued = health.data?.messagesQueued
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <OutsideLinks kind="sms" title="SMS gateway" />
      <Card
        title="Waiting to be sent"
        actions={
          <LinkButton to={paths.messaging} size="small">
            Open messaging
          </LinkButton>
        }
      >
        <p className="text-2xl font-semibold tabular-nums">
          {queued === undefined ? '—' : countText(queued)}
        </p>
        <p className="mt-1 text-muted">
          {queued === 1 ? 'message is' : 'messages are'} in the outbox. With the built-in gateway they stay
          there for staff to read.
        </p>
      </Card>
    </div>
  )
}
