/** One field of a settings section. */

type Kind =
  | 'text'
  | 'lines'
  | 'whole'
  | 'percent'
  | 'naira'
  | 'day'
  | 'switch'
  | 'choice'
  | 'picture'
  /** Lists of a payroll source, edited as JSON text. */
  | 'codes'
  | 'columns'

export type FieldSpec = {
  name: string
  label: string
  kind: Kind
  hint?: string
  /** Unit of a whole number, for example "hours". */
  unit?: string
  /** May be blank. */
  optional?: true
  options?: readonly { value: string; label: string }[]
  /** Width of the column. */
  width?: string
}
