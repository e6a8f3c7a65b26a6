import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod/mini'
import { REFUND_COUNTED, type RefundListed, refundApi, refundExportApi } from '../../../contract/refunds.ts'
import { countOf } from '../../../engine/countText.ts'
import { Amount } from '../../parts/Amount.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListFilters } from '../../parts/ListFilters.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { useOfficerFilter } from '../../parts/Officer.tsx'
import { usePrivateSearch } from '../../parts/privateSearch.ts'
import { useList } from '../../parts/useList.ts'
import { useUrlParam } from '../../parts/useUrlParam.ts'
import { Hint, Meanings } from '../../ui/Hint.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RefundActs } from './RefundActs.tsx'
import { RefundForecast } from './RefundForecast.tsx'
import { RefundViews } from './RefundViews.tsx'
import { refundColumns, selectRefund } from './refundColumns.tsx'
import { REFUND_STATES, type RefundRow, type RefundView } from './refundWords.ts'

const RefundCaseDialog = lazyPart(() =>
  import('./RefundCaseDialog.tsx').then(dialog => dialog.RefundCaseDialog),
)

const FILTER = z.pick(refundApi.refundList.input, { search: true, officerCode: true })
const isView = (name: string): name is RefundView => REFUND_COUNTED.some(view => view === name)

/** Credits of repaid and written-off loans, from their detection to the bank's confirmation, and those to expect. */
export function RefundDesk() {
  const [params, setParams] = useSearchParams()
  const [caseId, setCase] = useUrlParam('case')
  const named = params.get('state') ?? ''
  const view = isView(named) ? named : 'detected'
  const choose = (next: RefundView): void =>
    setParams(now => {
      const changed = new URLSearchParams(now)
      changed.delete('cursor')
      changed.set('state', next)
      return changed
    })
  return (
    <>
      {view === 'forecast' ? (
        <RefundForecast onChoose={choose} />
      ) : (
        <Cases key={view} status={view} onChoose={choose} onOpen={setCase} />
      )}
      {caseId && <RefundCaseDialog key={caseId} id={caseId} onClose={() => setCase(undefined)} />}
    </>
  )
}

type Props = { status: RefundListed; onChoose: (view: RefundView) => void; onOpen: (id: string) => void }

/** States whose cases are acted on together. */
const SELECTED: ReadonlySet<RefundListed> = new Set([
  'detected',
  'belowMinimum',
  'returned',
  'approved',
  'unclaimed',
])

function Cases({ status, onChoose, onOpen }: Props) {
  const query = usePrivateSearch(FILTER)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const asked = { ...query.filter, status }
  const list = useList(refundApi.refundList, asked)
  const words = REFUND_STATES[status]
  const mayAct = useMay('money.ask') && SELECTED.has(status)
  const rows = list.rows ?? []
  const free = rows.filter(row => whyNot(status, row) === null)
  const selected = rows.filter(row => chosen.has(row.id))
  const isWhole = free.length > 0 && free.every(row => chosen.has(row.id))
  const toggle = (id: string): void =>
    setChosen(new Set(chosen.has(id) ? [...chosen].filter(each => each !== id) : [...chosen, id]))
  const columns = refundColumns(status, onOpen)
  return (
    <ListPage
      name="refunds"
      list={list}
      caption={`Refund cases: ${words.title.toLowerCase()}`}
      columns={
        mayAct
          ? [
              selectRefund({ has: id => chosen.has(id), whyNot: row => whyNot(status, row), toggle }),
              ...columns,
            ]
          : columns
      }
      query={query}
      filters={
        <ListFilters
          query={query}
          label="Search case, loan or customer"
          placeholder="Case, loan or customer"
          filters={[useOfficerFilter(query)]}
        />
      }
      above={<RefundViews chosen={status} onChoose={onChoose} />}
      note={
        list.data && (
          <>
            {countOf(list.data.total, 'case')} ·{' '}
            <Amount of={list.data.amount} className="font-medium text-ink" />
          </>
        )
      }
      selection={
        mayAct
          ? {
              count: selected.length,
              page: free.length === 0 ? null : isWhole ? 'all' : selected.length > 0 ? 'some' : 'none',
              onPage: () => setChosen(new Set(isWhole ? [] : free.map(row => row.id))),
              onClear: () => setChosen(new Set()),
              acts: <RefundActs status={status} selected={selected} onDone={() => setChosen(new Set())} />,
            }
          : undefined
      }
      tools={
        <Hint label="Meaning of the states">
          <Meanings of={Object.values(REFUND_STATES).map(({ title, means }) => ({ term: title, means }))} />
        </Hint>
      }
      exports={exportOf('Export refunds', refundExportApi.refundExport, asked)}
      empty={{ icon: <Undo2 />, title: words.empty, text: words.means }}
      noMatch={{ title: 'No matching refunds', text: 'Try another spelling, or another state.' }}
    />
  )
}

const whyNot = (status: RefundListed, row: RefundRow): string | null => {
  if (status === 'belowMinimum') return row.cannotUnclaim
  return status === 'approved' ? row.cannotPay : row.cannotPropose
}
