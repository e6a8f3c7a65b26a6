import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import type { publicRequestApi } from '../../../contract/publicRequests.ts'
import { retryDelay } from '../../call.ts'
import { onlineOrTimeout } from '../../ui/online.ts'
import { isTransientError, type SubmissionClient } from './submissionClient.ts'

export type Submission = {
  readonly state: 'idle' | 'sending' | 'waiting'
  readonly submit: (phoneCode: string) => Promise<void>
  readonly tryNow: () => void
  readonly stop: () => void
}

type Outcome = {
  onSent: (reply: Reply<typeof publicRequestApi.requestSubmit>) => void
  onRefused: (error: unknown) => void
}

/** Retries until the server replies. The request has one id, so a retry never creates a second request. */
export function useSubmission(client: SubmissionClient, { onSent, onRefused }: Outcome): Submission {
  const [state, setState] = useState<Submission['state']>('idle')
  const run = useRef(0)
  const wake = useRef<() => void>(undefined)
  const stop = (): void => {
    run.current++
    wake.current?.()
    setState('idle')
  }
  useEffect(
    () => () => {
      run.current++
    },
    [],
  )

  const submit = async (phoneCode: string): Promise<void> => {
    const mine = ++run.current
    for (let failures = 0; mine === run.current; failures++) {
      setState('sending')
      try {
        const reply = await client.submit(phoneCode)
        if (mine !== run.current) return
        setState('idle')
        // after a lost reply, "already pending" most likely means this request
        return onSent({ ...reply, alreadyPending: reply.alreadyPending && failures === 0 })
      } catch (error) {
        if (mine !== run.current) return
        if (!isTransientError(error)) {
          setState('idle')
          return onRefused(error)
        }
        setState('waiting')
        const signal = onlineOrTimeout(retryDelay(failures))
        wake.current = signal.now
        await signal.promise
      }
    }
  }
  return { state, submit, tryNow: () => wake.current?.(), stop }
}
