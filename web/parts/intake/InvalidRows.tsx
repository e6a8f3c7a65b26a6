import clsx from 'clsx'
import { CircleCheck, Download, Trash2, Upload } from 'lucide-react'
import type { Reply } from '../../../contract/endpoint.ts'
import { intakeApi } from '../../../contract/intake.ts'
import { countOf } from '../../../engine/countText.ts'
import { useAct } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { saveFile } from '../../ui/download.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import type { Column } from '../../ui/Table.tsx'
import { toast } from '../../ui/toast.ts'
import { useMay } from '../currentUser.ts'
import { ListPage } from '../ListPage.tsx'
import { useList } from '../useList.ts'
import { type Intake, WHY_MASKED, WHY_NO_UPLOAD } from './intakeWords.ts'

type InvalidRow = Reply<typeof intakeApi.intakeRefusals>['rows'][number]
type Props = {
  intake: Intake
  /** Path for the upload of corrected rows. */
  correctionPath: string
  /** What happens to the corrected file, as a sentence without a full stop. */
  becomes?: string
}

/** Invalid rows with line, column, value and reason. */
export function InvalidRows({ intake, correctionPath, becomes = 'It is added to this upload' }: Props) {
  const list = useList(intakeApi.intakeRefusals, { id: intake.id })
  const refused = intake.refusedRows ?? 0
  // counted with the file and deleted after the retention period
  const areDeleted = refused > 0 && list.data?.total === 0
  const mayReveal = useMay('personal.reveal')
  return (
    <ListPage
      bare
      list={list}
      caption="Invalid rows"
      columns={COLUMNS}
      rowKey={row => `${row.sheet} ${row.line}`}
      above={
        refused > 0 &&
        !areDeleted && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line p-5">
            <p className="min-w-64 flex-1 text-muted">
              These rows are excluded; the valid rows are not affected. Download them, correct them in their
              columns and upload the file. {becomes}.{!mayReveal && ` ${WHY_MASKED}`}
            </p>
            <Acts intake={intake} correctionPath={correctionPath} />
          </div>
        )
      }
      empty={
        areDeleted
          ? {
              compact: true,
              icon: <Trash2 />,
              title: 'Invalid rows deleted',
              text: `The details of ${countOf(refused, 'invalid row')} were deleted at the end of the retention period.`,
            }
          : {
              compact: true,
              icon: <CircleCheck />,
              title: 'No invalid rows',
              text: 'Every data row is valid. Titles, totals and blank lines are not counted.',
            }
      }
    />
  )
}

function Acts({ intake, correctionPath }: Props) {
  const fetchFile = useAct(intakeApi.intakeRefusalFile)
  const mayUpload = useMay('money.ask')
  const isOpen = intake.status !== 'superseded'
  const save = (): void =>
    fetchFile.mutate(
      { id: intake.id },
      {
        onSuccess: ({ bytes, type, name }) => saveFile(name, new Blob([new Uint8Array(bytes)], { type })),
        onError: error => toast('error', error.message),
      },
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<Download aria-hidden size={16} />}
        pending={fetchFile.isPending}
        disabledReason={mayUpload ? undefined : WHY_NO_UPLOAD}
        onClick={save}
      >
        Invalid rows (CSV)
      </Button>
      {mayUpload && isOpen ? (
        <LinkButton to={correctionPath} icon={<Upload aria-hidden size={16} />}>
          Upload corrections
        </LinkButton>
      ) : (
        <Button
          icon={<Upload aria-hidden size={16} />}
          disabledReason={mayUpload ? 'A later file has replaced this one.' : WHY_NO_UPLOAD}
        >
          Upload corrections
        </Button>
      )}
    </div>
  )
}

type Show = (problem: InvalidRow['problems'][number]) => string

const each = (row: InvalidRow, show: Show, look = '') => (
  <ul className={clsx('flex min-w-0 flex-col gap-1 max-md:text-right', look)}>
    {row.problems.map(problem => (
      <li key={`${problem.column} ${problem.reason}`} className="min-h-5 break-words">
        {show(problem)}
      </li>
    ))}
  </ul>
)

const COLUMNS: Column<InvalidRow>[] = [
  {
    id: 'line',
    title: 'Line',
    lead: true,
    className: 'whitespace-nowrap tabular-nums',
    cell: row => `Line ${row.line}`,
  },
  {
    id: 'column',
    title: 'Column',
    className: 'md:max-w-48',
    cell: row => each(row, problem => problem.column || problem.field),
  },
  {
    id: 'value',
    title: 'Value',
    className: 'md:max-w-48',
    cell: row => each(row, problem => problem.value || '(empty)', 'font-mono text-[0.8125rem] leading-5'),
  },
  { id: 'reason', title: 'Reason', cell: row => each(row, problem => problem.reason) },
]
