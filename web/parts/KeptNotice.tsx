import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

type Props = {
  onStartAfresh: () => void
  /** Names of the fields whose text was not kept. */
  typeAgain?: readonly string[]
}

/** Above a form that begins with what was left in it. */
export function KeptNotice({ onStartAfresh, typeAgain = [] }: Props) {
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
      {typeAgain.length > 0 && ` ${againText(typeAgain)}`}
    </Notice>
  )
}

/** Whoever sits down next must find nobody's BVN, phone or account in the browser. */
export const againText = (fields: readonly string[]): string =>
  `What holds a person’s number is not kept in a browser. Please type again: ${fields.join(', ')}.`
