import { BadgeCheck, Hourglass } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod/mini'
import { type approval, approvalApi, approvalExportApi } from '../../../contract/approvals.ts'
import type { ApprovalAct } from '../../parts/ApprovalDialog.tsx'
import { ExportMenu } from '../../parts/ExportMenu.tsx'
import { exportOf } from '../../parts/fetchFile.ts'
import { useList } from '../../parts/useList.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { type Column, type Paging, Table } from '../../ui/Table.tsx'
import { ApprovalWhat } from './ApprovalWhat.tsx'

const ApprovalDialog = lazyPart(() =>
  import('../../parts/ApprovalDialog.tsx').then(dialog => dialog.ApprovalDialog),
)

export type Approval = z.output<typeof approval>

const VIEWS = {
  toDecide: {
    title: 'Waiting for a second person',
    empty: 'Nothing waits for you',
    how: 'What a colleague asks for and you may decide appears here: who asked, why, and what it changes.',
    icon: <BadgeCheck />,
  },
  mine: {
    title: 'Asked for by you',
    empty: 'You have nothing waiting',
    how: 'What you ask for and another person has to approve stays here until it is decided.',
    icon: <Hourglass />,
  },
}

const BLOCKED: Record<NonNullable<Approval['blocked']>, string> = {
  same_person: 'You asked for this yourself. Another person has to decide it.',
  involved: 'This concerns you, so another person has to decide it.',
  own: 'It is about your own account, or a loan of yours is in it. Another person has to decide it.',
  linked:
    'Your account is linked to someone who asked for or prepared this. Another person has to decide it.',
  same_browser: 'The person who asked is signed in in this browser too. Approve on your own device.',
  same_place:
    'This was asked for from your network address and kind of browser. Approve from another device.',
  permission: 'Your role does not decide this.',
}

type Chosen = { act: ApprovalAct; item: Approval }

type View = keyof typeof VIEWS

/** Asked for by the page, so that it can wait for all its lists and draw them once. */
export const useApprovals = (view: View, enabled = true) =>
  useList(approvalApi.approvalList, { view, status: 'waiting' }, { cursor: view, enabled })

type Props = { view: View; list: ReturnType<typeof useApprovals> }

export function ApprovalsList({ view, list }: Props) {
  const { title, empty, how, icon } = VIEWS[view]
  const [chosen, setChosen] = useState<Chosen>()
  // fetched with the first press: most who come to the dashboard decide nothing, and it is a good part of the page
  const [wasAsked, setWasAsked] = useState(false)
  const choose = (asked: Chosen): void => {
    setWasAsked(true)
    setChosen(asked)
  }
  const waiting = list.data?.total ?? 0
  // a list that could not be read is not an empty one, and nobody's note goes when the last item does
  if (waiting === 0 && !list.error && !chosen) return null
  return (
    <Card
      flush
      title={title}
      actions={
        waiting > 0 && (
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone="caution">{waiting} waiting</Badge>
            <ExportMenu
              size="small"
              {...exportOf(`Export: ${title}`, approvalExportApi.approvalExport, { view, status: 'waiting' })}
            />
          </div>
        )
      }
    >
      <Table
        caption={title}
        columns={columnsFor(view, choose)}
        {...list}
        paging={onlyIfPaged(list.paging)}
        rowKey={item => item.id}
        skeletonRows={3}
        empty={
          <EmptyState compact icon={icon} title={empty}>
            {how}
          </EmptyState>
        }
      />
      {wasAsked && <ApprovalDialog {...chosen} onClose={() => setChosen(undefined)} />}
    </Card>
  )
}

/** The badge above says how many there are; a list of one page needs no more. */
export const onlyIfPaged = (paging: Paging | undefined): Paging | undefined =>
  paging?.hasPrevious || paging?.hasNext ? paging : undefined

const MAKER: Column<Approval> = {
  id: 'maker',
  title: 'Asked by',
  className: 'min-[90rem]:whitespace-nowrap',
  cell: item => item.makerName,
}
const STATUS: Column<Approval> = {
  id: 'status',
  title: 'Status',
  cell: () => (
    <Badge tone="caution" dot>
      Waiting for a second person
    </Badge>
  ),
}

function columnsFor(view: View, choose: (chosen: Chosen) => void): Column<Approval>[] {
  return [
    {
      id: 'what',
      title: 'What',
      lead: true,
      cell: item => <ApprovalWhat item={item} />,
    },
    view === 'toDecide' ? MAKER : STATUS,
    { id: 'asked', title: 'Asked', cell: item => <RelativeTime at={item.askedAt} /> },
    {
      id: 'why',
      title: 'Why',
      cell: item => item.reason ?? <span className="text-faint">No reason given</span>,
      className: 'md:max-w-72',
    },
    {
      id: 'acts',
      title: 'Actions',
      titleHidden: true,
      align: 'right',
      cell: item => <Acts view={view} item={item} onChoose={act => choose({ act, item })} />,
    },
  ]
}

type ActsProps = { view: View; item: Approval; onChoose: (act: ApprovalAct) => void }

function Acts({ view, item, onChoose }: ActsProps) {
  if (view === 'mine') {
    return (
      <Button size="small" onClick={() => onChoose('withdraw')}>
        Withdraw
      </Button>
    )
  }
  const disabledReason = item.blocked ? BLOCKED[item.blocked] : undefined
  return (
    <div className="flex justify-end gap-2 max-md:mt-1">
      <Button size="small" disabledReason={disabledReason} onClick={() => onChoose('decline')}>
        Decline
      </Button>
      <Button size="small" look="primary" disabledReason={disabledReason} onClick={() => onChoose('approve')}>
        Approve
      </Button>
    </div>
  )
}
