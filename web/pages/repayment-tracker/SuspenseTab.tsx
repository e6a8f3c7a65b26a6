import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { approvalApi } from '../../../contract/approvals.ts'
import { repaymentExportApi } from '../../../contract/repaymentExport.ts'
import { BIN_TITLES, repaymentApi } from '../../../contract/repayments.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useAct, useApi } from '../../api.ts'
import { useCurrentUser, useMay } from '../../parts/currentUser.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { fetchFile } from '../../parts/fetchFile.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { ListTable } from '../../parts/ListTable.tsx'
import {
  BIN_WORDS,
  daysText,
  type SuspenseItem,
  WHY_NO_REPAYMENT,
} from '../../parts/repayments/repaymentWords.ts'
import { TakeBackDialog } from '../../parts/repayments/TakeBackDialog.tsx'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { usePaging } from '../../parts/usePaging.ts'
import { WaitingNotice } from '../../parts/WaitingNotice.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { countOf } from '../../ui/countText.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'

const SuspenseUseDialog = lazily(() =>
  import('./SuspenseUseDialog.tsx').then(dialog => dialog.SuspenseUseDialog),
)
const OwnerDialog = lazily(() => import('./OwnerDialog.tsx').then(dialog => dialog.OwnerDialog))

const FILTER = repaymentApi.suspenseList.input.pick({
  state: true,
  ownerId: true,
  batchId: true,
  olderThan: true,
})

type Use = SuspenseItem['uses'][number]
type Doing =
  | { what: 'loan' | 'returned' | 'notDeducted' | 'owner' | 'waiting'; item: SuspenseItem }
  | { what: 'takeBack'; item: SuspenseItem; use: Use }

/** Money nobody could place: who looks after it, how old it is, and the ways out. */
export function SuspenseTab() {
  const { filter, setFilter } = useUrlFilter(FILTER)
  const paging = usePaging()
  const [doing, setDoing] = useState<Doing>()
  const list = useApi(repaymentApi.suspenseList, { ...filter, ...paging.input })
  const { id: me } = useCurrentUser()
  const acts = useActColumn(setDoing)
  const went = useWentColumn(setDoing, list.data?.rows)
  const paged = paging.pagingOf(list.data)
  const isOpen = filter.state === 'open'
  const whose = filter.ownerId === undefined ? '' : 'mine'
  const isPartlyUsed = list.data?.rows.some(item => item.uses.length > 0) ?? false
  const stop = (): void => setDoing(undefined)
  return (
    <Card flush>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3 border-b border-line p-4">
        <dl className="min-w-48 flex-1">
          <dt className="text-[0.8125rem] text-muted">{isOpen ? 'Held in suspense' : 'Left of these'}</dt>
          <dd className="text-lg leading-6 font-semibold tracking-tight tabular-nums">
            {list.data ? formatNaira(list.data.openTotal) : '…'}
            {list.data && (
              <span className="ml-2 text-[0.8125rem] font-normal tracking-normal text-muted">
                {countOf(list.data.total, 'sum')}
              </span>
            )}
          </dd>
        </dl>
        {filter.batchId && (
          <Button look="quiet" onClick={() => setFilter({ batchId: undefined })}>
            Show every batch
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
          value={whose}
          options={[
            { value: '', label: 'Anybody’s' },
            { value: 'mine', label: 'Mine' },
          ]}
          onChange={event => setFilter({ ownerId: event.target.value === 'mine' ? me : undefined })}
        />
        <Select
          className="max-sm:w-full"
          label="State"
          value={filter.state}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'closed', label: 'Closed' },
          ]}
          onChange={event => setFilter({ state: event.target.value === 'open' ? '' : event.target.value })}
        />
        <ExportMenu
          label="Export suspense"
          save={format => fetchFile(repaymentExportApi.suspenseExport, { ...filter, format })}
        />
      </div>
      <ListTable
        list="suspense"
        caption={isOpen ? 'Money in suspense, oldest first' : 'Money that has left suspense'}
        columns={isOpen ? [...COLUMNS, ...(isPartlyUsed ? [went] : []), acts] : [...COLUMNS, went, CLOSED]}
        rows={list.data?.rows}
        rowKey={item => item.id}
        error={list.error}
        onRetry={() => (list.error?.code === 'cursor.invalid' ? setFilter({}) : void list.refetch())}
        refreshing={list.isPlaceholderData}
        empty={
          <EmptyState
            icon={<CircleCheck />}
            title={isOpen ? 'Suspense is empty' : 'Nothing has left suspense'}
          >
            Money from a batch that nobody could place waits here with an owner and an age. It leaves only by
            an entry that two people agreed on.
          </EmptyState>
        }
        {...(paged ? { paging: paged } : {})}
      />
      {doing?.what === 'waiting' && doing.item.approvalId && (
        <div className="border-t border-line p-4">
          <WaitingNotice approvalId={doing.item.approvalId} />
        </div>
      )}
      {(doing?.what === 'loan' || doing?.what === 'returned' || doing?.what === 'notDeducted') && (
        <SuspenseUseDialog key={doing.item.id} kind={doing.what} item={doing.item} onClose={stop} />
      )}
      {doing?.what === 'owner' && <OwnerDialog item={doing.item} onClose={stop} />}
      {doing?.what === 'takeBack' && (
        <TakeBackDialog
          key={doing.use.id}
          batchId={doing.item.batchId}
          receiptId={doing.use.id}
          amount={doing.use.amount}
          loanNumber={doing.use.loanNumber}
          onClose={stop}
        />
      )}
    </Card>
  )
}

