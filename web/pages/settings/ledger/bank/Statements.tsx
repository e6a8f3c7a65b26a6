import { useState } from 'react'
import type { z } from 'zod/mini'
import {
  bankStatementApi,
  STATEMENT_FIELD_NAMES,
  STATEMENT_FIELDS,
  type StatementFormat,
  type StatementStatus,
} from '../../../../../contract/bankStatements.ts'
import { countOf } from '../../../../../engine/countText.ts'
import { useApi } from '../../../../api.ts'
import { ActDialog } from '../../../../parts/ActDialog.tsx'
import { Amount } from '../../../../parts/Amount.tsx'
import { dayText } from '../../../../parts/figures.ts'
import { ListPage } from '../../../../parts/ListPage.tsx'
import { LoadNotice } from '../../../../parts/LoadError.tsx'
import { useList } from '../../../../parts/useList.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { CellText } from '../../../../ui/CellText.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { RelativeTime } from '../../../../ui/RelativeTime.tsx'
import { Select } from '../../../../ui/Select.tsx'
import { type Column, Table } from '../../../../ui/Table.tsx'
import { usePolling } from '../../../../ui/usePolling.ts'

type Statement = z.output<typeof bankStatementApi.bankStatementList.reply>['rows'][number]

const FORMATS: Record<StatementFormat, string> = {
  csv: 'CSV',
  xlsx: 'Excel',
  mt940: 'MT940',
  camt053: 'CAMT.053',
}

const STATUS: Record<
  StatementStatus,
  { title: string; tone: 'positive' | 'caution' | 'negative' | 'neutral' }
> = {
  receiving: { title: 'Upload incomplete', tone: 'caution' },
  received: { title: 'In progress', tone: 'neutral' },
  columns: { title: 'To confirm', tone: 'caution' },
  mapped: { title: 'In progress', tone: 'neutral' },
  imported: { title: 'Imported', tone: 'positive' },
  refused: { title: 'Not imported', tone: 'negative' },
}

