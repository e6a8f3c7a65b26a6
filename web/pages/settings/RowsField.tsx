import { Archive, ArchiveRestore, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { type SectionName, STORED_ROWS } from '../../../contract/settings.ts'
import type { RowsSpec } from '../../parts/settings/fieldSpec.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import type { DraftRow, Problems } from './draft.ts'
import { SettingField } from './SettingField.tsx'

type Props = {
  section: SectionName
  spec: RowsSpec
  rows: readonly DraftRow[]
  onChange: (rows: readonly DraftRow[]) => void
  problems: Problems
}

/** Editable rows: a table on wide screens, cards on phones. Stored rows are deactivated, new rows are removed. */
export function RowsField({ section, spec, rows, onChange, problems }: Props) {
  const template = `${spec.columns.map(({ width }) => (width ? `minmax(0, ${width})` : 'minmax(0, 1fr)')).join(' ')} ${spec.hasStatus ? '6.5rem' : '2.25rem'}`
  const add = (): void => {
    const key = 1 + Math.max(0, ...rows.map(row => row.key))
    onChange([...rows, { key, isStored: false, values: spec.blank }])
  }
  const change = (key: number, values: DraftRow['values']): void =>
    onChange(rows.map(row => (row.key === key ? { ...row, values } : row)))
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-2 font-medium">{spec.title}</legend>
      <div
        aria-hidden
        style={{ gridTemplateColumns: template }}
        className="hidden gap-3 border-b border-line pb-2 text-xs font-medium text-muted md:grid"
      >
        {spec.columns.map(column => (
          <span key={column.name}>
            {column.label}
            {column.kind === 'whole' && column.unit ? ` (${column.unit})` : ''}
          </span>
        ))}
      </div>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          {...{ spec, row, problems, template, index }}
          locked={row.isStored ? (STORED_ROWS[section]?.fields ?? []) : []}
          onChange={values => change(row.key, values)}
          onRemove={() => onChange(rows.filter(other => other.key !== row.key))}
        />
      ))}
      <div className="pt-3">
        <Button size="small" icon={<Plus aria-hidden size={15} />} onClick={add}>
          Add {spec.one}
        </Button>
      </div>
    </fieldset>
  )
}

type RowProps = {
  spec: RowsSpec
  row: DraftRow
  index: number
  template: string
  problems: Problems
  /** Fields that identify a stored row and cannot change. */
  locked: readonly string[]
  onChange: (values: DraftRow['values']) => void
  onRemove: () => void
}

function Row({ spec, row, index, template, problems, locked, onChange, onRemove }: RowProps) {
  const isInactive = row.values.status === 'retired'
  const name = `${spec.one} ${row.values[spec.columns[0]?.name ?? ''] || index + 1}`
  return (
    <div
      style={{ gridTemplateColumns: template }}
      className="grid gap-3 border-b border-line py-3 max-md:!grid-cols-1 md:items-start md:py-2 md:[&_label]:sr-only"
    >
      {spec.columns.map(column => (
        <SettingField
          key={column.name}
          spec={column}
          path={`${spec.name}.${index}.${column.name}`}
          value={row.values[column.name] ?? ''}
          onChange={value => onChange({ ...row.values, [column.name]: String(value) })}
          error={problems[`${spec.name}.${index}.${column.name}`]}
          locked={locked.includes(column.name)}
          inRow
        />
      ))}
      <div className="flex items-center gap-2 md:justify-end">
        {isInactive && <Badge>Inactive</Badge>}
        {row.isStored && spec.hasStatus ? (
          <RowAct
            verb={isInactive ? 'Reactivate' : 'Deactivate'}
            name={name}
            icon={isInactive ? <ArchiveRestore aria-hidden size={17} /> : <Archive aria-hidden size={17} />}
            onClick={() => onChange({ ...row.values, status: isInactive ? 'active' : 'retired' })}
          />
        ) : (
          <RowAct verb="Remove" name={name} icon={<Trash2 aria-hidden size={17} />} onClick={onRemove} />
        )}
      </div>
    </div>
  )
}

type ActProps = { verb: string; name: string; icon: ReactNode; onClick: () => void }

/** Icon button on wide screens, labelled button on phones. */
function RowAct({ verb, name, icon, onClick }: ActProps) {
  return (
    <>
      <span className="max-md:hidden">
        <IconButton label={`${verb} ${name}`} onClick={onClick}>
          {icon}
        </IconButton>
      </span>
      <span className="md:hidden">
        <Button size="small" icon={icon} aria-label={`${verb} ${name}`} onClick={onClick}>
          {verb}
        </Button>
      </span>
    </>
  )
}
