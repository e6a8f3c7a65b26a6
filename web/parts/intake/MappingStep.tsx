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

/** What each column means, as it was taken; whoever knows better corrects it, and the source remembers. */
export function MappingStep({ intake, layout }: Props) {
  const { id, kind } = intake
  const [mapping, setMapping] = useState<ColumnMapping>(layout.mapping)
  const start = useAct(intakeApi.intakeMap)
  const mayUpload = useMay('money.ask')
  const missing = missingTitles(kind, mapping)
  const whyMissing = missing.length > 0 ? `Say first which column holds: ${missing.join(', ')}.` : undefined
  const whyNot = mayUpload ? whyMissing : WHY_NO_UPLOAD
  const isChanged = layout.columns.some(
    ({ index }) => fieldAt(mapping, index) !== fieldAt(layout.mapping, index),
  )
  return (
    <div className="flex flex-col gap-6">
      <UnsavedGuard
        when={isChanged && !start.isPending && !start.isSuccess}
        means="The columns you chose are not confirmed yet."
      />
      <OtherMonth intake={intake} />
      <HeaderRowPicker id={id} layout={layout} whyNot={mayUpload ? undefined : WHY_NO_UPLOAD} />
      <Card
        flush
        title="What the columns mean"
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
              ? `As it was confirmed for ${intake.sourceName} before. Correct what has changed.`
              : `Recognised by the names of the columns. What you confirm is remembered for ${intake.sourceName}.`}
          </p>
          {missing.length > 0 && (
            <Notice tone="caution" title={`Not found yet: ${missing.join(', ')}`}>
              Without {missing.length === 1 ? 'it' : 'them'} no row can be taken. Choose the column that holds{' '}
              {missing.length === 1 ? 'it' : 'each'}, or another header line above.
            </Notice>
          )}
          {start.error && (
            <Notice tone="negative" title="Not started">
              {start.error.message}
            </Notice>
          )}
        </div>
        <Table
          caption="Columns of the file and what they mean"
          columns={columnsFor(kind, layout, mapping, (index, field) =>
            setMapping(now => withColumn(now, index, field)),
          )}
          rows={layout.columns}
          rowKey={column => String(column.index)}
          empty={null}
        />
        <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-5 py-4">
          <p className="text-[0.8125rem] text-muted">
            {Object.keys(mapping).length} of {layout.columns.length} columns are used
          </p>
          <Button
            look="primary"
            pending={start.isPending}
            disabledReason={whyNot}
            onClick={() => start.mutate({ id, mapping })}
          >
            Confirm and check the rows
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
      title: 'Column of the file',
      lead: true,
      className: 'md:max-w-56',
      cell: ({ header, index }) => (
        <span className="font-medium break-words">
          {header || <span className="text-muted">Column {index + 1}, without a name</span>}
        </span>
      ),
    },
    {
      id: 'samples',
      title: 'Holds, for example',
      className: 'md:max-w-72',
      cell: ({ samples }) =>
        samples.length === 0 ? (
          <span className="text-faint">Nothing in the first lines</span>
        ) : (
          <span className="break-words text-muted max-md:text-right">
            {[...new Set(samples)].join(' · ')}
          </span>
        ),
    },
    {
      id: 'meaning',
      title: 'Means',
      className: 'max-md:flex-col max-md:gap-1 md:w-80',
      cell: ({ index, header }) => (
        <Select
          label={`Meaning of ${header || `column ${index + 1}`}`}
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
      title: 'How it was found',
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
  if (layout.isSavedMapping) return ['positive', 'As confirmed before']
  return confidence === 100 ? ['positive', 'By its name'] : ['caution', `Likely, ${confidence} of 100`]
}
