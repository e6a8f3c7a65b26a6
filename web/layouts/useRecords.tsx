import { ClipboardList, UserRound, WalletCards } from 'lucide-react'
import { customerApi } from '../../contract/customers.ts'
import { type LOAN_TABS, loanApi } from '../../contract/loans.ts'
import { requestApi } from '../../contract/requests.ts'
import { useApi } from '../api.ts'
import { QUEUES } from '../parts/requestWords.ts'
import { paths, type Stage } from '../paths.ts'
import type { CommandGroup } from '../ui/CommandPalette.tsx'
import { useFollow } from '../ui/useFollow.ts'
import { usePaused } from '../ui/usePaused.ts'

const PAUSE_MS = 200
/** Two letters fit half the book. */
const SHORTEST = 3
const CUSTOMERS = 5
const OTHERS = 3

/** What is printed on every paper of a loan or a request: found wherever the record stands. */
const LOAN_NUMBER = /^l\d{3,}$/i
const REFERENCE = /^irk-/i
/** A phone finds an applicant's request wherever it stands, since not all of them are customers. */
const PHONE = /^\+?[\d\s().-]{10,}$/

/** Records that fit, asked for once the typing pauses. Loans and requests are looked for where most of them stand. */
export function useRecords(typed: string): { groups: CommandGroup[]; searching: boolean } {
  const follow = useFollow()
  const search = usePaused(typed.trim(), PAUSE_MS)
  const enabled = search.length >= SHORTEST
  const customers = useApi(customerApi.customerList, { search, limit: CUSTOMERS }, { enabled })
  const loans = useLoans(search, enabled)
  const requests = useRequests(search, enabled)
  const searching = typed.trim() !== search || [customers, ...loans, ...requests].some(isLoading)
  if (!enabled || typed.trim().length < SHORTEST) return { groups: [], searching: false }

  const go = (path: string) => () => follow(path)
  const groups: CommandGroup[] = [
    {
      title: 'Customers',
      commands: (customers.data?.rows ?? []).map(row => ({
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
        hint: row.status,
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
  ]
  return { groups, searching }
}

/** In the order in which they are shown; one that is not asked keeps what it found before, and shows nothing of it. */
function useLoans(search: string, enabled: boolean) {
  const asIn = (tab: (typeof LOAN_TABS)[number]) =>
    [loanApi.loanList, { tab, search, limit: OTHERS }] as const
  const past = { enabled: enabled && LOAN_NUMBER.test(search) }
  const current = [useApi(...asIn('live'), { enabled }), useApi(...asIn('awaiting'), { enabled })]
  const gone = [
    useApi(...asIn('closed'), past),
    useApi(...asIn('overpaid'), past),
    useApi(...asIn('writtenOff'), past),
    useApi(...asIn('cancelled'), past),
  ]
  return [...current, ...(past.enabled ? gone : [])]
}

function useRequests(search: string, enabled: boolean) {
  const asIn = (stage: Stage) => [requestApi.requestList, { stage, search, limit: OTHERS }] as const
  const past = { enabled: enabled && (REFERENCE.test(search) || PHONE.test(search)) }
  const pending = [useApi(...asIn('reviewer'), { enabled }), useApi(...asIn('authorizer'), { enabled })]
  const over = [
    useApi(...asIn('approved'), past),
    useApi(...asIn('rejected'), past),
    useApi(...asIn('withdrawn'), past),
  ]
  return [...pending, ...(past.enabled ? over : [])]
}

const rowsOf = <Row,>(lists: readonly { data: { rows: readonly Row[] } | undefined }[]): Row[] =>
  lists.flatMap(list => list.data?.rows ?? [])

const isLoading = ({ fetchStatus, isPlaceholderData }: { fetchStatus: string; isPlaceholderData: boolean }) =>
  fetchStatus === 'fetching' && isPlaceholderData
