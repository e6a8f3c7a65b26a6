import { requestApi } from '../../../../contract/requests.ts'
import { useApi } from '../../../api.ts'
import { applicationTexts, applicationWords, differing } from '../../../parts/applicationWords.ts'
import { ChangesTable } from '../../../parts/ChangesTable.tsx'
import { LoadError } from '../../../parts/LoadError.tsx'
import { shareText } from '../../../parts/requestWords.ts'
import { useProducts } from '../../../parts/useProducts.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { RelativeTime } from '../../../ui/RelativeTime.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'

/** Versions, newest first, each with its changes. */
export function VersionsList({ requestId }: { requestId: string }) {
  const versions = useApi(requestApi.requestVersions, { id: requestId })
  const { productNames } = useProducts()
  if (versions.error && !versions.data) return <LoadError of={versions} />
  if (!versions.data) return <Skeleton className="h-24 w-full" />
  const { rows } = versions.data
  const texts = rows.map(({ application, netPayChangePpm }) => {
    const shown = applicationTexts(application, productNames)
    return netPayChangePpm ? { ...shown, netPay: `${shown.netPay}, ${payChange(netPayChangePpm)}` } : shown
  })
  return (
    <ol className="flex flex-col gap-6">
      {rows
        .map((row, index) => {
          const before = texts[index - 1]
          const after = texts[index]
          const change = before && after ? differing(before, after) : undefined
          return (
            <li key={row.version}>
              <p className="mb-2 flex flex-wrap items-center gap-x-2">
                <span className="font-medium">Version {row.version}</span>
                {index === rows.length - 1 && <Badge tone="brand">Current</Badge>}
                <span className="text-muted">
                  {row.by} · <RelativeTime at={row.at} />
                </span>
              </p>
              {!change && <p className="text-muted">First submission.</p>}
              {change?.count === 0 && <p className="text-muted">Resubmitted without visible changes.</p>}
              {change && change.count > 0 && (
                <ChangesTable before={change.before} after={change.after} wordsFor={applicationWords} />
              )}
            </li>
          )
        })
        .toReversed()}
    </ol>
  )
}

/** The relative change of net pay. The amount itself is not shown. */
const payChange = (ppm: number): string => `${shareText(Math.abs(ppm))} ${ppm > 0 ? 'more' : 'less'}`