/** What was uploaded for an account, newest first. */
export function Statements({ code, whyNot }: { code: number; whyNot: string | undefined }) {
  const list = useList(bankStatementApi.bankStatementList, { code }, { limit: 25 })
  const isMoving = list.rows?.some(({ status }) => status === 'received' || status === 'mapped') ?? false
  usePolling(isMoving, list.refetch)
  const [opened, setOpened] = useState<Statement>()
  return (
    <>
      <ListPage
        title="Statements"
        list={list}
        caption="Bank statements, newest first"
        columns={columnsFor(setOpened)}
        rowKey={row => row.id}
        empty={{
          compact: true,
          title: 'No statements yet',
          text: 'Upload the statement that your bank exports. Its lines are matched with the ledger.',
        }}
      />
      {opened?.status === 'columns' && (
        <ColumnsDialog statement={opened} whyNot={whyNot} onClose={() => setOpened(undefined)} />
      )}
      {opened?.status === 'refused' && (
        <ProblemsDialog statement={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

/** "2 Oct to 30 Oct 2026": the year once. */
const periodText = (from: string, to: string): string => {
  const first = dayText(from)
  if (from === to) return first
  return `${from.slice(0, 4) === to.slice(0, 4) ? first.replace(/ \d{4}$/, '') : first} to ${dayText(to)}`
}

const linesText = ({ lines, newLines }: Statement): string =>
  newLines === lines ? countOf(lines, 'line') : `${countOf(lines, 'line')}, ${newLines} new`

const columnsFor = (onOpen: (statement: Statement) => void): readonly Column<Statement>[] => [
  {
    id: 'file',
    title: 'File',
    lead: true,
    cell: row => (
      <CellText
        beside={
          <>
            {row.format ? `${FORMATS[row.format]} · ` : ''}
            {row.uploadedBy} · <RelativeTime at={row.uploadedAt} />
          </>
        }
      >
        {row.fileName}
      </CellText>
    ),
  },
  {
    id: 'period',
    title: 'Period',
    cell: row => (row.from && row.to ? periodText(row.from, row.to) : null),
  },
  {
    id: 'lines',
    title: 'Lines',
    cell: row => (row.status === 'imported' ? linesText(row) : null),
  },
  {
    id: 'closing',
    title: 'Closing balance',
    align: 'right',
    phone: 'amount',
    cell: row => row.closing !== null && <Amount of={row.closing} />,
  },
  {
    id: 'status',
    title: 'Status',
    cell: row => <Badge tone={STATUS[row.status].tone}>{STATUS[row.status].title}</Badge>,
  },
  {
    id: 'acts',
    title: 'Actions',
    titleHidden: true,
    align: 'right',
    cell: row =>
      (row.status === 'columns' || row.status === 'refused') && (
        <Button size="small" aria-label={`Open ${row.fileName}`} onClick={() => onOpen(row)}>
          {row.status === 'columns' ? 'Confirm columns' : 'Problems'}
        </Button>
      ),
  },
]

type ColumnsProps = { statement: Statement; whyNot: string | undefined; onClose: () => void }

/** Confirmed once for an account: its next file with the same headings needs no person. */
function ColumnsDialog({ statement, whyNot, onClose }: ColumnsProps) {
  const head = statement.head ?? []
  const initial: Record<string, string> = { headerLine: String(statement.headerLine ?? 1) }
  for (const field of STATEMENT_FIELD_NAMES) initial[field] = String(statement.columns?.[field] ?? '')
  return (
    <ActDialog
      endpoint={bankStatementApi.bankStatementMap}
      initial={initial}
      input={values => ({
        id: statement.id,
        headerLine: Number(values.headerLine),
        columns: Object.fromEntries(
          STATEMENT_FIELD_NAMES.flatMap(field => (values[field] ? [[field, Number(values[field])]] : [])),
        ),
      })}
      fieldName={path => path.replace(/^columns\./, '')}
      done="Columns confirmed."
      onClose={onClose}
      width="wide"
      title="Confirm columns"
      description={`${statement.fileName}. The columns are remembered for this bank account.`}
      action="Confirm"
      disabledReason={whyNot}
    >
      {({ field, values }) => {
        const header = head.find(({ line }) => String(line) === values.headerLine)?.cells ?? []
        const first = head.find(({ line }) => line > Number(values.headerLine))?.cells ?? []
        const options = header.map((title, at) => ({ value: String(at), label: title || `Column ${at + 1}` }))
        return (
          <>
            <Select
              {...field('headerLine')}
              label="Line of the headings"
              options={head.map(({ line, cells }) => ({
                value: String(line),
                label: `${line}: ${cells.filter(Boolean).slice(0, 5).join(' | ')}`,
              }))}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              {STATEMENT_FIELD_NAMES.map(name => (
                <Select
                  key={name}
                  {...field(name)}
                  label={STATEMENT_FIELDS[name].title}
                  hint={values[name] ? `First line: ${first[Number(values[name])] || 'None'}` : undefined}
                  options={[{ value: '', label: 'Not in the file' }, ...options]}
                />
              ))}
            </div>
          </>
        )
      }}
    </ActDialog>
  )
}

function ProblemsDialog({ statement, onClose }: { statement: Statement; onClose: () => void }) {
  const found = useApi(bankStatementApi.bankStatementGet, { id: statement.id })
  const problems = found.data?.problems ?? []
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title="Not imported"
      description={statement.fileName}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <Notice tone="negative">{statement.problem}</Notice>
        <LoadNotice of={found} title="The problems could not be loaded" />
        {problems.length > 0 && (
          <Table
            caption="Values that cannot be read"
            rows={problems}
            rowKey={({ line, column }) => `${line} ${column}`}
            empty={null}
            columns={[
              {
                id: 'line',
                title: 'Line and column',
                lead: true,
                cell: row => <CellText beside={row.column}>{`Line ${row.line}`}</CellText>,
              },
              { id: 'value', title: 'Value', phone: 'amount', cell: row => row.value },
              { id: 'reason', title: 'Reason', phone: 'status', cell: row => row.reason },
            ]}
          />
        )}
        {(found.data?.problemCount ?? 0) > problems.length && (
          <p className="text-muted">
            The first {problems.length} of {found.data?.problemCount} are shown.
          </p>
        )}
      </div>
    </Dialog>
  )
}
