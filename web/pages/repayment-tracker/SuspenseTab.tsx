import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod/mini'
import type { Reply } from '../../../contract/endpoint.ts'
import { UNKNOWN_PAYER } from '../../../contract/labels.ts'
import { repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { countOf } from '../../../engine/countText.ts'
import { Amount } from '../../parts/Amount.tsx'
import { useCurrentUser, useMay, VIEW_ONLY } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { PendingApprovalNotice } from '../../parts/lazyParts.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
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
import { TabLine } from './TabLine.tsx'

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
  const query = useUrlFilter(FILTER)
  const { filter } = query
  const [doing, setDoing] = useState<Doing>()
  const list = useList(repaymentApi.suspenseList, filter)
  const acts = useActColumn(setDoing)
  const went = useWentColumn(setDoing, list.rows)
  const mayAct = useMay('money.ask')
  const mayDecide = useMay('approval.decide')
  const isOpen = filter.state === 'open'
  const isPartlyUsed = list.rows?.some(item => item.uses.length > 0) ?? false
  // an Authorizer changes nothing here but opens what is pending approval
  const hasActs = mayAct || (list.rows?.some(item => item.approvalId !== null) ?? false)
  return (
    <>
      <TabLine
        means={`Suspense: payments received whose customer is not identified.${mayAct || mayDecide ? '' : ` ${VIEW_ONLY}`}`}
      />
      <ListPage
        name="suspense"
        list={list}
        caption={isOpen ? 'Suspense items, oldest first' : 'Closed suspense items'}
        columns={
          isOpen
            ? [...SUSPENSE_COLUMNS, ...(isPartlyUsed ? [went] : []), ...(hasActs ? [acts] : [])]
            : [...SUSPENSE_COLUMNS, went, CLOSED]
        }
        filters={<SuspenseFilters query={query} rows={list.rows} />}
        note={
          list.data && (
            <>
              {countOf(list.data.total, 'item')} ·{' '}
              <Amount of={list.data.openTotal} className="font-medium text-ink" />{' '}
              {isOpen ? 'in suspense' : 'remaining'}
            </>
          )
        }
        tools={
          <Hint label="Meaning of the columns">
            <Meanings of={MEANINGS} />
          </Hint>
        }
        exports={exportOf('Export suspense', repaymentExportApi.suspenseExport, filter)}
        empty={{
          icon: <CircleCheck />,
          title: isOpen ? 'Suspense is empty' : 'No closed items',
          text: 'Unidentified payments of repayment batches and bank statements appear here with their age and the user they are assigned to. Applying or refunding them needs approval.',
        }}
      >
        {doing && <Step doing={doing} onClose={() => setDoing(undefined)} />}
      </ListPage>
    </>
  )
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
  {
    term: 'Match result',
    means: `Why the row could not be applied to a loan. “${UNKNOWN_PAYER}” is a line of a bank statement.`,
  },
  {
    term: 'Remaining',
    means: 'Amount not yet applied, refunded or marked as not deducted.',
  },
  { term: 'Assigned to', means: 'The user who identifies the payment.' },
]

type FilterProps = {
  query: ReturnType<typeof useUrlFilter<typeof FILTER>>
  rows: readonly Item[] | undefined
}

function SuspenseFilters({ query, rows }: FilterProps) {
  const { filter, setFilter } = query
  const { id: me } = useCurrentUser()
  const owners = ownersIn(rows, filter.ownerId).filter(([id]) => id !== me)
  const batch = rows?.find(({ batchId }) => batchId === filter.batchId)?.batchNumber
  return (
    <ListFilters
      query={query}
      filters={[
        choiceFilter(query, {
          name: 'olderThan',
          label: 'Age',
          any: 'Any age',
          options: ageOptions(filter.olderThan),
        }),
        choiceFilter(query, {
          name: 'ownerId',
          label: 'Assigned to',
          any: 'Anyone',
          options: [
            { value: me, label: 'Mine' },
            ...owners.map(([id, name]) => ({ value: id, label: name })),
          ],
        }),
        {
          id: 'state',
          label: 'Status',
          value: filter.state === 'closed' ? 'Closed' : undefined,
          onRemove: () => setFilter({ state: undefined }),
          field: (
            <Select
              label="Status"
              value={filter.state}
              options={[
                { value: 'open', label: 'Open' },
                { value: 'closed', label: 'Closed' },
              ]}
              onChange={event =>
                setFilter({ state: event.target.value === 'open' ? '' : event.target.value })
              }
            />
          ),
        },
        // set by the link of a batch alone
        ...(filter.batchId
          ? [
              {
                id: 'batchId',
                label: 'Batch',
                value: batch ?? 'One batch',
                onRemove: () => setFilter({ batchId: undefined }),
                field: <p className="text-muted">Remove the filter to see every batch.</p>,
              },
            ]
          : []),
      ]}
    />
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
const ageOptions = (asked: number | undefined) =>
  [...new Set([...AGES, ...(asked === undefined ? [] : [asked])])]
    .toSorted((a, b) => a - b)
    .map(days => ({ value: String(days), label: `Over ${days} days` }))

/** Dialog or notice of the chosen action. */
function Step({ doing, onClose }: { doing: Doing; onClose: () => void }) {
  const { item } = doing
  switch (doing.what) {
    case 'waiting':
      return (
        item.approvalId && (
          <div className="border-t border-line p-4">
            <PendingApprovalNotice approvalId={item.approvalId} />
          </div>
        )
      )
    case 'owner':
      return <OwnerDialog item={item} onClose={onClose} />
    case 'reverse':
      return (
        <ReverseToSuspenseDialog
          key={doing.use.id}
          of={item.batchId === null ? { suspenseId: item.id } : { batchId: item.batchId }}
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
