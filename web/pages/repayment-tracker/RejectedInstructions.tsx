import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { instructionApi, instructionExportApi } from '../../../contract/instructions.ts'
import { userApi } from '../../../contract/staff.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { useCurrentUser, useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { CellText } from '../../ui/CellText.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Column } from '../../ui/Table.tsx'
import { KIND_WORDS, REJECTED_VIEWS } from './instructionWords.ts'

type Rejection = Reply<typeof instructionApi.instructionRejections>['rows'][number]

/** Lines that a payroll office rejected: each is a task until it is closed. */
export function RejectedInstructions() {
  const [params, setParams] = useSearchParams()
  const isMine = params.get('view') === REJECTED_VIEWS.mine
  const asked = { state: 'open' as const, ...(isMine ? { mine: 'true' as const } : {}) }
  const list = useList(instructionApi.instructionRejections, asked, { cursor: 'rejected' })
  const [closing, setClosing] = useState<Rejection>()
  const [assigning, setAssigning] = useState<Rejection>()
  const mayAsk = useMay('money.ask')
  const me = useCurrentUser()
  return (
    <ListPage
      title="Rejected by payroll offices"
      list={list}
      caption="Rejected instruction lines, oldest first"
      columns={[
        ...COLUMNS,
        actColumn(mayAsk ? undefined : 'Only Admin and superAdmin can do this.', setAssigning, setClosing),
      ]}
      rowKey={row => `${row.listId} ${row.no}`}
      filters={
        <div className="md:w-44">
          <Select
            label="Owner"
            labelHidden
            value={isMine ? REJECTED_VIEWS.mine : REJECTED_VIEWS.all}
            options={[
              { value: REJECTED_VIEWS.all, label: 'Any owner' },
              { value: REJECTED_VIEWS.mine, label: 'Assigned to you' },
            ]}
            onChange={({ target }) => setParams({ tab: 'instructions', view: target.value })}
          />
        </div>
      }
      exports={exportOf('Export rejected lines', instructionExportApi.instructionRejectionExport, asked)}
      empty={{
        compact: true,
        icon: <MailCheck />,
        title: isMine ? 'No open rejections are assigned to you' : 'No open rejections',
        text: 'Lines that a payroll office rejects appear here.',
      }}
    >
      {assigning && (
        <AssignDialog
          row={assigning}
          onClose={() => {
            setAssigning(undefined)
            void list.refetch()
          }}
        />
      )}
      {closing && (
        <ActDialog
          endpoint={instructionApi.instructionRejectionChange}
          input={({ reason }) => ({
            listId: closing.listId,
            no: closing.no,
            ownerId: closing.ownerId ?? me.id,
            note: reason,
            close: true,
          })}
          done="Rejection closed."
          onDone={() => {
            setClosing(undefined)
            void list.refetch()
          }}
          onClose={() => setClosing(undefined)}
          title={`Close the rejection of ${closing.customerName}?`}
          description={`${closing.listNumber}: ${closing.reason}`}
          action="Close rejection"
          reason={{ label: 'Note' }}
        />
      )}
    </ListPage>
  )
}

const COLUMNS: readonly Column<Rejection>[] = [
  {
    id: 'person',
    title: 'Customer',
    lead: true,
    cell: row => (
      <RowLink to={paths.customer(row.customerId)} number={row.staffNumber}>
        {row.customerName}
      </RowLink>
    ),
  },
  {
    id: 'list',
    title: 'List',
    cell: row => <CellText below={KIND_WORDS[row.kind].title}>{row.listNumber}</CellText>,
  },
  { id: 'amount', title: 'Amount', align: 'right', cell: row => <Amount of={row.amount} /> },
  {
    id: 'reason',
    title: 'Reason',
    phone: 'status',
    className: 'md:min-w-36',
    wraps: true,
    cell: row => row.reason,
  },
  { id: 'owner', title: 'Owner', cell: row => row.ownerName ?? 'None' },
  { id: 'age', title: 'Age', phone: 'date', cell: row => <RelativeTime at={row.answeredAt} /> },
]

type Act = (row: Rejection) => void

const actColumn = (whyNot: string | undefined, onAssign: Act, onClose: Act): Column<Rejection> => ({
  id: 'close',
  title: 'Assign or close',
  titleHidden: true,
  align: 'right',
  cell: row => (
    <span className="inline-flex justify-end gap-2">
      <Button
        size="small"
        disabledReason={whyNot}
        onClick={() => onAssign(row)}
        aria-label={`Assign rejection: ${row.customerName}`}
      >
        Assign
      </Button>
      <Button
        size="small"
        disabledReason={whyNot}
        onClick={() => onClose(row)}
        aria-label={`Close rejection: ${row.customerName}`}
      >
        Close
      </Button>
    </span>
  ),
})

function AssignDialog({ row, onClose }: { row: Rejection; onClose: () => void }) {
  const staff = useApi(userApi.colleagueList, {})
  const people = (staff.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ActDialog
      endpoint={instructionApi.instructionRejectionChange}
      initial={{ ownerId: row.ownerId ?? '' }}
      input={({ ownerId }) => ({ listId: row.listId, no: row.no, ownerId })}
      done="Rejection assigned."
      onClose={onClose}
      title={`Assign the rejection of ${row.customerName}`}
      description={`${row.listNumber}: ${row.reason}`}
      action="Assign"
      disabledReason={({ ownerId }) => (ownerId === '' ? 'Choose a user first.' : undefined)}
    >
      {({ values, set }) => (
        <>
          <Combobox
            label="Assigned to"
            placeholder="Type a name"
            value={values.ownerId}
            options={people}
            loading={staff.isPending}
            onChange={ownerId => set('ownerId', ownerId)}
          />
          {staff.error && <Notice tone="negative">{staff.error.message}</Notice>}
        </>
      )}
    </ActDialog>
  )
}
