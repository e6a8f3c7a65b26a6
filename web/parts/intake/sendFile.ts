import { INTAKE_PIECE_BYTES, intakeApi } from '../../../contract/intake.ts'
import { ApiError, call } from '../../api.ts'
import { isRefusal, retryDelay } from '../../call.ts'

/** The file cannot be read: it was moved, changed or deleted after it was chosen. */
export class FileGone extends Error {}

type Watch = {
  /** Bytes sent so far, including the current piece. */
  onSent: (bytes: number) => void
  /** The connection is lost; sending retries automatically. */
  onTrouble: (message: string) => void
  signal: AbortSignal
}

/** A connection without progress for this long is treated as lost. */
const STALL_MS = 30_000

/**
 * Sends the missing pieces and retries after lost connections. Resolves when the server has the whole file;
 * rejects only if the server rejects the upload or the file cannot be read.
 */
export async function sendFile(id: string, file: File, watch: Watch): Promise<void> {
  let failures = 0
  for (let offset: number | undefined; ; ) {
    try {
      // asks the server for its offset: a reply may be lost, or another window may have sent a piece
      offset ??= (await call(intakeApi.intakeGet, { id }, { signal: watch.signal })).receivedBytes
      watch.onSent(offset)
      if (offset >= file.size) return
      offset = await sendPiece(id, file, offset, watch)
      failures = 0
    } catch (error) {
      watch.signal.throwIfAborted()
      if (isFinal(error)) throw error
      offset = undefined
      watch.onTrouble(error instanceof ApiError ? error.message : 'The connection is slow or lost.')
      await rest(retryDelay(failures), watch.signal)
      failures += 1
    }
  }
}

const TRANSIENT = ['intake.offset', 'rate.limited']

const isFinal = (error: unknown): boolean =>
  error instanceof FileGone ||
  (error instanceof ApiError && isRefusal(error) && !TRANSIENT.includes(error.code)) ||
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

/** Reads the piece first: an unreadable file would otherwise look like a lost connection. */
async function read(piece: Blob): Promise<Blob> {
  try {
    return new Blob([await piece.arrayBuffer()])
  } catch {
    throw new FileGone('The file was moved or changed after you chose it. Choose it again to resume.')
  }
}

/** Resolves after `ms` or when the browser is online; rejects when aborted. */
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
