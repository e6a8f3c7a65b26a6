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

/** Records that fit, asked for once the typing pauses. Loans and requests are looked for where most of them stand. */
export function useRecords(typed: string): { groups: CommandGroup[]; searching: boolean } {
  const follow = useFollow()
  const search = usePaused(typed.trim(), PAUSE_MS)
  const enabled = search.length >= SHORTEST
  // a BVN or a phone is nobody's loan or request number, and must not stand in an address
  const isNumber = /^\+?[\d\s().-]{7,}$/.test(search)
  const rest = { enabled: enabled && !isNumber }
  const customers = useApi(customerApi.customerList, { search, limit: CUSTOMERS }, { enabled })
  const loansIn = (tab: (typeof LOAN_TABS)[number]) => ({ tab, search, limit: OTHERS })
  const live = useApi(loanApi.loanList, loansIn('live'), rest)
  const awaiting = useApi(loanApi.loanList, loansIn('awaiting'), rest)
  const past = { enabled: rest.enabled && LOAN_NUMBER.test(search) }
  const closed = useApi(loanApi.loanList, loansIn('closed'), past)
  const overpaid = useApi(loanApi.loanList, loansIn('overpaid'), past)
  const lost = useApi(loanApi.loanList, loansIn('writtenOff'), past)
  const cancelled = useApi(loanApi.loanList, loansIn('cancelled'), past)
  const requestsIn = (stage: Stage) => ({ stage, search, limit: OTHERS })
  const reviewing = useApi(requestApi.requestList, requestsIn('reviewer'), rest)
  const authorizing = useApi(requestApi.requestList, requestsIn('authorizer'), rest)
  const decided = { enabled: rest.enabled && REFERENCE.test(search) }
  const approved = useApi(requestApi.requestList, requestsIn('approved'), decided)
  const rejected = useApi(requestApi.requestList, requestsIn('rejected'), decided)
  const gone = [closed, overpaid, lost, cancelled]
  const asked = [customers, live, awaiting, ...gone, reviewing, authorizing, approved, rejected]
  const searching = typed.trim() !== search || asked.some(isLoading)
  if (!enabled || typed.trim().length < SHORTEST) return { groups: [], searching: false }

  const go = (path: string) => () => follow(path)
  const loans = [...(rest.enabled ? [live, awaiting] : []), ...(past.enabled ? gone : [])].flatMap(
    list => list.data?.rows ?? [],
  )
  const requests = [
    ...(rest.enabled ? [reviewing, authorizing] : []),
    ...(decided.enabled ? [approved, rejected] : []),
  ].flatMap(list => list.data?.rows ?? [])
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
      commands: loans.map(row => ({
        id: `loan-${row.id}`,
        title: `${row.number}, ${row.customerName}`,
        hint: row.status,
        icon: <WalletCards />,
        onSelect: go(paths.loan(row.id)),
      })),
    },
    {
      title: 'Requests',
      commands: requests.map(row => ({
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

const isLoading = ({ fetchStatus, isPlaceholderData }: { fetchStatus: string; isPlaceholderData: boolean }) =>
  fetchStatus === 'fetching' && isPlaceholderData
