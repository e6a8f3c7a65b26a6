import { INTAKE_MAX_BYTES } from '../../../contract/intake.ts'
import { sizeText } from '../../ui/sizeText.ts'

/** For the picker only: what a file is, its content says. */
export const FILE_ACCEPT = '.csv,.txt,.tsv,.xlsx'

export const FILE_HINT = `CSV or Excel (.xlsx), up to ${INTAKE_MAX_BYTES / 1024 / 1024} MB and 1,100,000 rows.`

/** What can be said about a file before a byte of it is sent. */
export function chosenFileProblem(file: File): string | undefined {
  if (file.size === 0) return 'The file is empty.'
  if (file.size > INTAKE_MAX_BYTES)
    return `The file has ${sizeText(file.size)}; at most ${sizeText(INTAKE_MAX_BYTES)} are taken. Leave out columns nobody needs, or save it as CSV.`
  return undefined
}
