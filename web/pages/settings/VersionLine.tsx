import { dayText } from '../../parts/figures.ts'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

type Props = {
  version: number
  effectiveOn: string
  changedBy: string | null
  changedAt: string | null
}

/** Since when, by whom, which version: under every title. */
export function VersionLine({ version, effectiveOn, changedBy, changedAt }: Props) {
  if (version === 0) return <>As every new lender starts; nobody has changed it.</>
  return (
    <>
      In force since {dayText(effectiveOn)} · version {version} · {changedBy ?? 'set up with the program'}
      {changedAt && changedBy && (
        <>
          {' '}
          <RelativeTime at={changedAt} />
        </>
      )}
    </>
  )
}
