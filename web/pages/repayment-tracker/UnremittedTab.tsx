import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { repaymentApi, repaymentExportApi } from '../../../contract/repayments.ts'
import { countOf } from '../../../engine/countText.ts'
import { formatNaira, type Kobo, kobo, sum } from '../../../engine/money.ts'
import { Amount } from '../../parts/Amount.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { type BatchRow, WHY_NO_REPAYMENT } from '../../parts/repayments/repaymentWords.ts'
import { useList } from '../../parts/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { CardSkeleton } from '../../ui/Card.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'
import { BATCH } from './batchColumns.tsx'
import { TabLine } from './TabLine.tsx'

const RemittanceDialog = lazyPart(() =>
  import('./RemittanceDialog.tsx').then(dialog => dialog.RemittanceDialog),
)

type Sources = NonNullable<Reply<typeof repaymentApi.repaymentList>['bySource']>

/** Deductions posted but not remitted: owed by the payroll office, not by the customer. */
export function UnremittedTab() {
  const list = useList(repaymentApi.repaymentList, { unremitted: 'true' }, { limit: 100 })
  const [paying, setPaying] = useState<BatchRow>()
  const mayAsk = useMay('money.ask')
  const sources = list.data?.bySource
  // the number of sources decides where the list begins
  if (!list.data && !list.error) return <CardSkeleton lines={8} />
  return (
    <div className="flex flex-col gap-6">
      <div className="-mb-6">
        <TabLine
          means="Unremitted: deducted from pay, not received in the bank. The payroll office owes it."
          count={list.data?.total}
          one="batch"
          many="batches"
          total={sources ? sum(sources.map(source => source.owed)) : undefined}
        />
      </div>
      {sources && sources.length > 0 && (
        <>
          <BySource sources={sources} />
          <Beyond sources={sources} net={list.data?.officesOwe ?? null} />
        </>
      )}
      <ListPage
        title="Unremitted batches"
        name="unremitted"
        views={false}
        list={list}
        caption="Unremitted deductions by batch"
        columns={[...COLUMNS, actColumn(mayAsk, setPaying)]}
        exports={exportOf('Export unremitted deductions', repaymentExportApi.repaymentListExport, {
          unremitted: 'true',
        })}
        empty={{
          icon: <HandCoins />,
          title: 'No unremitted deductions',
          text: 'Batches appear here when the payroll office has remitted less than it deducted. Customers are not asked for this amount.',
        }}
      />
      {paying && <RemittanceDialog key={paying.id} batch={paying} onClose={() => setPaying(undefined)} />}
    </div>
  )
}

/** Shows the net amount when a payroll office has remitted more than it deducted, as the dashboard does. */
function Beyond({ sources, net }: { sources: Sources; net: Kobo | null }) {
  const owed = sum(sources.map(source => source.owed))
  if (net === null || owed <= net) return null
  return (
    <p className="text-muted">
      Unremitted for these batches <span className="font-medium text-ink">{formatNaira(owed)}</span>, less{' '}
      <span className="font-medium text-ink">{formatNaira(kobo(owed - net))}</span> overpaid on other batches:{' '}
      <span className="font-medium text-ink">{formatNaira(net)}</span> net, as on the dashboard.
    </p>
  )
}

/** Totals of all batches, not only of the shown page. */
const BySource = ({ sources }: { sources: Sources }) => (
  <dl className="flex flex-wrap gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card">
    {sources.map(({ source, sourceName, batches, owed }) => (
      <div key={source} className="min-w-48 flex-1 bg-surface px-5 py-3.5">
        <dt className="text-[0.8125rem] text-muted">Unremitted by {sourceName}</dt>
        <dd className="mt-0.5 text-base leading-6 font-semibold tracking-tight tabular-nums">
          {formatNaira(owed)}
          <span className="block text-[0.8125rem] font-normal tracking-normal text-muted">
            {countOf(batches, 'batch', 'batches')}
          </span>
        </dd>
      </div>
    ))}
  </dl>
)

const COLUMNS: readonly Column<BatchRow>[] = [
  BATCH,
  {
    id: 'posted',
    phone: 'date',
    title: 'Posted',
    cell: batch => batch.postedAt && <RelativeTime at={batch.postedAt} />,
  },
  {
    id: 'deducted',
    title: 'Deducted',
    align: 'right',
    cell: batch => <Amount of={kobo(batch.postedTotal + batch.suspenseTotal)} />,
  },
  { id: 'received', title: 'Received', align: 'right', cell: batch => <Amount of={batch.bankCredit} /> },
  {
    id: 'owed',
    phone: 'amount',
    title: 'Unremitted',
    align: 'right',
    cell: batch => <Amount of={batch.unremitted} className="font-semibold text-caution" />,
  },
]

const actColumn = (mayAsk: boolean, onPay: (batch: BatchRow) => void): Column<BatchRow> => ({
  id: 'acts',
  title: 'Actions',
  titleHidden: true,
  align: 'right',
  cell: batch => (
    <Button size="small" disabledReason={mayAsk ? undefined : WHY_NO_REPAYMENT} onClick={() => onPay(batch)}>
      Record remittance
    </Button>
  ),
})
