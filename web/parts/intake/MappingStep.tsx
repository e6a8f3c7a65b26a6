import { useState } from 'react'
import { type ColumnMapping, type IntakeKind, intakeApi } from '../../../contract/intake.ts'
import { useAct } from '../../api.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Select } from '../../ui/Select.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { useMay } from '../currentUser.ts'
import { UnsavedGuard } from '../UnsavedGuard.tsx'
import { CancelUpload } from './CancelUpload.tsx'
import { ChangeMonth, OtherMonth } from './ChangeMonth.tsx'
import { HeaderRowPicker } from './HeaderRowPicker.tsx'
import { type Layout, type ReadIntake, WHY_NO_UPLOAD } from './intakeWords.ts'
import { fieldAt, fieldOptions, missingTitles, withColumn } from './mapping.ts'

type Props = { intake: ReadIntake; layout: Layout }

/** Column mapping: detected, corrected by the user, and saved for the source. */
export function MappingStep({ intake, layout }: Props) {
  const { id, kind } = intake
  const [mapping, setMapping] = useState<ColumnMapping>(layout.mapping)
  const start = useAct(intakeApi.intakeMap)
  const mayUpload = useMay('money.ask')
  const missing = missingTitles(kind, mapping)
  const whyMissing =
    missing.length > 0 ? `Map a column to each of these fields first: ${missing.join(', ')}.` : undefined
  const whyNot = mayUpload ? whyMissing : WHY_NO_UPLOAD
  const isChanged = layout.columns.some(
    ({ index }) => fieldAt(mapping, index) !== fieldAt(layout.mapping, index),
  )
  return (
    <div className="flex flex-col gap-6">
      <UnsavedGuard
        when={isChanged && !start.isPending && !start.isSuccess}
        means="Your column mapping is not saved yet."
      />
      <OtherMonth intake={intake} />
      <HeaderRowPicker id={id} layout={layout} whyNot={mayUpload ? undefined : WHY_NO_UPLOAD} />
      <Card
        flush
        title="Column mapping"
        actions={
          <div className="flex flex-wrap gap-2">
            <ChangeMonth intake={intake} />
            <CancelUpload intake={intake} />
          </div>
        }
      >
        <div className="flex flex-col gap-3 border-b border-line p-5">
          <p className="text-muted">
            {layout.isSavedMapping
              ? `Mapping saved for ${intake.sourceName}. Correct it if the columns have changed.`
              : `Detected from the column names. Your mapping is saved for ${intake.sourceName}.`}
          </p>
          {missing.length > 0 && (
            <Notice tone="caution" title={`Not mapped: ${missing.join(', ')}`}>
              Without {missing.length === 1 ? 'this field' : 'these fields'} every row is invalid. Select the
              column for {missing.length === 1 ? 'it' : 'each'}, or another header line above.
            </Notice>
          )}
          {start.error && (
            <Notice tone="negative" title="Check not started">
              {start.error.message}
            </Notice>
          )}
        </div>
        <Table
          caption="Columns of the file and their fields"
          columns={columnsFor(kind, layout, mapping, (index, field) =>
            setMapping(now => withColumn(now, index, field)),
          )}
          rows={layout.columns}
          rowKey={column => String(column.index)}
          empty={null}
        />
        <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-4">
          <p className="text-[0.8125rem] text-muted">
            {Object.keys(mapping).length} of {layout.columns.length} columns mapped
          </p>
          <Button
            look="primary"
            pending={start.isPending}
            disabledReason={whyNot}
            onClick={() => start.mutate({ id, mapping })}
          >
            Confirm and check rows
          </Button>
        </div>
      </Card>
    </div>
  )
}

type FileColumn = Layout['columns'][number]

function columnsFor(
  kind: IntakeKind,
  layout: Layout,
  mapping: ColumnMapping,
  onChange: (index: number, field: string) => void,
): Column<FileColumn>[] {
  const options = fieldOptions(kind)
  return [
    {
      id: 'column',
      title: 'Column',
      lead: true,
      className: 'md:max-w-56',
      cell: ({ header, index }) => (
        <span className="font-medium break-words">
          {header || <span className="text-muted">Column {index + 1} (no name)</span>}
        </span>
      ),
    },
    {
      id: 'samples',
      title: 'Examples',
      className: 'md:max-w-72',
      cell: ({ samples }) =>
        samples.length === 0 ? (
          <span className="text-faint">No values in the first lines</span>
        ) : (
          <span className="break-words text-muted max-md:text-right">
            {[...new Set(samples)].join(' · ')}
          </span>
        ),
    },
    {
      id: 'meaning',
      title: 'Field',
      className: 'max-md:flex-col max-md:gap-1 md:w-80',
      cell: ({ index, header }) => (
        <Select
          label={`Field of ${header || `column ${index + 1}`}`}
          labelHidden
          placeholder="Not used"
          options={options}
          value={fieldAt(mapping, index)}
          onChange={event => onChange(index, event.target.value)}
        />
      ),
    },
    {
      id: 'how',
      title: 'Detected',
      cell: column => <Finding column={column} layout={layout} field={fieldAt(mapping, column.index)} />,
    },
  ]
}

type FindingProps = { column: FileColumn; layout: Layout; field: string }

function Finding({ column, layout, field }: FindingProps) {
  const [tone, words] = finding(column, layout, field)
  return tone ? <Badge tone={tone}>{words}</Badge> : <span className="text-faint">{words}</span>
}

function finding({ field: taken, confidence }: FileColumn, layout: Layout, field: string): [Tone?, string?] {
  if (field !== (taken ?? '')) return ['brand', 'Set by you']
  if (field === '') return [undefined, 'Not recognised']
  if (layout.isSavedMapping) return ['positive', 'Saved mapping']
  return confidence === 100 ? ['positive', 'By name'] : ['caution', `Likely, ${confidence} of 100`]
}
