import { useSearchParams } from 'react-router'
import { bookExportApi, loanApi } from '../../../contract/loans.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { CancelUpload } from '../../parts/intake/CancelUpload.tsx'
import { ExcludedLines, NotesLink } from '../../parts/intake/FileNotes.tsx'
import { InvalidRows } from '../../parts/intake/InvalidRows.tsx'
import { isOver, type ReadIntake } from '../../parts/intake/intakeWords.ts'
import { SubmitUpload } from '../../parts/intake/SubmitUpload.tsx'
import { READING_MS } from '../../parts/intake/useIntake.ts'
import { ListPage } from '../../parts/ListPage.tsx'
import { HistoryList } from '../../parts/lazyParts.tsx'
import { useList } from '../../parts/useList.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Actions } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { usePolling } from '../../ui/usePolling.ts'
import { IMPORT_TAB, importCorrectionPath } from './accountTabs.ts'
import { type BookRows, IMPORT_COLUMNS } from './loanImportColumns.tsx'

const FIRST = 'lines'

/** Preview of an import, before approval and while loans are created. */
export function LoanImportPreview({ intake }: { intake: ReadIntake }) {
  const [params, setParams] = useSearchParams()
  const book = useBook(intake)
  const tabs = [
    { id: FIRST, title: 'Lines' },
    { id: 'refused', title: 'Invalid rows', badge: <Count tone="caution" count={intake.refusedRows} /> },
    {
      id: 'excluded',
      title: 'Excluded lines',
      badge: intake.skippedRows ? <Badge>{countText(intake.skippedRows)}</Badge> : null,
    },
    { id: 'history', title: 'History' },
  ]
  const shown = tabs.find(each => each.id === params.get('show'))?.id ?? FIRST
  return (
    <>
      <div className="mb-6 flex flex-col gap-3">
        <SubmitUpload
          intake={intake}
          accepted="The loans are created one by one, and their balances are posted as opening balances."
        />
        {intake.status === 'accepted' && book.data && <TakingOver book={book.data} />}
      </div>
      <Figures intake={intake} book={book.data} />
      <div className="mt-6">
        <Tabs
          label="Import"
          tabs={tabs}
          current={shown}
          onChange={name =>
            setParams({ tab: IMPORT_TAB, id: intake.id, ...(name === FIRST ? {} : { show: name }) })
          }
        >
          {shown === 'refused' && (
            <Card flush>
              <InvalidRows
                intake={intake}
                correctionPath={importCorrectionPath(intake.id)}
                becomes="it is approved separately"
              />
            </Card>
          )}
          {shown === 'excluded' && (
            <Card flush>
              <ExcludedLines intake={intake} />
            </Card>
          )}
          {shown === 'history' && (
            <Card title="History">
              <HistoryList subjectType="intake" subjectId={intake.id} />
            </Card>
          )}
          {shown === FIRST && <Lines id={intake.id} list={book} />}
        </Tabs>
      </div>
      {!isOver(intake) && (
        <div className="mt-6 flex justify-end">
          <Actions>
            <CancelUpload size="medium" intake={intake} />
          </Actions>
        </div>
      )}
    </>
  )
}

/** The rows, refetched while loans are created. */
function useBook(intake: ReadIntake) {
  const isLines = useSearchParams()[0].get('show') === null
  // the cursor in the address belongs to the visible list
  const list = useList(
    loanApi.bookRows,
    { id: intake.id },
    { limit: 50, cursor: isLines ? 'cursor' : 'lines' },
  )
  const isMoving = intake.status === 'accepted' && list.data !== undefined && leftOf(list.data) > 0
  usePolling(isMoving, list.refetch, READING_MS)
  return list
}

const leftOf = ({ total, taken, refused }: BookRows): number => total - taken - refused

function TakingOver({ book }: { book: BookRows }) {
  const { total, taken, refused } = book
  const left = leftOf(book)
  const still = left > 0 ? 'brand' : 'positive'
  const said = [
    `${countText(taken)} of ${countText(total)} imported`,
    ...(refused > 0 ? [`${countText(refused)} failed, with reasons below`] : []),
    ...(left > 0 ? [`${countText(left)} remaining`] : []),
  ]
  return (
    <Card title={left > 0 ? 'Importing' : 'Imported'}>
      <ProgressBar
        label="Loans imported"
        percent={total === 0 ? 100 : ((total - left) / total) * 100}
        tone={refused > 0 ? 'caution' : still}
      />
      <p role="status" className="mt-2 text-muted tabular-nums">
        {said.join(' · ')}
      </p>
    </Card>
  )
}

function Lines({ id, list }: { id: string; list: ReturnType<typeof useBook> }) {
  return (
    <ListPage
      title="Loans in the file"
      name="book-lines"
      views={false}
      list={list}
      caption="Loans in the file"
      columns={IMPORT_COLUMNS}
      rowKey={row => String(row.line)}
      exports={exportOf('Export rows', bookExportApi.bookRowExport, { id })}
      empty={{ compact: true, title: 'No valid rows in this file' }}
    />
  )
}

function Count({ tone, count }: { tone: 'caution'; count: number | null }) {
  return count ? <Badge tone={tone}>{countText(count)}</Badge> : null
}

type FiguresProps = { intake: ReadIntake; book: BookRows | undefined }

function Figures({ intake: { id, rows, goodRows, refusedRows, skippedRows }, book }: FiguresProps) {
  const figures = [
    {
      term: 'Rows in the file',
      value: countText(rows ?? 0),
      below: skippedRows ? (
        <NotesLink to={`?${new URLSearchParams({ tab: IMPORT_TAB, id, show: 'excluded' })}`}>
          {countText(skippedRows)} excluded: totals, blanks
        </NotesLink>
      ) : (
        'no line excluded'
      ),
    },
    {
      term: 'Valid',
      value: countText(goodRows ?? 0),
      below: refusedRows ? `${countText(refusedRows)} invalid, excluded` : 'none invalid',
    },
    { term: 'Principal', value: book && formatNaira(book.principalTotal), below: 'according to the file' },
    { term: 'Repaid', value: book && formatNaira(book.repaidTotal), below: 'according to the file' },
    {
      term: 'Outstanding',
      value: book && formatNaira(book.outstandingTotal),
      below: 'calculated by Iroko',
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card lg:grid-cols-5">
      {figures.map(({ term, value, below }) => (
        <div key={term} className="bg-surface px-5 py-3.5 last:max-lg:col-span-2">
          <dt className="text-[0.8125rem] text-muted">{term}</dt>
          <dd className="mt-0.5 text-base leading-6 font-semibold tracking-tight tabular-nums">
            {value ?? '…'}
            <span className="block text-[0.8125rem] font-normal tracking-normal text-muted">{below}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
