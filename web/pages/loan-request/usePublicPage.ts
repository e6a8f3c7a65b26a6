import { useCallback, useEffect, useState } from 'react'
import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { call, retryDelay, shouldRetry } from '../../call.ts'
import { onlineOrTimeout } from '../../ui/online.ts'
import type { PublicPage } from './steps.ts'
import { errorText } from './submissionClient.ts'

type Loaded = { readonly page: PublicPage | undefined; readonly problem: string | undefined }

/** Fetched once, because each fetch counts as a visit through the officer's link. `ask` fetches it again. */
export function usePublicPage(officerCode: string): Loaded & { ask: () => void } {
  const [loaded, setLoaded] = useState<Loaded>({ page: undefined, problem: undefined })
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counter triggers a new fetch
  useEffect(() => {
    const left = new AbortController()
    load(officerCode, left.signal).then(
      page => setLoaded({ page, problem: undefined }),
      error => left.signal.aborted || setLoaded(now => ({ ...now, problem: errorText(error) })),
    )
    return () => left.abort()
  }, [officerCode, asked])
  const ask = useCallback(() => {
    setLoaded(now => ({ ...now, problem: undefined }))
    setAsked(now => now + 1)
  }, [])
  return { ...loaded, ask }
}

async function load(officerCode: string, signal: AbortSignal): Promise<PublicPage> {
  for (let failures = 0; ; failures++) {
    try {
      const input = officerCode ? { accountOfficerCode: officerCode } : {}
      return await call(publicRequestApi.publicPage, input, { signal })
    } catch (error) {
      if (signal.aborted || !shouldRetry(failures, error)) throw error
      await onlineOrTimeout(retryDelay(failures)).promise
    }
  }
}
