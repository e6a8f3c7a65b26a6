import { type FormEvent, useState } from 'react'
import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { call } from '../../call.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { wordsOf } from './submissionClient.ts'

type Letter = { loanNumber: string; code: string }

/** For whoever was handed a letter of clearance: number and code together say whether it is true, and nothing else. */
export function ClearancePanel() {
  const [letter, setLetter] = useState<Letter>({ loanNumber: '', code: '' })
  const [answer, setAnswer] = useState<{ letter: Letter; genuine: boolean }>()
  const [refusal, setRefusal] = useState<string>()
  const [isLooking, setLooking] = useState(false)

  const look = async (asked: Letter): Promise<void> => {
    setLooking(true)
    setRefusal(undefined)
    setAnswer(undefined)
    try {
      setAnswer({ letter: asked, ...(await call(publicRequestApi.clearanceCheck, asked)) })
    } catch (error) {
      setRefusal(wordsOf(error))
    }
    setLooking(false)
  }
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    if (letter.loanNumber.trim() === '' || letter.code.trim() === '')
      setRefusal('Please give both the loan number and the check code.')
    else if (!isLooking) void look({ loanNumber: letter.loanNumber.trim(), code: letter.code.trim() })
  }
  const field = (name: keyof Letter, label: string, placeholder: string) => (
    <Input
      label={label}
      name={name}
      placeholder={placeholder}
      value={letter[name]}
      onChange={event => {
        setLetter({ ...letter, [name]: event.target.value.toUpperCase() })
        // an answer stands beside what was asked, never beside another number
        setAnswer(undefined)
      }}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
    />
  )
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-6">
      <form onSubmit={ask} noValidate className="flex flex-col gap-4">
        <p className="text-[0.9375rem] text-muted">
          Both stand on the letter. We say only whether it is genuine and still true.
        </p>
        {field('loanNumber', 'Loan number', 'L0000000')}
        {field('code', 'Check code', 'XXXX-XXXX-XXXX')}
        {refusal && <Notice tone="negative">{refusal}</Notice>}
        <Button type="submit" look="primary" size="large" pending={isLooking}>
          Check the letter
        </Button>
      </form>
      {answer && <Answer {...answer} />}
    </div>
  )
}

function Answer({ letter: { loanNumber }, genuine }: { letter: Letter; genuine: boolean }) {
  if (genuine)
    return (
      <Notice tone="positive" title="The letter is genuine" alert>
        Loan {loanNumber} has been repaid in full, and nothing is owed on it today.
      </Notice>
    )
  return (
    <Notice tone="caution" title="We cannot confirm this letter" alert>
      Loan {loanNumber} and this code do not belong together, or something is owed on the loan again. Compare
      both with the letter. If they are right, ask our office before you rely on it.
    </Notice>
  )
}
