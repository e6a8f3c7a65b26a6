import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Above a form that begins with what was left in it. */
export function KeptNotice({ onStartAfresh }: { onStartAfresh: () => void }) {
  return (
    <Notice
      title="What you wrote last time is back"
      action={
        <Button size="small" onClick={onStartAfresh}>
          Start afresh
        </Button>
      }
    >
      It was kept in this tab and is not saved yet.
    </Notice>
  )
}
