import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { instructionApi, instructionExportApi } from '../../../contract/instructions.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { Amount } from '../../parts/Amount.tsx'
import { useCurrentUser, useMay } from '../../parts/currentUser.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { useList } from '../../parts/useList.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import type { Column } from '../../ui/Table.tsx'
import { KIND_WORDS } from './instructionWords.ts'

type Rejection = Reply<typeof instructionApi.instructionRejections>['rows'][number]

/** Lines that a payroll office rejected: each is a task until it is closed. */
export function RejectedInstructions() {
  const list = useList(instructionApi.instructionRejections, { state: 'open' }, { cursor: 'rejected' })
  const [closing, setClosing] = useState<Rejection>()
  const mayAsk = useMay('money.ask')
  const me = useCurrentUser()
  return (
    <ListPage
      title="Rejected by payroll offices"
      list={list}
      caption="Rejected instruction lines, oldest first"
      columns={[
        ...COLUMNS,
        actColumn(mayAsk ? undefined : 'Only Admin and superAdmin can do this.', setClosing),
      ]}
      rowKey={row => `${row.listId} ${row.no}`}
      exports={exportOf('Export rejected lines', instructionExportApi.instructionRejectionExport, {
        state: 'open',
      })}
      empty={{
        compact: true,
        icon: <MailCheck />,
        title: 'No open rejections',
        text: 'Lines that a payroll office rejects appear here.',
      }}
    >
      {closing && (
        <ActDialog
          endpoint={instructionApi.instructionRejectionChange}
          input={({ reason }) => ({
            listId: closing.listId,
            no: closing.no,
            ownerId: me.id,
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
      <RowLink to={paths.customer(row.customerId)} beside={row.staffNumber}>
        {row.customerName}
      </RowLink>
    ),
  },
  {
    id: 'list',
    title: 'List',
    cell: row => `${row.listNumber}, ${KIND_WORDS[row.kind].title.toLowerCase()}`,
  },
  { id: 'amount', title: 'Amount', align: 'right', cell: row => <Amount of={row.amount} /> },
  { id: 'reason', title: 'Reason', phone: 'status', cell: row => row.reason },
  { id: 'owner', title: 'Owner', cell: row => row.ownerName ?? 'None' },
  { id: 'age', title: 'Age', phone: 'date', cell: row => <RelativeTime at={row.answeredAt} /> },
]

const actColumn = (whyNot: string | undefined, onClose: (row: Rejection) => void): Column<Rejection> => ({
  id: 'close',
  title: 'Close',
  titleHidden: true,
  align: 'right',
  cell: row => (
    <Button
      size="small"
      disabledReason={whyNot}
      onClick={() => onClose(row)}
      aria-label={`Close rejection: ${row.customerName}`}
    >
      Close rejection
    </Button>
  ),
})
