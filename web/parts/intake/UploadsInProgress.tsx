import { Link } from 'react-router'
import { countText } from '../../../engine/countText.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { sizeText } from '../../ui/sizeText.ts'
import { type Intake, periodText, statusOf } from './intakeWords.ts'

type Props = { open: readonly Intake[]; pathOf: (id: string) => string }

/** Open uploads with their progress. */
export function UploadsInProgress({ open, pathOf }: Props) {
  return (
    <Card flush title="Uploads in progress">
      <ul className="ruled">
        {open.map(intake => (
          <li
            key={intake.id}
            className="grid items-center gap-x-6 gap-y-2 px-5 py-3.5 md:grid-cols-[minmax(0,2fr)_minmax(0,1.4fr)_minmax(0,1.6fr)]"
          >
            <Link to={pathOf(intake.id)} className="group min-w-0 rounded">
              <span className="font-medium group-hover:underline">
                {intake.sourceName}, {periodText(intake.period)}
              </span>
              <span className="block truncate text-[0.8125rem] text-muted">{intake.fileName}</span>
            </Link>
            <p className="text-[0.8125rem] text-muted">
              {intake.uploadedBy}, <RelativeTime at={intake.uploadedAt} />
            </p>
            <div className="flex flex-col items-start gap-1.5">
              <Badge tone={statusOf(intake).tone} dot>
                {statusOf(intake).title}
              </Badge>
              <UploadProgress intake={intake} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function UploadProgress({ intake }: { intake: Intake }) {
  const { status, progress, bytes, receivedBytes, goodRows, refusedRows } = intake
  if (status === 'receiving')
    return (
      <div className="w-full">
        <ProgressBar label={`Upload of ${intake.fileName}`} percent={(receivedBytes / bytes) * 100} />
        <p className="mt-1 text-[0.8125rem] text-muted tabular-nums">
          {sizeText(receivedBytes)} of {sizeText(bytes)}
        </p>
      </div>
    )
  if (progress)
    return (
      <div className="w-full">
        <ProgressBar
          label={`Progress of ${intake.fileName}`}
          percent={progress.total ? (progress.done / progress.total) * 100 : undefined}
        />
        <p className="mt-1 text-[0.8125rem] text-muted tabular-nums">{countText(progress.done)} rows</p>
      </div>
    )
  if (goodRows === null) return null
  return (
    <p className="text-[0.8125rem] text-muted tabular-nums">
      {countText(goodRows)} valid, {countText(refusedRows ?? 0)} invalid
    </p>
  )
}
