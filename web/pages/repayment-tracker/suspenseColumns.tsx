import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { approvalApi } from '../../../contract/approvals.ts'
import { MATCH_LABELS, UNKNOWN_PAYER } from '../../../contract/labels.ts'
import { formatNaira } from '../../../engine/money.ts'
import { useApi } from '../../api.ts'
import { Amount } from '../../parts/Amount.tsx'
import { useCurrentUser, useMay } from '../../parts/currentUser.ts'
import { dayText } from '../../parts/figures.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { recordPath } from '../../parts/recordPath.ts'
import { BIN_WORDS, daysText, originText, type SuspenseItem } from '../../parts/repayments/repaymentWords.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { Menu, type MenuItem } from '../../ui/Menu.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'
import { useOwner } from './useOwner.ts'

type Use = SuspenseItem['uses'][number]
/** The chosen action on a suspense item. */
export type Doing =
  | { what: 'loan' | 'returned' | 'notDeducted' | 'undone' | 'owner' | 'waiting'; item: SuspenseItem }
  | { what: 'reverse'; item: SuspenseItem; use: Use }

const small = 'text-[0.8125rem] text-muted'
/** Age limit of a suspense item. */
export const TOO_OLD_DAYS = 30

export const SUSPENSE_COLUMNS: readonly Column<SuspenseItem>[] = [
  {
    id: 'whose',
    title: 'Name in file or narration',
    lead: true,
    cell: item => (
      <CellText
        beside={[item.staffNumber, item.employer, item.bankReference].filter(Boolean).join(' · ')}
        className="tabular-nums"
      >
        <span className="font-medium">{item.name || 'No name'}</span>
      </CellText>
    ),
  },
  {
    id: 'age',
    phone: 'status',
    title: 'Age',
    cell: item => (
      <Badge tone={item.days > TOO_OLD_DAYS ? 'negative' : 'neutral'}>{daysText(item.days)}</Badge>
    ),
  },
  {
    id: 'batch',
    title: 'Batch or bank account',
    cell: item => (
      <CellText beside={item.period === null ? dayText(item.receivedOn) : periodText(item.period)}>
        <Link
          to={
            item.batchId === null
              ? (recordPath({ subjectType: 'bankAccount', subjectId: String(item.bankCode) }) ?? '')
              : paths.repayment(item.batchId)
          }
          className="underline decoration-line underline-offset-4 hover:decoration-current"
        >
          {originText(item)}
        </Link>
      </CellText>
    ),
  },
  {
    id: 'bin',
    title: 'Match result',
    cell: ({ bin }) =>
      bin === null ? (
        <Badge tone="negative">{UNKNOWN_PAYER}</Badge>
      ) : (
        <Badge tone={BIN_WORDS[bin].tone}>{MATCH_LABELS[bin]}</Badge>
      ),
  },
  {
    id: 'remaining',
    title: 'Remaining',
    align: 'right',
    cell: item => (
      <CellText beside={item.remaining !== item.amount && `of ${formatNaira(item.amount)}`}>
        <Amount of={item.remaining} className="font-medium" />
      </CellText>
    ),
  },
  {
    id: 'owner',
    title: 'Assigned to',
    cell: item => item.ownerName ?? <span className="text-faint">No one</span>,
  },
]

export const CLOSED: Column<SuspenseItem> = {
  id: 'closed',
  title: 'Closed',
  cell: item => item.closedAt && <RelativeTime at={item.closedAt} />,
}

const canReverse = ({ kind, undoneAt }: Use): boolean =>
  (kind === 'loan' || kind === 'notDeducted') && undoneAt === null

/** Upper bound of pending batches. */
const WAITING_MAX = 200

function useWaitingBatches(enabled: boolean): ReadonlySet<string> {
  const asked = { status: 'waiting', subjectType: 'repayment', limit: WAITING_MAX } as const
  const waiting = useApi(approvalApi.approvalList, asked, { enabled })
  return new Set(waiting.data?.rows.map(({ subjectId }) => subjectId))
}

