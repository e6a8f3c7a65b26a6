import type { SectionName } from '../../../contract/settings.ts'
import type { Json } from '../../../contract/trail.ts'
import type { FieldSpec, RowsSpec } from '../../parts/settings/fieldSpec.ts'
import {
  asPlain,
  detailsOf,
  fieldAt,
  isUnset,
  type Plain,
  plainText,
  rowsOf,
  shown,
} from '../../parts/settings/sectionWords.ts'
import { sectionSpec, useChoices } from '../../parts/settings/useChoices.ts'
import { Badge } from '../../ui/Badge.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Column, Table } from '../../ui/Table.tsx'

/** Current value of a section, read-only. */
export function SectionValue({ section, value }: { section: SectionName; value: Json }) {
  const { fields, rows } = sectionSpec(section, useChoices(section))
  const plain = asPlain(value)
  return (
    <>
      {fields.length > 0 && (
        <div className="px-5 py-2">
          <DefinitionList
            items={fields.map(spec => ({
              term: spec.label,
              value:
                spec.kind === 'picture' && plain[spec.name] ? (
                  <img
                    src={plainText(plain[spec.name])}
                    alt={spec.label}
                    className="size-12 rounded-lg border border-line bg-white object-contain p-1"
                  />
                ) : (
                  <Reported spec={spec} value={fieldAt(section, plain, spec.name)} />
                ),
            }))}
          />
        </div>
      )}
      {rows && (
        <div className={fields.length > 0 ? 'border-t border-line' : undefined}>
          <Table
            caption={rows.title}
            columns={columnsOf(rows)}
            rows={rowsOf(value, rows)}
            rowKey={row => rows.columns.map(({ name }) => plainText(row[name])).join(' ')}
            empty={<EmptyState title={`No ${rows.title.toLowerCase()} yet`} />}
          />
          {rows.details && <RowDetails rows={rows} value={value} />}
        </div>
      )}
    </>
  )
}

/** Details of each row, closed until asked for. */
function RowDetails({ rows, value }: { rows: RowsSpec; value: Json }) {
  return (
    <div className="border-t border-line">
      {rowsOf(value, rows).map(row => (
        <details key={plainText(row.name)} className="border-b border-line px-5 py-3 last:border-0">
          <summary className="cursor-pointer rounded">
            {plainText(row.name)}: {rows.detailsTitle}
          </summary>
          <DefinitionList
            items={detailsOf(rows, row).map(({ label, text }) => ({
              term: label,
              value: <span className="break-words">{text}</span>,
            }))}
          />
        </details>
      ))}
    </div>
  )
}

function Reported({ spec, value }: { spec: FieldSpec; value: Json | undefined }) {
  return <span className={isUnset(value) ? 'text-faint' : 'whitespace-pre-line'}>{shown(spec, value)}</span>
}

function columnsOf(rows: RowsSpec): Column<Plain>[] {
  const columns = rows.columns.map(
    (spec, index): Column<Plain> => ({
      id: spec.name,
      title: spec.label,
      lead: index === 0,
      cell: row => (
        <span className={row.status === 'retired' ? 'text-faint' : ''}>{shown(spec, row[spec.name])}</span>
      ),
      ...(spec.kind === 'whole' || spec.kind === 'percent' ? { align: 'right' as const } : {}),
    }),
  )
  if (!rows.hasStatus) return columns
  const status: Column<Plain> = {
    id: 'status',
    title: 'Status',
    cell: row =>
      row.status === 'retired' ? (
        <Badge>Inactive</Badge>
      ) : (
        <Badge tone="positive" dot>
          Active
        </Badge>
      ),
  }
  return [...columns, status]
}
