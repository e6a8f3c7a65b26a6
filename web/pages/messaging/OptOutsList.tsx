import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { inboundApi, messagingExportApi } from '../../../contract/messaging.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useWhyNot } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { Input } from '../../ui/Input.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { Column } from '../../ui/Table.tsx'

type OptOut = Reply<typeof inboundApi.optOutList>['rows'][number]

/** Numbers that opted out of reminders and offers. */
export function OptOutsList() {
  const [doing, setDoing] = useState<OptOut | 'add'>()
  const stop = (): void => setDoing(undefined)
  const whyNot = useWhyNot('customer.change')
  return (
    <ListPage
      title="Opted-out numbers"
      actions={
        <Button size="small" disabledReason={whyNot} onClick={() => setDoing('add')}>
          Add number
        </Button>
      }
      name="opt-outs"
      views={false}
      list={useList(inboundApi.optOutList, {})}
      caption="Opt-outs"
      columns={columnsOf(setDoing, whyNot)}
      exports={exportOf('Export opt-outs', messagingExportApi.optOutExport, {})}
      skeletonRows={4}
      empty={{
        icon: <BellOff />,
        title: 'No opt-outs',
        text: 'Numbers that reply STOP appear here and get no more reminders or offers. Transaction messages are still sent.',
      }}
    >
      {doing === 'add' && <AddDialog onClose={stop} />}
      {doing && doing !== 'add' && <LiftDialog optOut={doing} onClose={stop} />}
    </ListPage>
  )
}

const columnsOf = (onLift: (optOut: OptOut) => void, whyNot: string | undefined): Column<OptOut>[] => [
  {
    id: 'phone',
    title: 'Number',
    lead: true,
    cell: row => (
      <CellText
        beside={
          row.customerId && (
            <Link
              to={paths.customer(row.customerId)}
              className="rounded underline decoration-line underline-offset-4 hover:decoration-current"
            >
              {row.customerName ?? 'Open customer'}
            </Link>
          )
        }
      >
        <span className="font-medium tabular-nums">{row.phone}</span>
      </CellText>
    ),
  },
  {
    id: 'source',
    phone: 'status',
    title: 'Source',
    cell: row => <CellText beside={row.reason}>{row.source}</CellText>,
  },
  { id: 'since', title: 'Since', phone: 'date', cell: row => <RelativeTime at={row.since} /> },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    cell: row => (
      <div className="flex md:justify-end">
        <Button
          size="small"
          disabledReason={whyNot}
          aria-label={`Remove opt-out of ${row.phone}`}
          onClick={() => onLift(row)}
        >
          Remove
        </Button>
      </div>
    ),
  },
]

function LiftDialog({ optOut, onClose }: { optOut: OptOut; onClose: () => void }) {
  return (
    <ActDialog
      endpoint={inboundApi.optOutLift}
      input={({ reason }) => ({ id: optOut.id, reason })}
      done="Opt-out removed."
      onClose={onClose}
      title={`Remove opt-out of ${optOut.customerName ?? optOut.phone}?`}
      description="Do this only if the customer asked to receive messages again. The change is recorded in the audit trail."
      action="Remove opt-out"
      reason={{ label: 'How the customer asked' }}
    />
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  return (
    <ActDialog
      endpoint={inboundApi.optOutAdd}
      initial={{ phone: '' }}
      input={(values, id) => ({ id, ...values })}
      done="Number opted out."
      onClose={onClose}
      title="Add opt-out"
      description="For a customer who opted out by phone or in person."
      action="Add opt-out"
      reason={{ rows: 2 }}
    >
      {({ field }) => (
        <Input
          {...field('phone')}
          label="Phone number"
          inputMode="tel"
          placeholder="0803 123 4567"
          maxLength={40}
        />
      )}
    </ActDialog>
  )
}
