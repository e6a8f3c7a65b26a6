import clsx from 'clsx'
import { HandCoins, Landmark } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reply } from '../../../../contract/endpoint.ts'
import { AGEING_LABELS, officesApi, officesExportApi } from '../../../../contract/offices.ts'
import { formatNaira, type Kobo } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { Amount } from '../../../parts/Amount.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import { exportOf } from '../../../parts/fetchFile.ts'
import { dayText } from '../../../parts/figures.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { WHY_NO_REPAYMENT } from '../../../parts/repayments/repaymentWords.ts'
import { useList } from '../../../parts/useList.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { CardSkeleton } from '../../../ui/Card.tsx'
import { EmptyValue } from '../../../ui/EmptyValue.tsx'
import { FigureStrip } from '../../../ui/FigureStrip.tsx'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { RowLink } from '../../../ui/RowLink.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { TabLine } from '../TabLine.tsx'
import { promiseText } from './officeWords.ts'

const OfficeAccount = lazyPart(
  () => import('./OfficeAccount.tsx').then(part => part.OfficeAccount),
  <CardSkeleton lines={10} />,
)
const ReceiptDialog = lazyPart(() => import('./ReceiptDialog.tsx').then(part => part.ReceiptDialog))

export type Office = Reply<typeof officesApi.officeList>['rows'][number]

/** Payroll offices with what they owe, or the account of one of them. */
export function OfficesTab() {
  const [params] = useSearchParams()
  const receiptId = params.get('receipt')
  const source = params.get('source')
  if (receiptId && !source) return <OfficeOfReceipt id={receiptId} />
  return source ? <OfficeAccount key={source} source={source} /> : <OfficeList />
}

/** A link from the audit trail names the receipt only. */
function OfficeOfReceipt({ id }: { id: string }) {
  const { data } = useApi(officesApi.officeReceiptGet, { id })
  return data ? <OfficeAccount source={data.source} /> : <CardSkeleton lines={10} />
}

function OfficeList() {
  const list = useList(officesApi.officeList, {}, { limit: 100 })
  const [isRecording, setRecording] = useState(false)
  const mayAsk = useMay('money.ask')
  const { data } = list
  // the figures are above the list and would push it down
  if (!data && !list.error) return <CardSkeleton lines={10} />
  return (
    <div className="flex flex-col gap-6">
      <div className="-mb-6">
        <TabLine means="Payroll offices: what they deducted from pay and have not remitted. They owe it, not the customers." />
      </div>
      {data && (
        <FigureStrip
          figures={[
            { term: 'Owed by payroll offices', value: formatNaira(data.owed), below: 'at the moment' },
            {
              term: 'Over 90 days',
              value: formatNaira(((data.ageing[3] ?? 0n) + (data.ageing[4] ?? 0n)) as Kobo),
              below: 'since the remittance was expected',
            },
            { term: 'Unallocated credit', value: formatNaira(data.credit), below: 'received, not allocated' },
            {
              term: 'Provision on office debt',
              help: 'Reported by class of age, not posted.',
              value: formatNaira(data.provision),
              below: 'reported only',
            },
          ]}
        />
      )}
      <ListPage
        title="Payroll offices"
        name="offices"
        views={false}
        list={list}
        rowKey={row => row.source}
        caption="Payroll offices and what they owe"
        columns={COLUMNS}
        tools={
          <Button
            size="small"
            look="primary"
            icon={<HandCoins aria-hidden size={15} />}
            disabledReason={mayAsk ? undefined : WHY_NO_REPAYMENT}
            onClick={() => setRecording(true)}
          >
            Record receipt
          </Button>
        }
        exports={exportOf('Export payroll offices', officesExportApi.officeListExport, {})}
        empty={{
          icon: <Landmark />,
          title: 'No payroll offices yet',
          text: 'Add a payroll source under Settings > Payroll sources and calendar.',
        }}
      >
        {isRecording && <ReceiptDialog onClose={() => setRecording(false)} />}
      </ListPage>
    </div>
  )
}

export const officePath = (source: string): string =>
  `${paths.repaymentsTab('offices')}&${new URLSearchParams({ source })}`

const COLUMNS: readonly Column<Office>[] = [
  {
    id: 'office',
    title: 'Payroll office',
    lead: true,
    cell: row => (
      <RowLink to={officePath(row.source)} number={row.source}>
        {row.sourceName}
      </RowLink>
    ),
  },
  {
    id: 'owed',
    phone: 'amount',
    title: 'Owed',
    align: 'right',
    cell: row => <Amount of={row.owed} className={clsx('font-semibold', row.owed > 0n && 'text-caution')} />,
  },
  { id: 'ageing', title: 'By age', cell: row => <AgeingBar ageing={row.ageing} /> },
  {
    id: 'oldest',
    title: 'Oldest expected',
    phone: 'date',
    cell: row => (row.oldestOn ? dayText(row.oldestOn) : <EmptyValue>Nothing owed</EmptyValue>),
  },
  { id: 'batches', title: 'Open batches', align: 'right', goes: 'first', cell: row => row.batches },
  {
    id: 'credit',
    title: 'Unallocated credit',
    align: 'right',
    goes: 'second',
    cell: row => <Amount of={row.credit} />,
  },
  {
    id: 'promise',
    title: 'Next promise',
    phone: 'status',
    cell: row => (row.nextPromise ? promiseText(row.nextPromise) : <EmptyValue>No promise</EmptyValue>),
  },
]

const SHADES = ['bg-positive/60', 'bg-notice/60', 'bg-caution/50', 'bg-caution', 'bg-negative']

/** Shares of what is owed by age, as a bar with the amounts in words. */
export function AgeingBar({ ageing }: { ageing: readonly Kobo[] }) {
  const total = ageing.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n)
  const text = AGEING_LABELS.flatMap((label, n) =>
    (ageing[n] ?? 0n) === 0n ? [] : `${label}: ${formatNaira(ageing[n] as Kobo)}`,
  ).join(', ')
  if (total === 0n) return <span className="text-muted">None</span>
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className="flex h-2.5 w-36 min-w-24 overflow-hidden rounded-full bg-line"
    >
      {ageing.map((amount, n) =>
        amount > 0n ? (
          <span
            key={AGEING_LABELS[n]}
            className={SHADES[n]}
            style={{ flexGrow: ((amount * 1000n) / total).toString() }}
          />
        ) : null,
      )}
    </span>
  )
}
