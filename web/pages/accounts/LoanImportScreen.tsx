import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { intakeApi } from '../../../contract/intake.ts'
import { loanApi } from '../../../contract/loans.ts'
import { countOf } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { fetchFile } from '../../parts/fetchFile.ts'
import { IntakeScreen } from '../../parts/intake/IntakeScreen.tsx'
import type { Intake } from '../../parts/intake/intakeWords.ts'
import { NewUpload } from '../../parts/intake/NewUpload.tsx'
import { OpenUploads } from '../../parts/intake/OpenUploads.tsx'
import { LoadNotice } from '../../parts/LoadError.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { BackLink, LinkButton } from '../../ui/LinkButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { IMPORT_TAB, importPath, importsPath } from './accountTabs.ts'

const LoanImportPreview = lazyPart(
  () => import('./LoanImportPreview.tsx').then(step => step.LoanImportPreview),
  <CardSkeleton lines={8} />,
)

const TITLE = 'Import existing loans'
const OTHERWISE = {
  title: 'You do not have permission to import loans',
  action: <LinkButton to={paths.accounts}>Open loan accounts</LinkButton>,
}

/** Imports active loans from a spreadsheet. One address from the upload to the last created loan. */
export function LoanImportScreen() {
  const [params, setParams] = useSearchParams()
  // held in memory for one upload, so that a file is never sent as the rest of another
  const [chosen, setChosen] = useState<{ id: string; file: File }>()
  const id = params.get('id')
  if (id)
    return (
      <IntakeScreen
        key={id}
        id={id}
        title={TITLE}
        back={<BackLink to={importsPath}>Imported files</BackLink>}
        file={chosen?.id === id ? chosen.file : undefined}
        onFile={file => setChosen({ id, file })}
        againPath={importsPath}
        pathOf={importPath}
      >
        {intake => <LoanImportPreview intake={intake} />}
      </IntakeScreen>
    )
  const correctsId = params.get('corrects') ?? undefined
  return (
    <>
      <PageHeading
        title={TITLE}
        back={<BackLink to={paths.accounts}>Loan Accounts</BackLink>}
        description="Import active loans from a spreadsheet, one row per loan. Rows are checked first. The file needs approval before loans are created."
        actions={<Template />}
      />
      <div className="flex flex-col gap-6">
        {/* the steps have their own spacing */}
        <div>
          <NewUpload
            key={correctsId}
            kind="book"
            correctsId={correctsId}
            otherwise={OTHERWISE}
            onOpened={(opened, file) => {
              setChosen({ id: opened, file })
              setParams({ tab: IMPORT_TAB, id: opened }, { replace: true })
            }}
          />
        </div>
        <OpenUploads kind="book" pathOf={importPath} />
        <TakenBooks />
      </div>
    </>
  )
}

function Template() {
  const [pending, setPending] = useState(false)
  const save = async (): Promise<void> => {
    setPending(true)
    await fetchFile(loanApi.bookTemplate, {})
    setPending(false)
  }
  return (
    <Button icon={<Download aria-hidden size={16} />} pending={pending} onClick={() => void save()}>
      Template (CSV)
    </Button>
  )
}

/** A lender imports only a few files. */
const SHOWN = 50

function TakenBooks() {
  const list = useApi(intakeApi.intakeList, { kind: 'book', status: 'accepted', limit: SHOWN })
  // distinguishes an empty list from a load error
  if (!list.data)
    return list.error ? <LoadNotice of={list} title="Imported files" /> : <CardSkeleton lines={2} />
  const books = list.data.rows
  if (books.length === 0) return null
  return (
    <Card flush title="Imported files">
      <ul className="ruled">
        {books.map(book => (
          <TakenBook key={book.id} book={book} />
        ))}
      </ul>
    </Card>
  )
}

function TakenBook({ book }: { book: Intake }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3.5">
      <Link to={importPath(book.id)} className="group min-w-0 rounded">
        <span className="font-medium break-all group-hover:underline">{book.fileName}</span>
        <span className="block text-[0.8125rem] text-muted">
          {book.sourceName}, {countOf(book.goodRows ?? 0, 'loan')}
        </span>
      </Link>
      <p className="text-[0.8125rem] text-muted">
        {book.acceptedBy}
        {book.acceptedAt && (
          <>
            , <RelativeTime at={book.acceptedAt} />
          </>
        )}
      </p>
    </li>
  )
}
