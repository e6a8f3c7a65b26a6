import { BadgeCheck, Hourglass } from 'lucide-react'
import { useState } from 'react'
import { approvalApi, approvalExportApi } from '../../../contract/approvals.ts'
import { Amount } from '../../parts/Amount.tsx'
import { type Approval, type ApprovalAct, BLOCKED } from '../../parts/approvalWords.ts'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { useList } from '../../parts/useList.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EmptyValue } from '../../ui/EmptyValue.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { SelectRow } from '../../ui/SelectRow.tsx'
import { type Column, type Paging, Table } from '../../ui/Table.tsx'
import { ApprovalWhat } from './ApprovalWhat.tsx'

const ApprovalSheet = lazyPart(() => import('../../parts/ApprovalSheet.tsx').then(part => part.ApprovalSheet))

const VIEWS = {
  toDecide: {
    title: 'Pending your approval',
    empty: 'Nothing to approve',
    how: 'Items that other users submit and you can decide appear here.',
    icon: <BadgeCheck />,
  },
  mine: {
    title: 'Submitted by you',
    empty: 'Nothing pending',
    how: 'Items you submit stay here until they are decided.',
    icon: <Hourglass />,
  },
}

type View = keyof typeof VIEWS
type Order = 'age' | 'amount'
type Chosen = { act: ApprovalAct; items: readonly Approval[] }

/** Loaded by the page, so that it can draw all its lists at once. */
export function useApprovals(view: View, enabled = true) {
  const [order, setOrder] = useState<Order>('age')
  const list = useList(
    approvalApi.approvalList,
    { view, status: 'waiting', order },
    // a cursor belongs to one order
    { cursor: order === 'age' ? view : `${view}Amount`, enabled },
  )
  return { ...list, order, setOrder }
}

type Props = { view: View; list: ReturnType<typeof useApprovals> }

export function ApprovalsList({ view, list: { order, setOrder, ...list } }: Props) {
  const { title, empty, how, icon } = VIEWS[view]
  const [chosen, setChosen] = useState<Chosen>()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const pending = list.data?.total ?? 0
  const ticked = list.rows?.filter(item => selected.has(item.id) && !item.blocked) ?? []
  const close = (): void => {
    setChosen(undefined)
    setSelected(new Set())
  }
  // a list that could not be read is not empty, and the sheet outlives the last row
  if (pending === 0 && !list.error && !chosen) return null
  return (
    <Card
      flush
      title={title}
      actions={
        pending > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone="caution">{pending} pending</Badge>
            {ticked.length > 0 && (
              <Button size="small" onClick={() => setChosen({ act: 'approve', items: ticked })}>
                Review {ticked.length} selected
              </Button>
            )}
            {view === 'toDecide' && (
              <Button
                size="small"
                className="md:hidden"
                onClick={() => setOrder(order === 'age' ? 'amount' : 'age')}
              >
                {order === 'age' ? 'Sort by amount' : 'Sort by age'}
              </Button>
            )}
            <ExportMenu
              size="small"
              {...exportOf(`Export: ${title}`, approvalExportApi.approvalExport, {
                view,
                status: 'waiting',
                order,
              })}
            />
          </div>
        )
      }
    >
      <Table
        caption={title}
        columns={columnsFor(view, setChosen, { selected, setSelected })}
        {...list}
        {...(view === 'toDecide' ? sorting(order, setOrder) : {})}
        paging={onlyIfPaged(list.paging)}
        rowKey={item => item.id}
        skeletonRows={3}
        empty={
          <EmptyState compact icon={icon} title={empty}>
            {how}
          </EmptyState>
        }
      />
      {chosen && <ApprovalSheet {...chosen} onClose={close} />}
    </Card>
  )
}

/** The server sorts by age, the oldest first, or by amount, the largest first. */
const sorting = (order: Order, setOrder: (order: Order) => void) => ({
  sort: order === 'amount' ? '-amount' : 'age',
  onSort: (sort: string) => setOrder(sort.endsWith('amount') ? 'amount' : 'age'),
})

/** The badge says how many there are; one page needs no more. */
export const onlyIfPaged = (paging: Paging | undefined): Paging | undefined =>
  paging?.hasPrevious || paging?.hasNext ? paging : undefined

type Selection = { selected: ReadonlySet<string>; setSelected: (ids: ReadonlySet<string>) => void }

const toggled = (selected: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(selected.has(id) ? [...selected].filter(each => each !== id) : [...selected, id])

const selectColumn = ({ selected, setSelected }: Selection): Column<Approval> => ({
  id: 'select',
  title: 'Select',
  titleHidden: true,
  className: 'md:w-0',
  cell: item => (
    <SelectRow
      name={`${item.title}, ${item.summary}`}
      checked={selected.has(item.id) && !item.blocked}
      {...(item.blocked ? { disabledReason: BLOCKED[item.blocked] } : {})}
      onChange={() => setSelected(toggled(selected, item.id))}
    />
  ),
})

const WHAT: Column<Approval> = {
  id: 'what',
  title: 'Item',
  lead: true,
  cell: item => <ApprovalWhat item={item} />,
}
const REASON: Column<Approval> = {
  id: 'reason',
  title: 'Reason',
  cell: item => item.reason ?? <EmptyValue>Not provided</EmptyValue>,
  className: 'md:min-w-56',
  wraps: true,
}

function columnsFor(view: View, choose: (chosen: Chosen) => void, selection: Selection): Column<Approval>[] {
  const decides = view === 'toDecide'
  return [
    ...(decides ? [selectColumn(selection)] : []),
    WHAT,
    {
      id: 'amount',
      title: 'Amount',
      align: 'right',
      ...(decides ? { sort: 'amount' } : {}),
      className: 'whitespace-nowrap',
      cell: item =>
        item.amount === null ? <EmptyValue /> : <Amount of={item.amount} className="font-medium" />,
    },
    {
      id: 'submitted',
      title: 'Submitted',
      ...(decides ? { sort: 'age' } : {}),
      cell: item => (
        <CellText below={decides && item.makerName}>
          <RelativeTime at={item.askedAt} />
        </CellText>
      ),
    },
    REASON,
    {
      id: 'acts',
      title: 'Actions',
      titleHidden: true,
      align: 'right',
      cell: item => <Open view={view} item={item} onChoose={choose} />,
    },
  ]
}

type OpenProps = { view: View; item: Approval; onChoose: (chosen: Chosen) => void }

/** Quiet, in a row: the decision is made in the sheet. */
function Open({ view, item, onChoose }: OpenProps) {
  const [verb, act] = view === 'mine' ? (['Withdraw', 'withdraw'] as const) : (['Review', 'approve'] as const)
  return (
    <Button
      size="small"
      aria-label={`${verb}: ${item.title}, ${item.summary}`}
      disabledReason={item.blocked && view === 'toDecide' ? BLOCKED[item.blocked] : undefined}
      onClick={() => onChoose({ act, items: [item] })}
    >
      {verb}
    </Button>
  )
}
