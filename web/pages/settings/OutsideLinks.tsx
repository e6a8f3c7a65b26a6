import { Unplug } from 'lucide-react'
import type { Reply } from '../../../contract/endpoint.ts'
import { settingsApi } from '../../../contract/settings.ts'
import { useAct, useApi } from '../../api.ts'
import { useWhyNotChange } from '../../parts/currentUser.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { wholeList } from '../../parts/useList.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'

type OutsideLink = Reply<typeof settingsApi.outsideLinkList>['rows'][number]

const STATES: Record<OutsideLink['state'], { tone: Tone; word: string }> = {
  working: { tone: 'positive', word: 'Working' },
  failing: { tone: 'negative', word: 'Failing' },
  unused: { tone: 'neutral', word: 'Not used yet' },
}

/** External services and their last success. */
export function OutsideLinks({ title }: { title: string }) {
  const links = useApi(settingsApi.outsideLinkList, {})
  return (
    <ListPage
      title={title}
      actions={
        <Button size="small" pending={links.isFetching} onClick={() => void links.refetch()}>
          Refresh
        </Button>
      }
      list={wholeList(links)}
      caption={title}
      columns={COLUMNS}
      rowKey={link => link.name}
      skeletonRows={2}
      empty={{ icon: <Unplug />, title: 'No external services' }}
    />
  )
}

const COLUMNS: Column<OutsideLink>[] = [
  {
    id: 'name',
    title: 'Service',
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
    title: 'Status',
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
  {
    id: 'test',
    title: 'Test',
    titleHidden: true,
    align: 'right',
    // the SMS gateway has its own test
    cell: link => link.source !== null && <SourceTest source={link.source} name={link.name} />,
  },
]

/** Tests a payroll source: whether the month due by its pay day is approved. */
function SourceTest({ source, name }: { source: string; name: string }) {
  const test = useAct(settingsApi.payrollSourceTest)
  const whyNot = useWhyNotChange()
  const { data } = test
  return (
    <>
      <Button
        size="small"
        aria-label={`Test ${name}`}
        pending={test.isPending}
        disabledReason={whyNot}
        onClick={() => test.mutate({ source }, { onError: error => toast('error', error.message) })}
      >
        Test
      </Button>
      {data && (
        <Dialog
          open
          onClose={() => test.reset()}
          title={name}
          description="Last approved month compared with the month that is due."
          footer={<Button onClick={() => test.reset()}>Close</Button>}
        >
          <div className="flex flex-col items-start gap-3">
            <Badge tone={STATES[data.state].tone} dot>
              {STATES[data.state].word}
            </Badge>
            {data.words.map(sentence => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </Dialog>
      )}
    </>
  )
}
