import { Differences } from '../../parts/settings/Differences.tsx'
import type { Difference } from '../../parts/settings/sectionChanges.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

type Props = {
  version: number
  by: string | null
  /** What the other person changed under one's hands. */
  items: readonly Difference[]
  onKeepMine: () => void
}

/** Somebody was faster. What one typed stays; what they changed is shown, so that it is not overwritten unseen. */
export function StaleNotice({ version, by, items, onKeepMine }: Props) {
  return (
    <Notice tone="caution" alert title={`${by ?? 'Somebody'} changed this meanwhile (version ${version})`}>
      <p className="mb-3">
        What you typed is still here. Look at their change, take over what you want to keep of it, then save
        yours on top.
      </p>
      <div className="mb-3 rounded-lg bg-surface text-ink">
        <Differences items={items} caption="What changed meanwhile" />
      </div>
      <Button size="small" onClick={onKeepMine}>
        I have seen it
      </Button>
    </Notice>
  )
}
