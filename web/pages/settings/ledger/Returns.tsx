import { Download } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod/mini'
import { returnsApi, returnsExportApi } from '../../../../contract/returns.ts'
import { rolesNamed } from '../../../../contract/roles.ts'
import { SECTIONS, settingsApi } from '../../../../contract/settings.ts'
import { countText } from '../../../../engine/countText.ts'
import { formatMonth } from '../../../../engine/dates.ts'
import { formatNaira } from '../../../../engine/money.ts'
import { useApi } from '../../../api.ts'
import { ActDialog } from '../../../parts/ActDialog.tsx'
import { Amount } from '../../../parts/Amount.tsx'
import { useMay } from '../../../parts/currentUser.ts'
import { exportOf } from '../../../parts/fetchFile.ts'
import { ListPage } from '../../../parts/ListPage.tsx'
import { LoadError } from '../../../parts/LoadError.tsx'
import { settingsPath } from '../../../parts/settings/entries.ts'
import { wholeList } from '../../../parts/useList.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../../ui/Card.tsx'
import { CellText } from '../../../ui/CellText.tsx'
import { saveFile } from '../../../ui/download.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Select } from '../../../ui/Select.tsx'
import type { Column } from '../../../ui/Table.tsx'
import { BorrowersPreview } from '../LayoutPreview.tsx'

type Props = {
  month: string | undefined
  layout: string | undefined
  onChange: (changed: { month?: string; layout?: string }) => void
}

/** Returns of a month-end: the portfolio by class, and the borrowers for a credit bureau. */
export function Returns({ month, layout, onChange }: Props) {
  const stored = useApi(returnsApi.returnMonthList, {})
  if (stored.error && !stored.data)
    return (
      <Card>
        <LoadError of={stored} />
      </Card>
    )
  const months = stored.data?.months
  if (!months) return <CardSkeleton lines={6} />
  const chosen = months.find(each => each === month) ?? months[0]
  if (!chosen)
    return (
      <Card flush>
        <EmptyState title="No month-end snapshot yet">
          The first one is made when the first month with a loan is over.
        </EmptyState>
      </Card>
    )
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="sm:w-56">
        <Select
          label="Month"
          value={chosen}
          options={months.map(value => ({ value, label: formatMonth(value) }))}
          onChange={event => onChange({ month: event.target.value })}
        />
      </div>
      <Portfolio month={chosen} />
      <Borrowers month={chosen} layout={layout} onLayout={name => onChange({ layout: name })} />
    </div>
  )
}

type ClassRow = z.output<typeof returnsApi.portfolioReturn.reply>['rows'][number]

const COLUMNS: readonly Column<ClassRow>[] = [
  {
    id: 'class',
    title: 'Class',
    lead: true,
    cell: row => <CellText below={`${countText(row.loans)} loans`}>{row.name}</CellText>,
  },
  { id: 'principal', title: 'Principal', align: 'right', cell: row => <Amount of={row.principal} /> },
  {
    id: 'interest',
    title: 'Interest and fees',
    align: 'right',
    cell: row => (
      <CellText below={row.fees !== 0n && `${formatNaira(row.fees)} fees`}>
        <Amount of={row.interest} />
      </CellText>
    ),
  },
  {
    id: 'outstanding',
    title: 'Outstanding',
    align: 'right',
    phone: 'amount',
    cell: row => <Amount of={row.outstanding} />,
  },
  { id: 'provision', title: 'Provision', align: 'right', cell: row => <Amount of={row.provision} /> },
]

function Portfolio({ month }: { month: string }) {
  const found = useApi(returnsApi.portfolioReturn, { month })
  return (
    <ListPage
      title="Portfolio by class"
      exports={exportOf('Export portfolio by class', returnsExportApi.portfolioReturnExport, { month })}
      list={wholeList(found)}
      caption={`Portfolio by class at the end of ${formatMonth(month)}`}
      columns={COLUMNS}
      rowKey={row => row.name}
      skeletonRows={5}
      empty={{ compact: true, title: 'No active loans at the end of this month' }}
    >
      {found.data && found.data.rows.length > 0 && (
        <p className="border-t border-line bg-canvas/60 px-5 py-3 text-muted">
          {countText(found.data.loans)} loans, outstanding {formatNaira(found.data.outstanding)}, provision{' '}
          {formatNaira(found.data.provision)}
        </p>
      )}
    </ListPage>
  )
}

type BorrowersProps = { month: string; layout: string | undefined; onLayout: (name: string) => void }

function Borrowers({ month, layout, onLayout }: BorrowersProps) {
  const settings = useApi(settingsApi.settingList, {})
  const [isAsking, setAsking] = useState(false)
  const whyNot = useMay('personal.reveal')
    ? undefined
    : `Only ${rolesNamed('personal.reveal', 'and')} can do this.`
  const row = settings.data?.rows.find(each => each.section === 'layouts')
  if (!row) return <CardSkeleton lines={4} />
  const layouts = SECTIONS.layouts.schema
    .parse(row.value)
    .layouts.filter(each => each.use === 'borrowers' && each.status === 'active')
  const chosen = layouts.find(({ name }) => name === layout) ?? layouts[0]
  const editing = <LinkButton to={settingsPath('layouts')}>File layouts</LinkButton>
  if (!chosen)
    return (
      <Card flush>
        <EmptyState title="No layout for a credit bureau is active" action={editing}>
          Reactivate a layout, or add one.
        </EmptyState>
      </Card>
    )
  return (
    <Card title="Borrowers for a credit bureau" actions={editing}>
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-full sm:w-80">
            <Select
              label="Layout"
              value={chosen.name}
              options={layouts.map(({ name }) => ({ value: name, label: name }))}
              onChange={event => onLayout(event.target.value)}
            />
          </div>
          <Button
            look="primary"
            icon={<Download aria-hidden size={16} />}
            disabledReason={whyNot}
            onClick={() => setAsking(true)}
          >
            Export borrowers
          </Button>
        </div>
        <BorrowersPreview layout={chosen} month={month} />
      </div>
      {isAsking && (
        <ActDialog
          endpoint={returnsApi.borrowerFile}
          input={({ reason }) => ({ month, layout: chosen.name, reason })}
          done="Downloaded."
          onDone={({ name, bytes, type }) => {
            saveFile(name, new Blob([new Uint8Array(bytes)], { type }))
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
          title="Export borrowers"
          description={`The file has BVN, NIN, phone numbers and addresses of the borrowers of ${formatMonth(month)}. The export is logged with your name and reason.`}
          action="Export borrowers"
          reason
        />
      )}
    </Card>
  )
}
