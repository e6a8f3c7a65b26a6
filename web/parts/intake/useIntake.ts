import { intakeApi } from '../../../contract/intake.ts'
import { useApi } from '../../api.ts'
import { usePolling } from '../../ui/usePolling.ts'
import { isRunning } from './intakeWords.ts'

/** Polling interval while a job runs. */
export const READING_MS = 1_000
/** Polling interval while another user uploads. */
const BEING_SENT_MS = 5_000

/** One upload with its layout, polled while it changes. */
export function useIntake(id: string) {
  const intake = useApi(intakeApi.intakeGet, { id })
  const isBeingSent = intake.data?.status === 'receiving'
  const isMoving = intake.data !== undefined && (isBeingSent || isRunning(intake.data))
  usePolling(isMoving, intake.refetch, isBeingSent ? BEING_SENT_MS : READING_MS)
  return intake
}