const small = 'text-[0.8125rem] text-muted'
/** Past a month, money that is not ours has been with us for too long. */
const TOO_OLD_DAYS = 30

const AGES = [7, TOO_OLD_DAYS, 90]

/** An address may ask for any age; it is shown like the usual ones. */
const ageOptions = (asked: number | undefined) => [
  { value: '', label: 'Any age' },
  ...[...new Set([...AGES, ...(asked === undefined ? [] : [asked])])]
    .toSorted((a, b) => a - b)
    .map(days => ({ value: String(days), label: `Over ${days} days` })),
]

const COLUMNS: readonly Column<SuspenseItem>[] = [
  {
    id: 'whose',
    title: 'As the file names it',
    lead: true,
    cell: item => (
      <div>
        <p className="font-medium">{item.name || 'No name'}</p>
        <p className={`${small} font-normal tabular-nums`}>
          {[item.staffNumber, item.employer].filter(Boolean).join(' · ')}
        </p>
      </div>
    ),
  },
  {
    id: 'age',
    title: 'Age',
    cell: item => (
      <span className="flex flex-col items-start gap-0.5 max-md:items-end">
        <Badge tone={item.days > TOO_OLD_DAYS ? 'negative' : 'neutral'}>{daysText(item.days)}</Badge>
      </span>
    ),
  },
  {
    id: 'batch',
    title: 'From',
    cell: item => (
      <div className="max-md:text-right">
        <Link
          to={paths.repayment(item.batchId)}
          className="underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {item.batchNumber}
        </Link>
        <p className={small}>{periodText(item.period)}</p>
      </div>
    ),
  },
  {
    id: 'bin',
    title: 'Bin',
    cell: item => <Badge tone={BIN_WORDS[item.bin].tone}>{BIN_TITLES[item.bin]}</Badge>,
  },
  {
    id: 'remaining',
    title: 'Left',
    align: 'right',
    cell: item => (
      <div className="whitespace-nowrap max-md:text-right">
        <p className="font-medium">{formatNaira(item.remaining)}</p>
        {item.remaining !== item.amount && <p className={small}>of {formatNaira(item.amount)}</p>}
      </div>
    ),
  },
  {
    id: 'owner',
    title: 'Owner',
    cell: item => item.ownerName ?? <span className="text-faint">Nobody yet</span>,
  },
]

const CLOSED: Column<SuspenseItem> = {
  id: 'closed',
  title: 'Closed',
  cell: item => item.closedAt && <RelativeTime at={item.closedAt} />,
}

const canTakeBack = ({ kind, undoneAt }: Use): boolean => kind === 'loan' && undoneAt === null

/** Far more batches than ever wait at once. */
const WAITING_MOST = 200

function useWaitingBatches(enabled: boolean): ReadonlySet<string> {
  const asked = { status: 'waiting', subjectType: 'repayment', limit: WAITING_MOST } as const
  const waiting = useApi(approvalApi.approvalList, asked, { enabled })
  return new Set(waiting.data?.rows.map(({ subjectId }) => subjectId))
}

