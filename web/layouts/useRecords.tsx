import type { UseQueryResult } from '@tanstack/react-query'
import {
  Banknote,
  ClipboardList,
  FileSpreadsheet,
  Landmark,
  ListChecks,
  Megaphone,
  ReceiptText,
  Undo2,
  UserCog,
  UserRound,
  WalletCards,
} from 'lucide-react'
import { customerApi } from '../../contract/customers.ts'
import { loanStatusLabel } from '../../contract/labels.ts'
import { type LOAN_TABS, loanApi } from '../../contract/loans.ts'
import { requestApi } from '../../contract/requests.ts'
import { FOUND_KINDS, type FoundKind, isSearchable, searchApi } from '../../contract/search.ts'
import { type ApiError, useApi } from '../api.ts'
import { recordPath } from '../parts/recordPath.ts'
import { QUEUES } from '../parts/requestWords.ts'
import { paths, type Stage } from '../paths.ts'
import type { CommandGroup, PaletteProblem } from '../ui/CommandPalette.tsx'
import { useDebounced } from '../ui/useDebounced.ts'
import { useGuardedNavigate } from '../ui/useGuardedNavigate.ts'

const PAUSE_MS = 200
/** Two letters match half the portfolio. */
const LENGTH_MIN = 3
const CUSTOMERS = 5
const OTHERS = 3
/** Of closed records, for each way in which they ended. */
const PAST = 2

/** The number of a loan or a request is searched at every stage at once. */
const LOAN_NUMBER = /^l\d{3,}$/i
const REFERENCE = /^irk-/i
/** So is a phone among requests, since an applicant may not be a customer yet. */
const PHONE = /^\+?[\d\s().-]{10,}$/

export type Records = {
  groups: CommandGroup[]
  searching: boolean
  /** Why the list may be incomplete. */
  problem?: PaletteProblem
}

const FOUND: Record<FoundKind, { title: string; icon: typeof Banknote }> = {
  payoutBatch: { title: 'Disbursement batches', icon: Banknote },
  repayment: { title: 'Repayment batches', icon: ReceiptText },
  instruction: { title: 'Instruction lists', icon: ListChecks },
  officeReceipt: { title: 'Receipts of payroll offices', icon: Landmark },
  refund: { title: 'Refunds', icon: Undo2 },
  campaign: { title: 'Campaigns', icon: Megaphone },
  intake: { title: 'Uploads', icon: FileSpreadsheet },
  user: { title: 'Users', icon: UserCog },
}

const NONE: Records = { groups: [], searching: false }

/**
 * Records that match, searched once the typing pauses. By name, active loans and open requests are searched first, then
 * closed ones.
 */
export function useRecords(typed: string): Records {
  const follow = useGuardedNavigate()
  const search = useDebounced(typed.trim(), PAUSE_MS)
  const enabled = search.length >= LENGTH_MIN
  const customers = useApi(customerApi.customerList, { search, limit: CUSTOMERS }, { enabled })
  const loans = useLoans(search, enabled)
  const requests = useRequests(search, enabled)
  const isSought = enabled && isSearchable(search)
  const found = useApi(searchApi.recordSearch, { search }, { enabled: isSought })
  if (typed.trim().length < LENGTH_MIN) return NONE
  // Enter must not open a result of the text before
  if (typed.trim() !== search) return { ...NONE, searching: true }

  const go = (path: string) => () => follow(path)
  const groups: CommandGroup[] = [
    {
      title: 'Customers',
      commands: rowsOf([customers]).map(row => ({
        id: `customer-${row.id}`,
        title: row.name,
        hint: `${row.number} · ${row.mda}`,
        icon: <UserRound />,
        onSelect: go(paths.customer(row.id)),
      })),
    },
    {
      title: 'Loans',
      commands: rowsOf(loans).map(row => ({
        id: `loan-${row.id}`,
        title: `${row.number}, ${row.customerName}`,
        hint: loanStatusLabel(row.status),
        icon: <WalletCards />,
        onSelect: go(paths.loan(row.id)),
      })),
    },
    {
      title: 'Requests',
      commands: rowsOf(requests).map(row => ({
        id: `request-${row.id}`,
        title: `${row.reference}, ${row.applicant}`,
        hint: QUEUES[row.stage].short,
        icon: <ClipboardList />,
        onSelect: go(paths.request(row.stage, row.id)),
      })),
    },
    ...FOUND_KINDS.map(kind => {
      const { title, icon: Icon } = FOUND[kind]
      const rows = isSought ? rowsOf([found]).filter(row => row.subjectType === kind) : []
      return {
        title,
        commands: rows.map(row => ({
          id: `${kind}-${row.subjectId}`,
          title: row.title,
          hint: row.detail,
          icon: <Icon />,
          onSelect: go(recordPath(row) ?? paths.dashboard),
        })),
      }
    }),
  ]
  const asked = [customers, ...loans, ...requests, ...(isSought ? [found] : [])]
  const problem = problemOf(asked)
  return { groups, searching: asked.some(isSearching), ...(problem ? { problem } : {}) }
}

