import { CircleCheck, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Reply } from '../../../contract/endpoint.ts'
import { intakeApi } from '../../../contract/intake.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import type { Column } from '../../ui/Table.tsx'
import { useMay } from '../currentUser.ts'
import { ListPage } from '../ListPage.tsx'
import { useList } from '../useList.ts'
import { type Intake, WHY_MASKED } from './intakeWords.ts'

/** What reading a file did to it: values that were repaired, lines that were excluded. */

type Repair = Reply<typeof intakeApi.intakeRepairs>['rows'][number]
type Excluded = Reply<typeof intakeApi.intakeExcluded>['rows'][number]

const LINE = {
  id: 'line',
  title: 'Line',
  lead: true,
  className: 'whitespace-nowrap tabular-nums',
  cell: (row: { line: number }) => `Line ${row.line}`,
}
const value = (text: string): ReactNode => (
  <span className="font-mono text-[0.8125rem] break-words whitespace-pre-wrap max-md:text-right">{text}</span>
)

const REPAIR_COLUMNS: Column<Repair>[] = [
  LINE,
  { id: 'column', title: 'Column', className: 'md:max-w-48', cell: row => row.column || row.field },
  { id: 'was', title: 'In the file', cell: row => value(row.was) },
  { id: 'became', title: 'Read as', cell: row => value(row.became) },
]

const EXCLUDED_COLUMNS: Column<Excluded>[] = [
  LINE,
  { id: 'text', title: 'Text', cell: row => value(row.text || '(empty)') },
  { id: 'reason', title: 'Reason', cell: row => row.reason },
]

export function RepairedValues({ intake }: { intake: Intake }) {
  const list = useList(intakeApi.intakeRepairs, { id: intake.id })
  const repaired = intake.repairedValues ?? 0
  return (
    <ListPage
      bare
      list={list}
      caption="Repaired values"
      columns={REPAIR_COLUMNS}
      rowKey={row => `${row.sheet} ${row.line} ${row.field} ${row.became}`}
      above={
        <Above count={repaired} listed={list.data?.total}>
          Values that a spreadsheet changed or that were written for people: dates as serial numbers, amounts
          with commas, apostrophes, lost zeros. Check them before you submit the file.
        </Above>
      }
      empty={emptyOf(repaired, 'repaired value', 'Every value was read as it is in the file.')}
    />
  )
}

export function ExcludedLines({ intake }: { intake: Intake }) {
  const list = useList(intakeApi.intakeExcluded, { id: intake.id })
  const excluded = intake.skippedRows ?? 0
  return (
    <ListPage
      bare
      list={list}
      caption="Excluded lines"
      columns={EXCLUDED_COLUMNS}
      rowKey={row => `${row.sheet} ${row.line}`}
      above={
        <Above count={excluded} listed={list.data?.total}>
          Lines that are neither valid nor invalid rows: totals, blanks and repeats.
        </Above>
      }
      empty={emptyOf(excluded, 'excluded line', 'The file has no totals, blanks or repeats.')}
    />
  )
}

function Above({
  count,
  listed,
  children,
}: {
  count: number
  listed: number | undefined
  children: ReactNode
}) {
  const mayReveal = useMay('personal.reveal')
  if (count === 0 || listed === 0) return null
  return (
    <p className="border-b border-line p-5 text-muted">
      {children}
      {listed !== undefined && listed < count && ` The first ${countText(listed)} are listed.`}
      {!mayReveal && ` ${WHY_MASKED}`}
    </p>
  )
}

const emptyOf = (count: number, what: string, none: string) =>
  count > 0
    ? {
        compact: true,
        icon: <Trash2 />,
        title: 'Details deleted',
        text: `The details of ${countOf(count, what)} were deleted at the end of the retention period.`,
      }
    : { compact: true, icon: <CircleCheck />, title: `No ${what}s`, text: none }

/** Opens one of the two lists. */
export const NotesLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={{ search: to }} className="font-medium underline underline-offset-2">
    {children}
  </Link>
)
