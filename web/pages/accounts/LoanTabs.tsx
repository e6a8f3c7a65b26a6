import { useSearchParams } from 'react-router'
import { DocumentList, HistoryList, MessagesList } from '../../parts/lazyParts.tsx'
import type { Loan } from '../../parts/loan/loanWords.ts'
import { Card } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { LetterButtons, useLetters } from './loan/Letters.tsx'
import { Schedules } from './loan/Schedules.tsx'

const WAITING = <Skeleton className="m-5 h-32" />
const ChargesTable = lazyPart(
  () => import('./loan/ChargesTable.tsx').then(part => part.ChargesTable),
  WAITING,
)
const LoanEventsTable = lazyPart(
  () => import('./loan/LoanEventsTable.tsx').then(part => part.LoanEventsTable),
  WAITING,
)
const JournalList = lazyPart(
  () => import('../../parts/loan/JournalList.tsx').then(part => part.JournalList),
  WAITING,
)
const MonthsPanel = lazyPart(() => import('./loan/MonthsPanel.tsx').then(part => part.MonthsPanel), WAITING)
const QuotesPanel = lazyPart(() => import('./loan/QuotesPanel.tsx').then(part => part.QuotesPanel), WAITING)

type Props = {
  loan: Loan
  asOf: string | undefined
  onTab: (tab: string, first: string) => void
  onReverse: (eventId: string) => void
  onSettle: (quoteId: string) => void
  onQuote: () => void
}

const FIRST = 'schedule'
const ON_ANY_DAY = [
  { id: FIRST, title: 'Schedule' },
  { id: 'repayments', title: 'Activity' },
]
/** These have no state at a past date. */
const TODAY_ONLY = [
  { id: 'letters', title: 'Letters and statements' },
  { id: 'messages', title: 'Messages' },
  { id: 'documents', title: 'Documents' },
  { id: 'history', title: 'History' },
]
/** What the Activity tab shows. Each has its own address, so that links to it stay valid. */
const ACTIVITY = [
  { value: 'repayments', label: 'Repayments and other transactions' },
  { value: 'months', label: 'Expected and paid by month' },
  { value: 'charges', label: 'Charges' },
  { value: 'journal', label: 'Journal' },
]
const isActivity = (name: string): boolean => ACTIVITY.some(each => each.value === name)

export function LoanTabs(props: Props) {
  const { loan, asOf, onTab } = props
  const [params] = useSearchParams()
  const letters = useLetters(loan, asOf === undefined)
  const tabs = asOf ? ON_ANY_DAY : [...ON_ANY_DAY, ...TODAY_ONLY]
  const named = params.get('tab') ?? FIRST
  const view = isActivity(named) ? named : (tabs.find(tab => tab.id === named)?.id ?? FIRST)
  const choose = (id: string): void => onTab(id, FIRST)
  return (
    <div className="mt-6">
      <Tabs
        label={`Loan ${loan.row.number}`}
        tabs={tabs}
        current={isActivity(view) ? 'repayments' : view}
        onChange={choose}
      >
        {isActivity(view) && (
          <div className="mb-4 max-w-80 print:hidden">
            <Select
              label="Show"
              value={view}
              options={ACTIVITY}
              onChange={event => choose(event.target.value)}
            />
          </div>
        )}
        {view === 'letters' && (
          <Card title="Letters and statements">
            <LetterButtons items={letters.items} />
          </Card>
        )}
        <Panel {...props} current={view} />
      </Tabs>
      {letters.dialog}
    </div>
  )
}

function Panel({ current, loan, asOf, onReverse, onSettle, onQuote }: Props & { current: string }) {
  const { row, happenings, charges, months, offers } = loan
  switch (current) {
    case 'repayments':
      return (
        <Card flush>
          <LoanEventsTable
            loanId={row.id}
            happenings={happenings}
            whyNot={whyNoReversal(asOf, offers.reversal)}
            onReverse={onReverse}
          />
        </Card>
      )
    case 'months':
      return (
        <Card flush>
          <MonthsPanel months={months} asOf={row.asOf} loanId={row.id} />
        </Card>
      )
    case 'charges':
      return (
        <Card flush>
          <ChargesTable charges={charges} />
        </Card>
      )
    case 'journal':
      return (
        <Card flush>
          <JournalList loanId={row.id} asOf={asOf} />
        </Card>
      )
    case 'letters':
      return (
        <Card flush title="Settlement quotes" className="mt-6">
          <QuotesPanel loan={loan} onMake={onQuote} onSettle={onSettle} />
        </Card>
      )
    case 'messages':
      return (
        <Card flush>
          <MessagesList subjectType="loan" subjectId={row.id} />
        </Card>
      )
    case 'documents':
      return <Documents loan={loan} />
    case 'history':
      return (
        <Card>
          <HistoryList subjectType="loan" subjectId={row.id} />
        </Card>
      )
    default:
      return <Schedules loan={loan} />
  }
}

/** Documents of the request, including the offer letter, and documents of the loan. */
function Documents({ loan: { row, requestId } }: { loan: Loan }) {
  return (
    <div className="flex flex-col gap-6">
      {requestId && (
        <Card title="Request documents and offer letter">
          <div className="-my-2">
            <DocumentList subjectType="request" subjectId={requestId} readOnly />
          </div>
        </Card>
      )}
      <Card {...(requestId ? { title: 'Loan documents' } : {})}>
        <div className="-my-2">
          <DocumentList subjectType="loan" subjectId={row.id} />
        </div>
      </Card>
    </div>
  )
}

const whyNoReversal = (asOf: string | undefined, offer: Loan['offers']['reversal']): string | undefined => {
  if (asOf) return 'This is a past date. Return to today to make changes.'
  return offer.allowed ? undefined : (offer.why ?? undefined)
}
