import { Differences } from '../../parts/settings/Differences.tsx'
import type { Difference } from '../../parts/settings/sectionChanges.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = {
  version: number
  by: string | null
  /** Changes of the other user. */
  items: readonly Difference[]
  onContinue: () => void
}

/** Shown after an edit conflict: typed values stay, and the newer changes are listed. */
export function StaleNotice({ version, by, items, onContinue }: Props) {
  return (
    <Notice
      tone="caution"
      alert
      title={`${by ?? 'Someone else'} changed this while you were editing (version ${version})`}
    >
      <p className="mb-3">
        Your changes are still here. Check the newer version, add what you want to keep, then save.
      </p>
      <div className="mb-3 rounded-lg bg-surface text-ink">
        <Differences items={items} caption="Changes in the newer version" />
      </div>
      <Button size="small" onClick={onContinue}>
        Continue
      </Button>
    </Notice>
  )
}
