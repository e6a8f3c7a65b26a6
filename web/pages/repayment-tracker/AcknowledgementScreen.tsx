import { CheckCheck } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { instructionApi } from '../../../contract/instructions.ts'
import { countOf, countText } from '../../../engine/countText.ts'
import { useApi } from '../../api.ts'
import { ActDialog } from '../../parts/ActDialog.tsx'
import { useMay } from '../../parts/currentUser.ts'
import { CancelUpload } from '../../parts/intake/CancelUpload.tsx'
import { ExcludedLines } from '../../parts/intake/FileNotes.tsx'
import { IntakeScreen } from '../../parts/intake/IntakeScreen.tsx'
import { InvalidRows } from '../../parts/intake/InvalidRows.tsx'
import { chosenFileProblem, periodText, type ReadIntake } from '../../parts/intake/intakeWords.ts'
import { NoValidRows } from '../../parts/intake/SubmitUpload.tsx'
import { UploadForm } from '../../parts/intake/UploadForm.tsx'
import { UploadNotAllowed } from '../../parts/intake/UploadNotAllowed.tsx'
import { useUploadForm } from '../../parts/intake/useUploadForm.ts'
import { LoadError } from '../../parts/LoadError.tsx'
import { paths } from '../../paths.ts'
import { Actions, Button } from '../../ui/Button.tsx'
import { Card, CardSkeleton } from '../../ui/Card.tsx'
import { BackLink, LinkButton } from '../../ui/LinkButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import {
  acknowledgementPath,
  type InstructionDetails,
  instructionPath,
  NEW_UPLOAD,
} from './instructionWords.ts'

const TITLE = 'Acknowledgement file'

/** Upload of what a payroll office answers, until its answers are recorded on the list. */
export function AcknowledgementScreen({ upload }: { upload: string }) {
  const [params, setParams] = useSearchParams()
  // kept in memory for one upload only, so that no file continues another upload
  const [chosen, setChosen] = useState<{ id: string; file: File }>()
  const listId = params.get('id')
  const back = listId ? (
    <BackLink to={instructionPath(listId)}>Instruction list</BackLink>
  ) : (
    <BackLink to={paths.repaymentsTab('instructions')}>Instructions</BackLink>
  )
  if (upload === NEW_UPLOAD)
    return (
      <>
        <PageHeading
          title={TITLE}
          back={back}
          description="Upload the file in which the payroll office says which lines it accepted and which it rejected."
        />
        {listId ? (
          <NewFile
            listId={listId}
            onOpened={(id, file) => {
              setChosen({ id, file })
              setParams({ tab: 'instructions', id: listId, upload: id }, { replace: true })
            }}
          />
        ) : (
          <Notice tone="notice" title="Open a sent list first">
            An acknowledgement file is uploaded from the list it answers.
          </Notice>
        )}
      </>
    )
  return (
    <IntakeScreen
      key={upload}
      id={upload}
      title={TITLE}
      back={back}
      file={chosen?.id === upload ? chosen.file : undefined}
      onFile={file => setChosen({ id: upload, file })}
      againPath={listId ? acknowledgementPath(listId) : paths.repaymentsTab('instructions')}
      pathOf={id => paths.repaymentsTab('instructions', { ...(listId ? { id: listId } : {}), upload: id })}
    >
      {intake => (listId ? <Preview intake={intake} listId={listId} /> : <FoundList intake={intake} />)}
    </IntakeScreen>
  )
}

type NewFileProps = { listId: string; onOpened: (id: string, file: File) => void }

function NewFile({ listId, onOpened }: NewFileProps) {
  const list = useApi(instructionApi.instructionGet, { id: listId })
  const mayUpload = useMay('money.ask')
  if (!mayUpload)
    return (
      <UploadNotAllowed
        title="You do not have permission to upload acknowledgements"
        action={<LinkButton to={instructionPath(listId)}>View list</LinkButton>}
      />
    )
  if (list.error && !list.data) return <LoadError of={list} />
  if (!list.data) return <CardSkeleton lines={5} />
  return <Fields list={list.data} onOpened={onOpened} />
}

type FieldsProps = { list: InstructionDetails; onOpened: NewFileProps['onOpened'] }
type Typed = { file: File | undefined }

const START: Typed = { file: undefined }
const problemsOf = ({ file }: Typed) => ({ file: file ? chosenFileProblem(file) : 'Choose a file' })

function Fields({ list, onOpened }: FieldsProps) {
  const { typed, problems, set, open, opening } = useUploadForm(START, problemsOf, onOpened)
  const { why } = list.offers.acknowledge
  if (why)
    return (
      <Notice tone="caution" title="No answer can be recorded now">
        {why}
      </Notice>
    )
  return (
    <UploadForm
      file={typed.file}
      fileProblem={problems.file}
      onFile={(chosen, problem) => set('file', chosen, problem)}
      opening={opening}
      onSubmit={() => open({ kind: 'acknowledgement', source: list.source, period: list.month })}
      note="No answer is recorded until you confirm it after the check."
    >
      <p>
        {list.number}: {list.sourceName}, {periodText(list.month)}. The file has one row per person: staff
        number, accepted or rejected, and the reason.
      </p>
    </UploadForm>
  )
}

