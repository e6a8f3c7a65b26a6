import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod/mini'
import { journalApi } from '../../../../contract/journals.ts'
import { rolesNamed } from '../../../../contract/roles.ts'
import { kobo } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { Amount } from '../../../parts/Amount.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import { dayText } from '../../../parts/figures.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { wholeList } from '../../../parts/useList.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CellText } from '../../../ui/CellText.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { RecurringDialog } from './JournalDialog.tsx'
import { usePendingItems } from './PendingItems.tsx'

type Recurring = z.output<typeof journalApi.recurringJournalList.reply>['rows'][number]

/** Journals that the daily run posts every month. */
export function RecurringJournals() {
  const list = useApi(journalApi.recurringJournalList, {})
  const [doing, setDoing] = useState<Recurring | 'new'>()
  const stop = (): void => setDoing(undefined)
  const whyNot = useMay('money.ask') ? undefined : `Only ${rolesNamed('money.ask', 'and')} can do this.`
  const { notices } = usePendingItems('recurringJournal', 'Pending recurring journals could not be loaded')
  return (
    <>
      <ListPage
        title="Recurring journals"
        actions={
          <Button
            size="small"
            icon={<Plus aria-hidden size={15} />}
            disabledReason={whyNot}
            onClick={() => setDoing('new')}
          >
            New recurring journal
          </Button>
        }
        above={notices}
        list={wholeList(list)}
        caption="Recurring journals"
        columns={columnsFor(whyNot, setDoing)}
        rowKey={row => row.id}
        skeletonRows={2}
        empty={{
          compact: true,
          title: 'No recurring journals yet',
          text: 'Rent, depreciation and other amounts that are the same every month need approval only once.',
        }}
      />
      {doing === 'new' && <RecurringDialog onClose={stop} />}
      {doing && doing !== 'new' && (
        <ActDialog
          endpoint={journalApi.recurringJournalStop}
          input={({ reason }) => ({ id: doing.id, reason })}
          done="Stopped."
          onClose={stop}
          title="Stop recurring journal"
          description={`${doing.memo} is not posted any more. What was posted stays.`}
          action="Stop"
          danger
          reason
        />
      )}
    </>
  )
}

const totalOf = ({ lines }: Recurring) =>
  kobo(lines.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n))

const columnsFor = (
  whyNot: string | undefined,
  onStop: (recurring: Recurring) => void,
): readonly Column<Recurring>[] => [
  {
    id: 'memo',
    title: 'Journal',
    lead: true,
    cell: row => (
      <CellText beside={row.lines.map(({ code, title }) => `${code} ${title}`).join(', ')}>
        <span className="font-medium">{row.memo}</span>
      </CellText>
    ),
  },
  {
    id: 'day',
    title: 'Day',
    cell: row => (
      <CellText beside={row.until && `until ${dayText(row.until)}`}>{`Day ${row.day} of the month`}</CellText>
    ),
  },
  {
    id: 'next',
    title: 'Next posting',
    cell: row => (row.stoppedAt ? <Badge>Stopped</Badge> : row.nextOn ? dayText(row.nextOn) : 'Ended'),
  },
  {
    id: 'amount',
    title: 'Amount',
    align: 'right',
    phone: 'amount',
    cell: row => <Amount of={totalOf(row)} />,
  },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    align: 'right',
    cell: row =>
      row.stoppedAt === null && (
        <Button
          size="small"
          aria-label={`Stop ${row.memo}`}
          disabledReason={whyNot}
          onClick={() => onStop(row)}
        >
          Stop
        </Button>
      ),
  },
]
