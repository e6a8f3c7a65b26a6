import { DOCUMENT_TYPES, type DocumentType } from '../../../contract/documents.ts'

const LENGTH_MAX = 100
/** Windows keeps these for devices, whatever stands behind the dot. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const ENDING = /\.(jpe?g|png|pdf|docx?|xlsx?)$/i

/** A title as the name of a file: no folders, no devices, no second ending, the ending of what it really is. */
export function fileNameOf(title: string, type: DocumentType): string {
  const ending = DOCUMENT_TYPES[type]
  const plain = title
    .replace(/[^\p{L}\p{M}\p{N} .,&_-]/gu, '-')
    .replace(ENDING, '')
    .replace(/[.\s]+/g, ' ')
    .replace(/^[\s-]+|[\s-]+$/g, '')
  const short = [...plain].slice(0, LENGTH_MAX).join('').trim()
  const name = short === '' || DEVICES.test(short) ? `document ${short}`.trim() : short
  return `${name}.${ending}`
}
