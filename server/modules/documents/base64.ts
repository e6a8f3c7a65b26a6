import { DOCUMENT_MAX_BYTES, DOCUMENT_MESSAGES } from '../../../contract/documents.ts'
import { refuseFields } from '../../kernel/refusal.ts'

const DATA_ADDRESS = /^data:([\w.+-]+\/[\w.+-]+);base64,/
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

export type SentFile = {
  bytes: Buffer
  /** What a `data:` prefix says it is; to be held against the content. */
  claimed: string | undefined
}

/** Reads the file out of `path` as the one way base64 can be written: Node alone would skip whatever it does not know. */
export function readPath(path: string): SentFile {
  const prefix = DATA_ADDRESS.exec(path)
  const digits = prefix ? path.slice(prefix[0].length) : path
  if (digits.length % 4 !== 0 || !BASE64.test(digits)) refuseFields({ path: DOCUMENT_MESSAGES.fileRequired })
  if (decodedLength(digits) > DOCUMENT_MAX_BYTES) refuseFields({ path: DOCUMENT_MESSAGES.tooLarge })
  const bytes = Buffer.from(digits, 'base64')
  // two spellings of one file would have two hashes on the wire: bits behind the last byte must be zero
  if (bytes.toString('base64') !== digits) refuseFields({ path: DOCUMENT_MESSAGES.fileRequired })
  return { bytes, claimed: prefix?.[1]?.toLowerCase() }
}

const decodedLength = (digits: string): number =>
  (digits.length / 4) * 3 - (digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0)
