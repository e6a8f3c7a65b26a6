import { useSearchParams } from 'react-router'
import { bookExportApi, loanApi } from '../../../contract/loans.ts'
import { countText } from '../../../engine/countText.ts'
import { formatNaira } from '../../../engine/money.ts'
import { exportOf } from '../../parts/fetchFile.ts'
import { CancelUpload } from '../../parts/intake/CancelUpload.tsx'
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

/** What every loan of the book comes to here: before anybody agrees to it, and while it is taken over. */
export function LoanImportPreview({ intake }: { intake: ReadIntake }) {
  const [params, setParams] = useSearchParams()
  const book = useBook(intake)
  const tabs = [
    { id: FIRST, title: 'Lines' },
    { id: 'refused', title: 'Refused rows', badge: <Count tone="caution" count={intake.refusedRows} /> },
    { id: 'history', title: 'History' },
  ]
  const shown = tabs.find(each => each.id === params.get('show'))?.id ?? FIRST
  return (
    <>
      <div className="mb-6 flex flex-col gap-3">
        <SubmitUpload
          intake={intake}
          accepted="Its loans are opened one by one; what they owe is brought forward in the books."
        />
        {intake.status === 'accepted' && book.data && <TakingOver book={book.data} />}
      </div>
      <Figures intake={intake} book={book.data} />
      <div className="mt-6">
        <Tabs
          label="The book"
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
                becomes="it is accepted on its own"
              />
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

/** The lines, asked for again while loans are being opened. */
function useBook(intake: ReadIntake) {
  const isLines = useSearchParams()[0].get('show') === null
  // the cursor in the address belongs to the list that is on screen
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
    `${countText(taken)} of ${countText(total)} taken over`,
    ...(refused > 0 ? [`${countText(refused)} refused, with their reasons below`] : []),
    ...(left > 0 ? [`${countText(left)} to go`] : []),
  ]
  return (
    <Card title={left > 0 ? 'Taking over' : 'Taken over'}>
      <ProgressBar
        label="Loans taken over"
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
      title="Lines of the book"
      name="book-lines"
      views={false}
      list={list}
      caption="Lines of the book"
      columns={IMPORT_COLUMNS}
      rowKey={row => String(row.line)}
      exports={exportOf('Export the lines', bookExportApi.bookRowExport, { id })}
      empty={{ compact: true, title: 'No line of this file could be taken.' }}
    />
  )
}

function Count({ tone, count }: { tone: 'caution'; count: number | null }) {
  return count ? <Badge tone={tone}>{countText(count)}</Badge> : null
}

type FiguresProps = { intake: ReadIntake; book: BookRows | undefined }

function Figures({ intake: { rows, goodRows, refusedRows, skippedRows }, book }: FiguresProps) {
  const figures = [
    {
      term: 'Lines in the file',
      value: countText(rows ?? 0),
      below: skippedRows ? `${countText(skippedRows)} left out: totals, blanks` : 'none left out',
    },
    {
      term: 'Good',
      value: countText(goodRows ?? 0),
      below: refusedRows ? `${countText(refusedRows)} refused, kept aside` : 'none refused',
    },
    { term: 'Lent', value: book && formatNaira(book.principalTotal), below: 'as the book says' },
    { term: 'Repaid so far', value: book && formatNaira(book.repaidTotal), below: 'as the book says' },
    {
      term: 'Outstanding',
      value: book && formatNaira(book.outstandingTotal),
      below: 'by our terms',
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