function useWentColumn(
  onDo: (doing: Doing) => void,
  items: readonly SuspenseItem[] = [],
): Column<SuspenseItem> {
  const mayAsk = useMay('money.ask')
  const waiting = useWaitingBatches(mayAsk && items.some(item => item.uses.some(canTakeBack)))
  const whyNot = ({ batchId }: SuspenseItem): string | undefined =>
    waiting.has(batchId) ? 'Its batch already waits for a second person.' : undefined
  return {
    id: 'uses',
    title: 'Went to',
    cell: item =>
      item.uses.map(use => (
        <Went key={use.id} use={use}>
          {canTakeBack(use) && (
            <Button
              size="small"
              className="mt-1"
              disabledReason={mayAsk ? whyNot(item) : WHY_NO_REPAYMENT}
              onClick={() => onDo({ what: 'takeBack', item, use })}
            >
              Take it back
            </Button>
          )}
        </Went>
      )),
  }
}

const WENT: Record<Use['kind'], string> = {
  loan: '',
  returned: 'back to the payer',
  notDeducted: 'not deducted after all',
  undone: 'undone',
}

/** How much went where, and who agreed to it. */
function Went({ use, children }: { use: Use; children: ReactNode }) {
  return (
    <div className="max-md:text-right">
      <p className="whitespace-nowrap">
        {formatNaira(use.amount)}{' '}
        {use.loanId === null ? (
          WENT[use.kind]
        ) : (
          <Link
            to={paths.loan(use.loanId)}
            className="underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {use.loanNumber}
          </Link>
        )}
      </p>
      <p className={small}>
        {use.note}, agreed by {use.by}
        {use.undoneAt !== null && '. It was taken back into suspense'}
      </p>
      {children}
    </div>
  )
}

function useActColumn(onDo: (doing: Doing) => void): Column<SuspenseItem> {
  const assign = useAct(repaymentApi.suspenseAssign)
  const { id: me } = useCurrentUser()
  const mayAsk = useMay('money.ask')
  const give = (item: SuspenseItem, ownerId: string | null): void =>
    assign.mutate(
      { id: item.id, ownerId },
      {
        onSuccess: () => toast('success', ownerId === null ? 'Nobody owns it now.' : 'It is yours now.'),
        onError: error => toast('error', error.message),
      },
    )
  const whyNot = mayAsk ? undefined : WHY_NO_REPAYMENT
  return {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    align: 'right',
    cell: item => {
      const whyNoUse = whyNot ?? (item.approvalId ? 'It already waits for a second person.' : undefined)
      return (
        <span className="flex flex-wrap items-center gap-2 md:justify-end">
          {item.approvalId && (
            <Button size="small" onClick={() => onDo({ what: 'waiting', item })}>
              Waiting
            </Button>
          )}
          <Menu
            label={`What to do with ${item.name || item.staffNumber}`}
            trigger={
              <Button size="small" aria-label={`Actions for ${item.name || item.staffNumber}`}>
                Actions
              </Button>
            }
            items={[
              {
                id: 'loan',
                title: 'Give to a loan',
                disabledReason: whyNoUse,
                onSelect: () => onDo({ what: 'loan', item }),
              },
              {
                id: 'returned',
                title: 'Return to the payer',
                disabledReason: whyNoUse,
                onSelect: () => onDo({ what: 'returned', item }),
              },
              {
                id: 'notDeducted',
                title: 'It was not deducted',
                disabledReason: whyNoUse,
                onSelect: () => onDo({ what: 'notDeducted', item }),
              },
              {
                id: 'mine',
                title: 'Assign to me',
                disabledReason: whyNot ?? (item.ownerId === me ? 'It is yours already.' : undefined),
                onSelect: () => give(item, me),
              },
              {
                id: 'owner',
                title: 'Assign to somebody else',
                disabledReason: whyNot,
                onSelect: () => onDo({ what: 'owner', item }),
              },
              ...(item.ownerId === null
                ? []
                : [
                    {
                      id: 'nobody',
                      title: 'Assign to nobody',
                      disabledReason: whyNot,
                      onSelect: () => give(item, null),
                    },
                  ]),
            ]}
          />
        </span>
      )
    },
  }
}
