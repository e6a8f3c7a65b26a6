import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod/mini'
import { payrollApi, payrollExportApi, SIGNAL_KINDS } from '../../../contract/payroll.ts'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { periodText } from '../../parts/intake/intakeWords.ts'
import { monthFilter } from '../../parts/intake/MonthSelect.tsx'
import { choiceFilter, ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { CloseSignalDialog } from '../../parts/payroll/CloseSignalDialog.tsx'
import { SIGNAL_CLOSERS, SIGNALS, type Signal } from '../../parts/payroll/payrollWords.ts'
import { useUrlFilter } from '../../parts/urlFilter.ts'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'

const FILTER = z.pick(payrollApi.signalList.input, { kind: true, month: true, state: true })

/** Early warning signals from approved payroll months about customers with an active loan. */
export function SignalsTab() {
  const query = useUrlFilter(FILTER)
  const state = query.filter.state ?? 'open'
  const asked = { ...query.filter, state }
  const [closing, setClosing] = useState<Signal>()
  const mayClose = useMay('customer.change')
  return (
    <ListPage
      name="signals"
      list={useList(payrollApi.signalList, asked)}
      caption={state === 'open' ? 'Open signals' : 'Closed signals'}
      columns={columnsFor(state, mayClose, setClosing)}
      filters={<SignalFilters query={query} state={state} />}
      exports={exportOf('Export signals', payrollExportApi.signalExport, asked)}
      empty={{
        compact: true,
        icon: <BellRing />,
        title: state === 'open' ? 'No open signals' : 'No closed signals',
        text: 'Signals appear when an approved payroll month shows that a customer with an active loan left the payroll, retired, moved or earns less than the instalment.',
      }}
    >
      {closing && <CloseSignalDialog signal={closing} onClose={() => setClosing(undefined)} />}
    </ListPage>
  )
}

type FiltersProps = { query: ReturnType<typeof useUrlFilter<typeof FILTER>>; state: 'open' | 'closed' }

function SignalFilters({ query, state }: FiltersProps) {
  const { filter, setFilter } = query
  return (
    <ListFilters
      query={query}
      filters={[
        choiceFilter(query, {
          name: 'kind',
          label: 'Signal',
          any: 'Any signal',
          options: SIGNAL_KINDS.map(kind => ({ value: kind, label: SIGNALS[kind].title })),
        }),
        monthFilter(query, 'month'),
        {
          id: 'state',
          label: 'Status',
          value: filter.state === 'closed' ? 'Closed' : undefined,
          onRemove: () => setFilter({ state: undefined }),
          field: (
            <Select
              label="Status"
              value={state}
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
      ]}
    />
  )
}

const LINK = 'font-medium underline decoration-line underline-offset-4 hover:decoration-current'

const WHAT: Column<Signal> = {
  id: 'what',
  title: 'Signal',
  lead: true,
  cell: signal => (
    <span className="flex flex-col items-start">
      <Badge tone={SIGNALS[signal.kind].tone}>{SIGNALS[signal.kind].title}</Badge>
      <span className="max-w-full truncate text-xs leading-4 font-normal text-muted max-md:whitespace-normal">
        {signal.detail}
      </span>
    </span>
  ),
}
const CUSTOMER: Column<Signal> = {
  id: 'customer',
  title: 'Customer',
  phone: 'status',
  cell: signal => (
    <Link to={paths.customer(signal.customerId)} className={LINK}>
      {signal.customerName}
    </Link>
  ),
}
const LOAN: Column<Signal> = {
  id: 'loan',
  title: 'Loan',
  className: 'whitespace-nowrap',
  cell: signal => (
    <Link to={paths.loan(signal.loanId)} className={LINK}>
      {signal.loanNumber}
    </Link>
  ),
}
const MONTH: Column<Signal> = {
  id: 'month',
  title: 'Month',
  phone: 'date',
  className: 'whitespace-nowrap',
  cell: signal => periodText(signal.month),
}

function columnsFor(
  state: 'open' | 'closed',
  mayClose: boolean,
  onClose: (signal: Signal) => void,
): Column<Signal>[] {
  const reported: Column<Signal>[] = [WHAT, CUSTOMER, LOAN, MONTH]
  if (state === 'closed')
    return [...reported, { id: 'closed', title: 'Closed', cell: signal => <Closed signal={signal} /> }]
  return [
    ...reported,
    { id: 'raised', title: 'Raised', cell: signal => <RelativeTime at={signal.raisedAt} /> },
    {
      id: 'acts',
      title: 'Actions',
      titleHidden: true,
      align: 'right',
      cell: signal => (
        <Button
          size="small"
          disabledReason={mayClose ? undefined : SIGNAL_CLOSERS}
          onClick={() => onClose(signal)}
        >
          Close signal
        </Button>
      ),
    },
  ]
}

const Closed = ({ signal: { closedAt, closedBy, note } }: { signal: Signal }) => (
  <CellText beside={note && `“${note}”`}>
    {closedBy ?? 'Closed by a later month'}
    {closedAt && (
      <>
        , <RelativeTime at={closedAt} />
      </>
    )}
  </CellText>
)
