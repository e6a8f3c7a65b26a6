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

export type ExportFormat = 'csv' | 'xlsx'
export type FileExport = { label: string; save: (format: ExportFormat) => Promise<unknown> }

/** The file of a list: the rows of the same input, also those on the pages to come. */
export const exportOf = <E extends Endpoint>(
  label: string,
  endpoint: E & (Reply<E> extends FileReply ? unknown : never),
  input: Omit<Sent<E>, 'format'>,
): FileExport => ({
  label,
  save: format => fetchFile(endpoint, { ...input, format } as unknown as Sent<E>),
})
