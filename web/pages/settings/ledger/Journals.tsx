import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod/mini'
import { journalApi } from '../../../../contract/journals.ts'
import { ledgerApi } from '../../../../contract/ledger.ts'
import { rolesNamed } from '../../../../contract/roles.ts'
import { useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { Amount } from '../../../parts/Amount.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import { dayText } from '../../../parts/figures.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { LoadNotice } from '../../../parts/LoadError.tsx'
import { DocumentList } from '../../../parts/lazyParts.tsx'
import { LinesTable } from '../../../parts/loan/JournalList.tsx'
import { todayInLagos } from '../../../parts/today.ts'
import { useList } from '../../../parts/useList.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CellText } from '../../../ui/CellText.tsx'
import { DefinitionList } from '../../../ui/DefinitionList.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Input } from '../../../ui/Input.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { JournalDialog } from './JournalDialog.tsx'
import { usePendingItems } from './PendingItems.tsx'
import { RecurringJournals } from './RecurringJournals.tsx'

type Journal = z.output<typeof journalApi.journalList.reply>['rows'][number]
type Doing = { what: 'new' } | { what: 'open' | 'reverse'; journal: Journal }

/** Entries that people posted by hand, newest first, those pending approval, and those that repeat every month. */
export function Journals() {
  const list = useList(journalApi.journalList, {}, { limit: 25 })
  const { notices } = usePendingItems('journal', 'Pending journals could not be loaded')
  const [doing, setDoing] = useState<Doing>()
  const stop = (): void => setDoing(undefined)
  const whyNot = useMay('money.ask') ? undefined : `Only ${rolesNamed('money.ask', 'and')} can do this.`
  return (
    <>
      <ListPage
        title="Manual journals"
        actions={
          <Button
            size="small"
            icon={<Plus aria-hidden size={15} />}
            disabledReason={whyNot}
            onClick={() => setDoing({ what: 'new' })}
          >
            New journal
          </Button>
        }
        above={notices}
        list={list}
        caption="Manual journals, newest first"
        columns={columnsFor(journal => setDoing({ what: 'open', journal }))}
        rowKey={row => row.entryId}
        empty={{
          compact: true,
          title: 'No manual journals yet',
          text: 'Post what no loan, batch or payroll office brings: rent, salaries, bank charges, capital and opening balances.',
        }}
      />
      {/* once the list has its height, which would move it */}
      {(list.rows ?? list.error) && <RecurringJournals />}
      {doing?.what === 'new' && <JournalDialog onClose={stop} />}
      {doing?.what === 'open' && (
        <JournalSheet
          journal={doing.journal}
          whyNot={whyNot}
          onReverse={() => setDoing({ what: 'reverse', journal: doing.journal })}
          onClose={stop}
        />
      )}
      {doing?.what === 'reverse' && <ReverseDialog journal={doing.journal} onClose={stop} />}
    </>
  )
}

const columnsFor = (onOpen: (journal: Journal) => void): readonly Column<Journal>[] => [
  {
    id: 'memo',
    title: 'Journal',
    lead: true,
    cell: row => (
      <CellText beside={`Entry ${row.entryId}${row.recurringId ? ' · recurring' : ''}`}>
        <button
          type="button"
          onClick={() => onOpen(row)}
          className="rounded text-left font-medium underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {row.memo}
        </button>
      </CellText>
    ),
  },
  { id: 'on', title: 'Date', cell: row => dayText(row.on) },
  {
    id: 'by',
    title: 'Submitted and approved by',
    cell: row => <CellText beside={row.approvedBy}>{row.madeBy}</CellText>,
  },
  {
    id: 'state',
    title: 'State',
    cell: row =>
      row.reversedBy ? (
        <Badge tone="caution">Reversed</Badge>
      ) : row.pendingApprovalId ? (
        <Badge tone="caution">Reversal pending</Badge>
      ) : (
        <Badge tone="positive">Posted</Badge>
      ),
  },
  { id: 'amount', title: 'Amount', align: 'right', phone: 'amount', cell: row => <Amount of={row.amount} /> },
]

type SheetProps = {
  journal: Journal
  whyNot: string | undefined
  onReverse: () => void
  onClose: () => void
}

function JournalSheet({ journal, whyNot, onReverse, onClose }: SheetProps) {
  const entries = useApi(ledgerApi.ledgerJournal, { ref: journal.ref, reason: 'journal' })
  const entry = entries.data?.entries[0]
  const whyNotReverse = journal.reversedBy
    ? `Reversed by entry ${journal.reversedBy}.`
    : journal.pendingApprovalId
      ? 'Its reversal is pending approval already.'
      : whyNot
  return (
    <Dialog
      open
      onClose={onClose}
      width="sheet"
      title={journal.memo}
      description={`Entry ${journal.entryId}, ${dayText(journal.on)}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="danger" disabledReason={whyNotReverse} onClick={onReverse}>
            Reverse
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <DefinitionList
          items={[
            { term: 'Submitted by', value: journal.madeBy },
            { term: 'Approved by', value: journal.approvedBy },
            { term: 'Posted', value: <RelativeTime at={journal.postedAt} /> },
          ]}
        />
        <LoadNotice of={entries} title="The lines could not be loaded" />
        {entry ? <LinesTable lines={entry.lines} /> : !entries.error && <Skeleton className="h-24 w-full" />}
        <section>
          <h3 className="mb-2 font-semibold">Vouchers</h3>
          <DocumentList subjectType="journal" subjectId={journal.id} />
        </section>
      </div>
    </Dialog>
  )
}

function ReverseDialog({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={journalApi.journalReverse}
      initial={{ on: todayInLagos() }}
      input={({ on, reason }, id) => ({ id, entryId: journal.entryId, on, reason })}
      done="Submitted for approval."
      onClose={onClose}
      title="Reverse journal"
      description={`Needs approval. ${journal.memo} is posted again with debits and credits exchanged.`}
      action="Submit reversal"
      danger
      reason
    >
      {({ field }) => (
        <Input
          {...field('on')}
          label="Date of the reversal"
          type="date"
          min={journal.on}
          max={todayInLagos()}
        />
      )}
    </ActDialog>
  )
}