/** A link without a list: the last one sent for the source and month of the file. */
function FoundList({ intake }: { intake: ReadIntake }) {
  const lists = useApi(instructionApi.instructionList, { source: intake.source, month: intake.period })
  if (lists.error && !lists.data) return <LoadError of={lists} />
  if (!lists.data) return <CardSkeleton lines={6} />
  const list = lists.data.rows.find(each => each.sentAt !== null)
  if (list) return <Preview intake={intake} listId={list.id} />
  return (
    <Notice tone="caution" title="No list was sent for this source and month">
      Cancel the upload, or upload the file again from the list it answers.
    </Notice>
  )
}

type PreviewProps = { intake: ReadIntake; listId: string }

function Preview({ intake, listId }: PreviewProps) {
  if (intake.status === 'accepted')
    return (
      <Notice tone="positive" title="Answers recorded" action={<OpenList listId={listId} />}>
        {`${countOf(intake.goodRows ?? 0, 'row')} recorded by ${intake.acceptedBy ?? 'a user'}.`}
      </Notice>
    )
  if ((intake.goodRows ?? 0) === 0)
    return (
      <div className="flex flex-col gap-6">
        <NoValidRows intake={intake} />
        <Rows intake={intake} listId={listId} />
      </div>
    )
  return <Answers intake={intake} listId={listId} />
}

function Answers({ intake, listId }: PreviewProps) {
  const [recording, setRecording] = useState(false)
  const preview = useApi(instructionApi.instructionAnswersPreview, { id: listId, intakeId: intake.id })
  const mayRecord = useMay('money.ask')
  if (preview.error && !preview.data) return <LoadError of={preview} />
  if (!preview.data) return <CardSkeleton lines={6} />
  const { listNumber, accepted, rejected, unknown, rejections } = preview.data
  const whyEmpty = accepted + rejected === 0 ? `No row is in ${listNumber}.` : undefined
  return (
    <div className="flex flex-col gap-6">
      <Card title={`Answers to ${listNumber}`}>
        <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-3 xl:grid-cols-5">
          {(
            [
              ['Accepted', accepted],
              ['Rejected', rejected],
              ['Not in the list', unknown],
              ['Invalid rows', intake.refusedRows ?? 0],
              ['Excluded lines', intake.skippedRows ?? 0],
            ] as const
          ).map(([term, value]) => (
            <div key={term}>
              <dt className="text-[0.8125rem] text-muted">{term}</dt>
              <dd className="font-semibold tabular-nums">{countText(value)}</dd>
            </div>
          ))}
        </dl>
        {rejections.length > 0 && (
          <>
            <h3 className="mt-5 mb-1 font-semibold">
              {rejected > rejections.length
                ? `First ${countText(rejections.length)} rejected lines`
                : 'Rejected lines'}
            </h3>
            <ul className="ruled text-[0.8125rem]">
              {rejections.map(each => (
                <li key={each.staffNumber} className="flex flex-wrap gap-x-4 gap-y-1 py-2">
                  <span className="font-medium">{each.customerName}</span>
                  <span className="text-muted tabular-nums">{each.staffNumber}</span>
                  <span>{each.reason}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        <div className="mt-5">
          <Actions>
            <CancelUpload size="medium" intake={intake} />
            <Button
              look="primary"
              icon={<CheckCheck aria-hidden size={16} />}
              disabledReason={mayRecord ? whyEmpty : 'Only Admin and superAdmin can do this.'}
              onClick={() => setRecording(true)}
            >
              Record answers
            </Button>
          </Actions>
        </div>
      </Card>
      <Rows intake={intake} listId={listId} />
      {recording && (
        <ActDialog
          endpoint={instructionApi.instructionAnswersRecord}
          input={() => ({ id: listId, intakeId: intake.id })}
          done={reply =>
            `${countText(reply.accepted)} accepted, ${countText(reply.rejected)} rejected, ${countText(reply.unknown)} not in the list.`
          }
          onClose={() => setRecording(false)}
          title={`Record these answers on ${listNumber}?`}
          description={`${countText(accepted)} accepted, ${countText(rejected)} rejected. Each rejected line becomes a task.`}
          action="Record answers"
        />
      )}
    </div>
  )
}

const OpenList = ({ listId }: { listId: string }) => (
  <LinkButton to={instructionPath(listId)} size="small">
    Open list
  </LinkButton>
)

function Rows({ intake, listId }: PreviewProps) {
  return (
    <>
      {(intake.refusedRows ?? 0) > 0 && (
        <Card flush title="Invalid rows">
          <InvalidRows
            intake={intake}
            correctionPath={acknowledgementPath(listId)}
            becomes="Its answers are recorded separately"
          />
        </Card>
      )}
      {(intake.skippedRows ?? 0) > 0 && (
        <Card flush title="Excluded lines">
          <ExcludedLines intake={intake} />
        </Card>
      )}
    </>
  )
}
