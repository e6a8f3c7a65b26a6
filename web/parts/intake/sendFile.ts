import { INTAKE_PIECE_BYTES, intakeApi } from '../../../contract/intake.ts'
import { ApiError, call } from '../../api.ts'
import { isRefusal, retryDelay } from '../../call.ts'

/** The file cannot be read any more: it was moved, changed or taken out since it was chosen. */
export class FileGone extends Error {}

type Watch = {
  /** Bytes that have left, counted within a piece too. */
  onSent: (bytes: number) => void
  /** The line is lost; it tries again by itself. */
  onTrouble: (message: string) => void
  signal: AbortSignal
}

/** No byte has moved for this long: the line is dead, whatever the browser believes. */
const STALL_MS = 30_000

/**
 * Sends what the server does not have yet, piece after piece, and goes on however often the line is lost. It ends when
 * all is there, and fails only when the server refuses or the file is gone.
 */
export async function sendFile(id: string, file: File, watch: Watch): Promise<void> {
  let failures = 0
  for (let offset: number | undefined; ; ) {
    try {
      // what the server has is what counts: an answer may have been lost, or another window may have sent some
      offset ??= (await call(intakeApi.intakeGet, { id }, { signal: watch.signal })).receivedBytes
      watch.onSent(offset)
      if (offset >= file.size) return
      offset = await sendPiece(id, file, offset, watch)
      failures = 0
    } catch (error) {
      watch.signal.throwIfAborted()
      if (isFinal(error)) throw error
      offset = undefined
      watch.onTrouble(error instanceof ApiError ? error.message : 'The line is slow or lost.')
      await rest(retryDelay(failures), watch.signal)
      failures += 1
    }
  }
}

const PASSING = ['intake.offset', 'rate.limited']

const isFinal = (error: unknown): boolean =>
  error instanceof FileGone ||
  (error instanceof ApiError && isRefusal(error) && !PASSING.includes(error.code)) ||
  (error instanceof ApiError && error.code === 'reply.unexpected')

async function sendPiece(id: string, file: File, offset: number, watch: Watch): Promise<number> {
  const bytes = await read(file.slice(offset, offset + INTAKE_PIECE_BYTES))
  watch.signal.throwIfAborted()
  const stall = new AbortController()
  let timer = window.setTimeout(() => stall.abort(), STALL_MS)
  const onProgress = (share: number): void => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => stall.abort(), STALL_MS)
    watch.onSent(offset + Math.floor(share * bytes.size))
  }
  try {
    const signal = AbortSignal.any([watch.signal, stall.signal])
    const reply = await call(intakeApi.intakePiece, { id, offset }, { bytes, onProgress, signal })
    return reply.receivedBytes
  } finally {
    window.clearTimeout(timer)
  }
}

/** Read before it is sent: a file that is gone would otherwise look like a lost line, for ever. */
async function read(piece: Blob): Promise<Blob> {
  try {
    return new Blob([await piece.arrayBuffer()])
  } catch {
    throw new FileGone('The file was moved or changed after it was chosen. Choose it again to go on.')
  }
}

/** Until it is time, the line is back, or nobody waits any more. */
const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      window.clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason as Error)
      else resolve()
    }
    const timer = window.setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