/** In the order in which they are shown. A list that is not searched shows nothing of an earlier search. */
function useLoans(search: string, enabled: boolean) {
  const asIn = (tab: (typeof LOAN_TABS)[number], limit = OTHERS) =>
    [loanApi.loanList, { tab, search, limit }] as const
  const current = [useApi(...asIn('live'), { enabled }), useApi(...asIn('awaiting'), { enabled })]
  const past = { enabled: enabled && (LOAN_NUMBER.test(search) || current.every(hasAnswer)) }
  const gone = [
    useApi(...asIn('closed', PAST), past),
    useApi(...asIn('overpaid', PAST), past),
    useApi(...asIn('writtenOff', PAST), past),
    useApi(...asIn('cancelled', PAST), past),
  ]
  return [...current, ...(past.enabled ? gone : [])]
}

function useRequests(search: string, enabled: boolean) {
  const asIn = (stage: Stage, limit = OTHERS) => [requestApi.requestList, { stage, search, limit }] as const
  const pending = [useApi(...asIn('reviewer'), { enabled }), useApi(...asIn('authorizer'), { enabled })]
  const isAnywhere = REFERENCE.test(search) || PHONE.test(search)
  const past = { enabled: enabled && (isAnywhere || pending.every(hasAnswer)) }
  const over = [
    useApi(...asIn('rejected', PAST), past),
    useApi(...asIn('approved', PAST), past),
    useApi(...asIn('withdrawn', PAST), past),
  ]
  return [...pending, ...(past.enabled ? over : [])]
}

type Asked<Row = unknown> = Pick<
  UseQueryResult<{ rows: readonly Row[] }, ApiError>,
  'data' | 'error' | 'fetchStatus' | 'isPlaceholderData' | 'refetch'
>

/** Until the reply arrives the rows of the text before remain in the cache. They are not shown. */
const hasAnswer = ({ data, isPlaceholderData }: Asked): boolean => data !== undefined && !isPlaceholderData

const rowsOf = <Row,>(lists: readonly Asked<Row>[]): Row[] =>
  lists.flatMap(list => (hasAnswer(list) ? (list.data?.rows ?? []) : []))

const isSearching = (list: Asked): boolean => list.fetchStatus === 'fetching' && !hasAnswer(list)

function problemOf(asked: readonly Asked[]): PaletteProblem | undefined {
  const unanswered = asked.filter(list => !hasAnswer(list))
  if (unanswered.some(list => list.fetchStatus === 'paused'))
    return { text: 'You are offline. Records are searched when the connection is back.' }
  const failed = unanswered.filter(list => list.error && list.fetchStatus === 'idle')
  if (!failed[0]?.error) return undefined
  return {
    text: `Some records could not be searched. ${failed[0].error.message}`,
    onRetry: () => {
      for (const list of failed) void list.refetch()
    },
  }
}
