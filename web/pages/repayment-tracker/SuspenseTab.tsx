import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useCurrentUser } from '../../parts/currentUser.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { WaitingNotice } from '../../parts/lazyParts.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Select } from '../../ui/Select.tsx'
import { ReverseToSuspenseDialog } from './ReverseToSuspenseDialog.tsx'
import {
  CLOSED,
  type Doing,
  SUSPENSE_COLUMNS,
  TOO_OLD_DAYS,
  useActColumn,
  useWentColumn,
} from './suspenseColumns.tsx'

const SuspenseUseDialog = lazyPart(() =>
  import('./SuspenseUseDialog.tsx').then(dialog => dialog.SuspenseUseDialog),
)
const OwnerDialog = lazyPart(() => import('./OwnerDialog.tsx').then(dialog => dialog.OwnerDialog))

const FILTER = z.pick(repaymentApi.suspenseList.input, {
  state: true,
  ownerId: true,
  batchId: true,
  olderThan: true,
})

/** Unidentified payments with age, owner and actions. */
export function SuspenseTab() {
  const { filter, setFilter } = useUrlFilter(FILTER)
  const [doing, setDoing] = useState<Doing>()
  const list = useList(repaymentApi.suspenseList, filter)
  const acts = useActColumn(setDoing)
  const went = useWentColumn(setDoing, list.rows)
  const isOpen = filter.state === 'open'
  const isPartlyUsed = list.rows?.some(item => item.uses.length > 0) ?? false
  return (
    <ListPage
      name="suspense"
      list={list}
      caption={isOpen ? 'Suspense items, oldest first' : 'Closed suspense items'}
      columns={
        isOpen
          ? [...SUSPENSE_COLUMNS, ...(isPartlyUsed ? [went] : []), acts]
          : [...SUSPENSE_COLUMNS, went, CLOSED]
      }
      filters={<SuspenseHead filter={filter} setFilter={setFilter} held={list.data} />}
      empty={{
        icon: <CircleCheck />,
        title: isOpen ? 'Suspense is empty' : 'No closed items',
        text: 'Unidentified payments appear here with their age and owner. Applying or refunding them needs approval.',
      }}
    >
      {doing && <Step doing={doing} onClose={() => setDoing(undefined)} />}
    </ListPage>
  )
}

type HeadProps = Pick<ReturnType<typeof useUrlFilter<typeof FILTER>>, 'filter' | 'setFilter'> & {
  held: Reply<typeof repaymentApi.suspenseList> | undefined
}

const MEANINGS = [
  {
    term: 'Suspense',
    means:
      'Payments received whose customer is not identified yet. They are a liability until they are applied or refunded.',
  },
  {
    term: 'Age',
    means: `Days since the amount was posted to suspense. Over ${TOO_OLD_DAYS} days is overdue.`,
  },
  { term: 'Match result', means: 'Why the row could not be applied to a loan.' },
  {
    term: 'Left',
    means: 'Amount not yet applied, refunded or marked as not deducted.',
  },
  { term: 'Owner', means: 'The user who identifies the payment.' },
]

/** Total in suspense and the filters. */
function SuspenseHead({ filter, setFilter, held }: HeadProps) {
  const { id: me } = useCurrentUser()
  const owners = ownersIn(held?.rows, filter.ownerId).filter(([id]) => id !== me)
  const isOpen = filter.state === 'open'
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3 border-b border-line p-4">
      <dl className="min-w-48 flex-1">
        <dt className="flex items-center gap-2.5 text-[0.8125rem] text-muted">
          {isOpen ? 'Total in suspense' : 'Remaining'}
          <Hint label="Meaning of the columns">
            <Meanings of={MEANINGS} />
          </Hint>
        </dt>
        <dd className="text-lg leading-6 font-semibold tracking-tight tabular-nums">
          {held ? formatNaira(held.openTotal) : '…'}
          {held && (
            <span className="ml-2 text-[0.8125rem] font-normal tracking-normal text-muted">
              {countOf(held.total, 'item')}
            </span>
          )}
        </dd>
      </dl>
      {filter.batchId && (
        <Button look="quiet" onClick={() => setFilter({ batchId: undefined })}>
          All batches
        </Button>
      )}
      <Select
        className="max-sm:w-full"
        label="Age"
        value={filter.olderThan === undefined ? '' : String(filter.olderThan)}
        options={ageOptions(filter.olderThan)}
        onChange={event => setFilter({ olderThan: event.target.value })}
      />
      <Select
        className="max-sm:w-full"
        label="Owner"
        value={filter.ownerId ?? ''}
        options={[
          { value: '', label: 'Any owner' },
          { value: me, label: 'Mine' },
          ...owners.map(([id, name]) => ({ value: id, label: name })),
        ]}
        onChange={event => setFilter({ ownerId: event.target.value })}
      />
      <Select
        className="max-sm:w-full"
        label="Status"
        value={filter.state}
        options={[
          { value: 'open', label: 'Open' },
          { value: 'closed', label: 'Closed' },
        ]}
        onChange={event => setFilter({ state: event.target.value === 'open' ? '' : event.target.value })}
      />
      <ExportMenu {...exportOf('Export suspense', repaymentExportApi.suspenseExport, filter)} />
    </div>
  )
}

type Item = Reply<typeof repaymentApi.suspenseList>['rows'][number]

/** Owners of the shown items, plus the owner in the address. */
function ownersIn(items: readonly Item[] = [], asked: string | undefined): [id: string, name: string][] {
  const owners = new Map<string, string>(asked === undefined ? [] : [[asked, 'Another user']])
  for (const { ownerId, ownerName } of items) if (ownerId && ownerName) owners.set(ownerId, ownerName)
  return [...owners]
}

const AGES = [7, TOO_OLD_DAYS, 90]

/** Includes an age that comes from the address. */
const ageOptions = (asked: number | undefined) => [
  { value: '', label: 'Any age' },
  ...[...new Set([...AGES, ...(asked === undefined ? [] : [asked])])]
    .toSorted((a, b) => a - b)
    .map(days => ({ value: String(days), label: `Over ${days} days` })),
]

/** Dialog or notice of the chosen action. */
function Step({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  const { item } = doing
  switch (doing.what) {
    case 'waiting':
      return (
        item.approvalId && (
          <div className="border-t border-line p-4">
            <WaitingNotice approvalId={item.approvalId} />
          </div>
        )
      )
    case 'owner':
      return <OwnerDialog item={item} onClose={onClose} />
    case 'reverse':
      return (
        <ReverseToSuspenseDialog
          key={doing.use.id}
          batchId={item.batchId}
          receiptId={doing.use.id}
          amount={doing.use.amount}
          loanNumber={doing.use.loanNumber}
          isNotDeducted={doing.use.kind === 'notDeducted'}
          onClose={onClose}
        />
      )
    default:
      return <SuspenseUseDialog key={item.id} kind={doing.what} item={item} onClose={onClose} />
  }
}