export function useWentColumn(
  onDo: (doing: Doing) => void,
  items: readonly SuspenseItem[] = [],
): Column<SuspenseItem> {
  const mayAsk = useMay('money.ask')
  const waiting = useWaitingBatches(mayAsk && items.some(item => item.uses.some(canReverse)))
  const whyNot = ({ batchId, approvalId }: SuspenseItem): string | undefined =>
    batchId === null
      ? approvalId === null
        ? undefined
        : 'Pending approval already.'
      : waiting.has(batchId)
        ? 'The batch is pending approval already.'
        : undefined
  return {
    id: 'uses',
    title: 'Applied to',
    cell: item =>
      item.uses.map(use => (
        <Went key={use.id} use={use}>
          {mayAsk && canReverse(use) && (
            <Button
              size="small"
              className="mt-1"
              disabledReason={whyNot(item)}
              onClick={() => onDo({ what: 'reverse', item, use })}
            >
              Reverse to suspense
            </Button>
          )}
        </Went>
      )),
  }
}

const WENT: Record<Use['kind'], string> = {
  loan: '',
  returned: 'refunded to payer',
  notDeducted: 'marked as not deducted',
  undone: 'reversed',
}

/** Amount, destination and approver of one use. */
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
        {use.note}, approved by {use.by}
        {use.undoneAt !== null && '. Reversed to suspense'}
      </p>
      {children}
    </div>
  )
}

export function useActColumn(onDo: (doing: Doing) => void): Column<SuspenseItem> {
  const { assignOrShowError: give } = useOwner()
  const { id: me } = useCurrentUser()
  const mayAsk = useMay('money.ask')
  return {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    align: 'right',
    cell: item => (
      <span className="flex flex-wrap items-center gap-2 md:justify-end">
        {item.approvalId && (
          <Button size="small" onClick={() => onDo({ what: 'waiting', item })}>
            Pending approval
          </Button>
        )}
        {mayAsk && (
          <Menu
            label={`Actions for ${item.name || item.staffNumber}`}
            trigger={
              <Button size="small" aria-label={`Actions for ${item.name || item.staffNumber}`}>
                Actions
              </Button>
            }
            items={[...waysOut(item, onDo), ...ownersFor(item, me, give, onDo)]}
          />
        )}
      </span>
    ),
  }
}

const USES = {
  loan: 'Apply to a loan',
  returned: 'Refund to payer',
  notDeducted: 'Mark as not deducted',
  undone: 'Reverse posting',
}

function waysOut(item: SuspenseItem, onDo: (doing: Doing) => void): MenuItem[] {
  const whyNoUse = item.approvalId ? 'Pending approval already.' : undefined
  const last = item.batchId === null ? 'undone' : 'notDeducted'
  return (['loan', 'returned', last] as const).map(what => ({
    id: what,
    title: USES[what],
    disabledReason:
      whyNoUse ??
      (what === 'undone' && item.remaining !== item.amount
        ? 'Part of it is applied or refunded already.'
        : undefined),
    onSelect: () => onDo({ what, item }),
  }))
}

function ownersFor(
  item: SuspenseItem,
  me: string,
  give: (item: SuspenseItem, ownerId: string | null) => void,
  onDo: (doing: Doing) => void,
): MenuItem[] {
  const unassign = {
    id: 'unassign',
    title: 'Unassign',
    onSelect: () => give(item, null),
  }
  return [
    {
      id: 'mine',
      title: 'Assign to me',
      disabledReason: item.ownerId === me ? 'Assigned to you already.' : undefined,
      onSelect: () => give(item, me),
    },
    {
      id: 'owner',
      title: 'Assign to another user',
      onSelect: () => onDo({ what: 'owner', item }),
    },
    ...(item.ownerId === null ? [] : [unassign]),
  ]
}
