import { dayText } from '../../parts/figures.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

type Props = {
  version: number
  effectiveOn: string
  changedBy: string | null
  changedAt: string | null
}

/** Effective date, version and author. */
export function VersionLine({ version, effectiveOn, changedBy, changedAt }: Props) {
  if (version === 0) return <>Default value, not changed yet.</>
  return (
    <>
      Effective from {dayText(effectiveOn)} · version {version} · {changedBy ?? 'default'}
      {changedAt && changedBy && (
        <>
          {' '}
          <RelativeTime at={changedAt} />
        </>
      )}
    </>
  )
}
