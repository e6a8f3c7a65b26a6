import type { Endpoint, FileReply, Reply } from '../../contract/endpoint.ts'
import { ApiError, call, type Sent } from '../api.ts'
import { saveFile } from '../ui/download.ts'
import { toast } from '../ui/toast.ts'

/** Fetches a file and hands it over; a refusal is said in words. */
export async function fetchFile<E extends Endpoint>(
  endpoint: E & (Reply<E> extends FileReply ? unknown : never),
  input: Sent<E>,
): Promise<boolean> {
  try {
    const { name, bytes, type } = (await call(endpoint, input)) as FileReply
    saveFile(name, new Blob([new Uint8Array(bytes)], { type }))
    return true
  } catch (error) {
    toast(
      'error',
      error instanceof ApiError ? error.message : 'The file could not be saved. Please try again.',
    )
    return false
  }
}
