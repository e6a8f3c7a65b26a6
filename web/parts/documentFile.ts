import {
  DOCUMENT_MAX_BYTES,
  DOCUMENT_MESSAGES,
  DOCUMENT_TYPES,
  type DocumentType,
} from '../../contract/documents.ts'

const isDocumentType = (type: string): type is DocumentType => Object.hasOwn(DOCUMENT_TYPES, type)

const ENDINGS: Record<string, DocumentType> = {
  jpeg: 'image/jpeg',
  ...Object.fromEntries(Object.entries(DOCUMENT_TYPES).map(([type, ending]) => [ending, type])),
}

/** What the browser takes a file for; some know no Word or Excel and say nothing, then its ending does. */
export function typeOf(file: File): DocumentType | undefined {
  if (file.type) return isDocumentType(file.type) ? file.type : undefined
  return ENDINGS[file.name.split('.').pop()?.toLowerCase() ?? '']
}

/** What is wrong with a choice, in the words of the form; the server looks into the content itself. */
export function fileProblem(file: File | undefined): string | undefined {
  if (!file || file.size === 0) return DOCUMENT_MESSAGES.fileRequired
  if (!typeOf(file)) return DOCUMENT_MESSAGES.wrongType
  return file.size > DOCUMENT_MAX_BYTES ? DOCUMENT_MESSAGES.tooLarge : undefined
}

/** The content as base64, as it travels in `path`. */
export function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve((reader.result as string).replace(/^data:[^,]*,/, ''))
    // moved or taken back between choosing and sending
    reader.onerror = () => reject(new Error(DOCUMENT_MESSAGES.fileRequired))
    reader.readAsDataURL(file)
  })
}

export const TYPE_NAMES: Record<DocumentType, string> = {
  'image/jpeg': 'Photo',
  'image/png': 'Picture',
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
}
