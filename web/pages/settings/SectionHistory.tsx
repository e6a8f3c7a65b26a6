import type { SectionName } from '../../../contract/settings.ts'
import { countOf } from '../../../engine/countText.ts'
import { dayText } from '../../parts/figures.ts'
import { Differences } from '../../parts/settings/Differences.tsx'
import { sectionChanges } from '../../parts/settings/sectionChanges.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Card } from '../../ui/Card.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import type { SettingVersion } from './SectionForm.tsx'

type Approved = { approvedBy?: string | null }
type Props = {
  section: SectionName
  versions: readonly (SettingVersion & Approved)[]
  inForce: number
}

/** All versions with their changes, newest first. */
export function SectionHistory({ section, versions, inForce }: Props) {
  return (
    <Card title="History">
      <ol className="flex flex-col">
        {versions.map((version, index) => {
          const before = versions[index + 1]
          const changes = before ? sectionChanges(section, before.value, version.value) : []
          return (
            <VersionItem key={version.version} version={version} isCurrent={version.version === inForce}>
              {before && (
                <details className="mt-1.5">
                  <summary className="w-fit cursor-pointer rounded text-[0.8125rem] text-muted hover:text-ink">
                    {countOf(changes.length, 'difference')}
                  </summary>
                  <div className="mt-2">
                    <Differences items={changes} caption={`Changes in version ${version.version}`} />
                  </div>
                </details>
              )}
            </VersionItem>
          )
        })}
      </ol>
    </Card>
  )
}

type ItemProps = {
  version: Pick<SettingVersion, 'version' | 'effectiveOn' | 'changedBy' | 'changedAt'> &
    Approved & { reason?: string | null }
  isCurrent: boolean
  children: React.ReactNode
}

export function VersionItem({ version, isCurrent, children }: ItemProps) {
  return (
    // the line ends at the first version
    <li className="relative border-l border-line pb-5 pl-5 last:border-transparent last:pb-1">
      <span
        aria-hidden
        className={`absolute top-1.5 -left-[4.5px] size-2 rounded-full ring-4 ring-surface ${isCurrent ? 'bg-brand' : 'bg-edge'}`}
      />
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">
          {version.version === 0
            ? 'Default'
            : `Version ${version.version}, effective from ${dayText(version.effectiveOn)}`}
        </span>
        {isCurrent && (
          <Badge tone="positive" dot>
            Current
          </Badge>
        )}
        {version.changedBy && version.changedAt && (
          <span className="text-muted">
            {version.approvedBy
              ? `Submitted by ${version.changedBy}, approved by ${version.approvedBy}`
              : version.changedBy}{' '}
            · <RelativeTime at={version.changedAt} />
          </span>
        )}
      </div>
      {version.reason && <p className="mt-0.5 text-muted">“{version.reason}”</p>}
      {children}
    </li>
  )
}
