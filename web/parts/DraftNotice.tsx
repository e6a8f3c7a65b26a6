import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

type Props = {
  onStartAgain: () => void
  /** Names of the fields whose text was not saved. */
  typeAgain?: readonly string[]
}

/** Above a form that was restored from a draft. */
export function DraftNotice({ onStartAgain, typeAgain = [] }: Props) {
  return (
    <Notice
      title="What you wrote last time is back"
      action={
        <Button size="small" onClick={onStartAgain}>
          Start again
        </Button>
      }
    >
      It is stored in this tab and not saved yet.
      {typeAgain.length > 0 && ` ${againText(typeAgain)}`}
    </Notice>
  )
}

/** No BVN, phone or account number may stay in the browser for the next user. */
export const againText = (fields: readonly string[]): string =>
  `Personal numbers are not stored in the browser. Enter again: ${fields.join(', ')}.`
