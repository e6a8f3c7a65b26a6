import { useEffect } from 'react'
import { intakeApi } from '../../../contract/intake.ts'
import { useApi } from '../../api.ts'
import { isRunning } from './intakeWords.ts'

const LOOK_AGAIN_MS = 1_000
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
  useLookAgain(intake.data !== undefined && isRunning(intake.data), intake.refetch)
  return intake
}
