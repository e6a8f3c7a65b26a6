import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FileField } from '../../ui/FileField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { sizeText } from '../../ui/sizeText.ts'
import { UnsavedGuard } from '../UnsavedGuard.tsx'
import { CancelUpload } from './CancelUpload.tsx'
import { FILE_ACCEPT, FILE_HINT, type Intake, speedText, timeLeftText } from './intakeWords.ts'
import { useSending } from './useSending.ts'

type Props = {
  intake: Intake
  file: File | undefined
  onFile: (file: File) => void
  onEnd: () => void
}

/** Upload progress; after a reload it asks for the same file and resumes. */
export function SendingCard({ intake, file, onFile, onEnd }: Props) {
  const sending = useSending(intake.id, file, onEnd)
  const sent = sending.sent ?? intake.receivedBytes
  const percent = (sent / intake.bytes) * 100
  const { bytesPerSecond, state } = sending
  return (
    <Card title="Uploading" actions={<CancelUpload intake={intake} />}>
      <UnsavedGuard
        when={file !== undefined && state === 'sending'}
        means="The upload stops. Choose the same file later to resume it."
      />
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="font-medium break-all">{intake.fileName}</p>
          <p className="text-muted tabular-nums">
            {sizeText(sent)} of {sizeText(intake.bytes)}
          </p>
        </div>
        <ProgressBar label="Uploaded" percent={percent} tone={state === 'sending' ? 'brand' : 'caution'} />
        {file ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p role="status" className="min-w-0 flex-1 text-muted">
              {state === 'sending' && bytesPerSecond
                ? `${speedText(bytesPerSecond)}, ${timeLeftText((intake.bytes - sent) / bytesPerSecond)}`
                : STATES[state]}
            </p>
            {state === 'paused' ? (
              <Button size="small" icon={<Play aria-hidden size={15} />} onClick={sending.resume}>
                Resume
              </Button>
            ) : (
              state !== 'stopped' && (
                <Button size="small" icon={<Pause aria-hidden size={15} />} onClick={sending.pause}>
                  Pause
                </Button>
              )
            )}
          </div>
        ) : (
          <SameFile intake={intake} onFile={onFile} />
        )}
        {sending.message && (
          <Notice
            tone={state === 'stopped' ? 'negative' : 'caution'}
            title={state === 'stopped' ? 'Upload stopped' : 'Connection lost'}
          >
            {sending.message}
            {state !== 'stopped' && ' The upload resumes automatically when you are back online.'}
          </Notice>
        )}
        {state === 'stopped' && file && <SameFile intake={intake} onFile={onFile} />}
        <p className="text-[0.8125rem] text-muted">
          Keep this page open. After a reload or a new sign-in, choose the same file here to resume.
        </p>
      </div>
    </Card>
  )
}

const STATES = {
  sending: 'Uploading…',
  paused: 'Paused.',
  trouble: 'Retrying…',
  stopped: 'Stopped.',
}

function SameFile({ intake, onFile }: Pick<Props, 'intake' | 'onFile'>) {
  const [problem, setProblem] = useState<string>()
  const choose = (file: File): void => {
    const isSame = file.size === intake.bytes && file.name === intake.fileName
    setProblem(
      isSame
        ? undefined
        : `This upload is of “${intake.fileName}” (${sizeText(intake.bytes)}). Choose that file, or cancel and upload the new one.`,
    )
    if (isSame) onFile(file)
  }
  return (
    <FileField
      roomy
      label="Choose the same file to resume"
      hint={`“${intake.fileName}”, ${sizeText(intake.bytes)}. ${FILE_HINT}`}
      accept={FILE_ACCEPT}
      error={problem}
      onChoose={choose}
    />
  )
}
