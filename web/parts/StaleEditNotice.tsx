import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

type Props = {
  /** What the record is: "customer". */
  what: string
  /** What they changed, by its name on screen, and what it says now. */
  changed: readonly (readonly [name: string, now: string])[]
  onSeen: () => void
}

/** Somebody was faster: what they changed is named, and what one typed is saved on top of it once it was seen. */
export function StaleEditNotice({ what, changed, onSeen }: Props) {
  return (
    <Notice
      tone="caution"
      title={`Someone else changed this ${what} while you were editing`}
      action={
        <Button size="small" onClick={onSeen}>
          I have seen it
        </Button>
      }
    >
      {changed.length > 0 && (
        <ul className="mb-2 list-disc pl-5">
          {changed.map(([name, now]) => (
            <li key={name}>
              {name}: {now || 'Not provided'}
            </li>
          ))}
        </ul>
      )}
      What you typed is still here, and is saved on top of theirs.
    </Notice>
  )
}
