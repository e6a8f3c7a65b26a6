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
import { type Intake, WHY_COVERED, WHY_NO_UPLOAD } from './intakeWords.ts'

type Refused = Reply<typeof intakeApi.intakeRefusals>['rows'][number]
type Props = {
  intake: Intake
  /** Where corrected rows are uploaded. */
  correctionPath: string
  /** What becomes of the corrected file. */
  becomes?: string
}

/** Every row that could not be taken, with line, column, value and reason. */
export function InvalidRows({ intake, correctionPath, becomes = 'it is added to this one' }: Props) {
  const list = useList(intakeApi.intakeRefusals, { id: intake.id })
  const refused = intake.refusedRows ?? 0
  // counted with the file, and deleted since
  const areGone = refused > 0 && list.data?.total === 0
  const mayReveal = useMay('personal.reveal')
  return (
    <ListPage
      bare
      list={list}
      caption="Refused rows"
      columns={COLUMNS}
      rowKey={row => `${row.sheet} ${row.line}`}
      above={
        refused > 0 &&
        !areGone && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b border-line p-5">
            <p className="min-w-64 flex-1 text-muted">
              These rows were kept aside; the good ones are not held up by them. Download them, correct them
              in their own columns and upload that file: {becomes}.{!mayReveal && ` ${WHY_COVERED}`}
            </p>
            <Acts intake={intake} correctionPath={correctionPath} />
          </div>
        )
      }
      empty={
        areGone
          ? {
              compact: true,
              icon: <Trash2 />,
              title: 'The refused rows were deleted',
              text: `${countOf(refused, 'row was', 'rows were')} refused. What stood there was deleted when the time of retention was over; only the number is kept.`,
            }
          : {
              compact: true,
              icon: <CircleCheck />,
              title: 'No row was refused',
              text: 'Every row was taken, or was no row at all: a title, a total, a blank line.',
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
        Refused rows (CSV)
      </Button>
      {mayUpload && isOpen ? (
        <LinkButton to={correctionPath} icon={<Upload aria-hidden size={16} />}>
          Upload corrections
        </LinkButton>
      ) : (
        <Button
          icon={<Upload aria-hidden size={16} />}
          disabledReason={mayUpload ? 'Another file has taken the place of this one.' : WHY_NO_UPLOAD}
        >
          Upload corrections
        </Button>
      )}
    </div>
  )
}

type Show = (problem: Refused['problems'][number]) => string

const each = (row: Refused, show: Show, look = '') => (
  <ul className={clsx('flex min-w-0 flex-col gap-1 max-md:text-right', look)}>
    {row.problems.map(problem => (
      <li key={`${problem.column} ${problem.reason}`} className="min-h-5 break-words">
        {show(problem)}
      </li>
    ))}
  </ul>
)

const COLUMNS: Column<Refused>[] = [
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
  { id: 'reason', title: 'What is wrong', cell: row => each(row, problem => problem.reason) },
]
