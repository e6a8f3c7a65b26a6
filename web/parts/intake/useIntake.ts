import { useEffect } from 'react'
import { intakeApi } from '../../../contract/intake.ts'
import { useApi } from '../../api.ts'
import { isRunning } from './intakeWords.ts'

const LOOK_AGAIN_MS = 1_000
/** Whoever sends it is told by the pieces; this is for those who look on. */
const BEING_SENT_MS = 5_000
const HIDDEN_MS = 10_000

/** Looks again and again while something moves; less often while nobody looks. */
export function useLookAgain(isMoving: boolean, look: () => unknown, everyMs = LOOK_AGAIN_MS): void {
  useEffect(() => {
    if (!isMoving) return
    let timer = 0
    const plan = (): void => {
      timer = window.setTimeout(
        () => {
          look()
          plan()
        },
        document.hidden ? HIDDEN_MS : everyMs,
      )
    }
    const shown = (): void => {
      window.clearTimeout(timer)
      look()
      plan()
    }
    plan()
    document.addEventListener('visibilitychange', shown)
    return () => {
      window.clearTimeout(timer)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [isMoving, look, everyMs])
}

/** One upload with its layout; asked for again while the machine is at it. */
export function useIntake(id: string) {
  const intake = useApi(intakeApi.intakeGet, { id })
  const isBeingSent = intake.data?.status === 'receiving'
  const isMoving = intake.data !== undefined && (isBeingSent || isRunning(intake.data))
  useLookAgain(isMoving, intake.refetch, isBeingSent ? BEING_SENT_MS : LOOK_AGAIN_MS)
  return intake
}
