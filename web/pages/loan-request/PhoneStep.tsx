import { useEffect, useState } from 'react'
import { ApiError } from '../../call.ts'
import { phoneText } from '../../parts/figures.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { errorText } from './submissionClient.ts'
import type { Application } from './useApplication.ts'

type Props = { app: Application; code: string; onCode: (code: string) => void }

/** Verifies the applicant's phone by a six-digit SMS code. */
export function PhoneStep({ app, code, onCode }: Props) {
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [isSent, setSent] = useState(false)
  const [wait, setWait] = useCountdown()

  const send = async (): Promise<void> => {
    setSending(true)
    setRefusal(undefined)
    try {
      setWait((await app.client.sendPhoneCode()).waitSeconds)
      setSent(true)
    } catch (problem) {
      setRefusal(errorText(problem, ['phone']))
      if (problem instanceof ApiError && problem.code === 'phone_code.wait') {
        setSent(true)
        setWait(secondsIn(problem.message))
      }
    }
    setSending(false)
  }
  return (
    <>
      <p className="text-[0.9375rem] text-muted">
        We send a six-digit code to{' '}
        <strong className="font-semibold text-ink">{phoneText(app.draft.answers.phone)}</strong> to confirm
        that this is your phone.
      </p>
      {refusal && <Notice tone="caution">{refusal}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="large"
          look={isSent ? 'secondary' : 'primary'}
          pending={isSending}
          disabledReason={
            wait > 0
              ? `You can request a new code in ${wait === 1 ? '1 second' : `${wait} seconds`}.`
              : undefined
          }
          onClick={() => void send()}
        >
          {isSent ? 'Resend code' : 'Send code'}
        </Button>
        {wait > 0 && <span className="text-muted tabular-nums">in {wait} s</span>}
      </div>
      {isSent && (
        <Input
          label="Code"
          name="phoneCode"
          value={code}
          error={app.message?.about === 'phoneCode' ? app.message.text : undefined}
          onChange={event => onCode(event.target.value.replace(/\D/g, '').slice(0, 6))}
          hint="Six digits. It may take a minute to arrive. Do not share it with anyone."
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-48"
        />
      )}
    </>
  )
}

const secondsIn = (message: string): number => Number.parseInt(/\d+/.exec(message)?.[0] ?? '60', 10)

function useCountdown(): [seconds: number, start: (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (seconds <= 0) return
    const timer = window.setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => window.clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds]
}
