import { type FormEvent, useState } from 'react'
import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { call } from '../../call.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { errorText } from './submissionClient.ts'

type Letter = { loanNumber: string; code: string }

/** Confirms to a third party, by loan number and verification code, whether a clearance letter is valid. */
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
      setRefusal(errorText(error))
    }
    setLooking(false)
  }
  const ask = (event: FormEvent): void => {
    event.preventDefault()
    if (letter.loanNumber.trim() === '' || letter.code.trim() === '')
      setRefusal('Please enter both the loan number and the verification code.')
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
        // the answer is only shown for the number that was checked
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
          Both are printed on the letter. We confirm only whether the letter is genuine and still valid.
        </p>
        {field('loanNumber', 'Loan number', 'L0000000')}
        {field('code', 'Verification code', 'XXXX-XXXX-XXXX')}
        {refusal && <Notice tone="negative">{refusal}</Notice>}
        <Button type="submit" look="primary" size="large" pending={isLooking}>
          Verify letter
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
        Loan {loanNumber} is fully repaid. There is no outstanding balance today.
      </Notice>
    )
  return (
    <Notice tone="caution" title="We cannot confirm this letter" alert>
      The code does not match loan {loanNumber}, or the loan has an outstanding balance. Compare both numbers
      with the letter. If they are correct, contact our office before you rely on it.
    </Notice>
  )
}
