import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api.ts'
import { FileGone, sendFile } from './sendFile.ts'

const WINDOW_MS = 8_000

/** Sends a file and reports its progress. `onEnd` is called when the upload is complete or rejected. */
export function useSending(id: string, file: File | undefined, onEnd: () => void) {
  const [isPaused, setPaused] = useState(false)
  const [sent, setSent] = useState<number>()
  const [trouble, setTrouble] = useState<string>()
  const [stopped, setStopped] = useState<string>()
  const [bytesPerSecond, setRate] = useState<number>()
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (!file || isPaused) return
    const controller = new AbortController()
    const pace = paceMeter()
    setStopped(undefined)
    setTrouble(undefined)
    setRate(undefined)
    sendFile(id, file, {
      signal: controller.signal,
      onSent: bytes => {
        setSent(bytes)
        setTrouble(undefined)
        setRate(pace(bytes, performance.now()))
      },
      onTrouble: setTrouble,
    }).then(
      () => end.current(),
      (error: unknown) => {
        if (controller.signal.aborted) return
        setStopped(
          error instanceof ApiError || error instanceof FileGone
            ? error.message
            : 'The upload has stopped. Choose the file again to resume.',
        )
        // cancelled or finished in another window: reload the state
        if (error instanceof ApiError) end.current()
      },
    )
    return () => controller.abort()
  }, [id, file, isPaused])
  return {
    sent,
    bytesPerSecond: isPaused || trouble ? undefined : bytesPerSecond,
    state: stateOf(stopped, isPaused, trouble),
    /** Reason why it is paused or stopped. */
    message: stopped ?? trouble,
    pause: () => setPaused(true),
    resume: () => setPaused(false),
  } as const
}

function stateOf(stopped: string | undefined, isPaused: boolean, trouble: string | undefined) {
  if (stopped) return 'stopped'
  if (isPaused) return 'paused'
  return trouble ? 'trouble' : 'sending'
}

/** Bytes per second over the last seconds. */
export function paceMeter(): (bytes: number, at: number) => number | undefined {
  let marks: { bytes: number; at: number }[] = []
  return (bytes, at) => {
    marks = [...marks.filter(mark => at - mark.at <= WINDOW_MS), { bytes, at }]
    const first = marks[0]
    if (!first || at - first.at < 250) return undefined
    return Math.max(0, (bytes - first.bytes) / ((at - first.at) / 1000))
  }
}
