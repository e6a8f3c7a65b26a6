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
  /** Columns of a file layout, edited as JSON text. */
  | 'cells'

/** What a choice is among where its options are not fixed. */
export type ChoicesFrom = 'services' | 'payingAccounts' | 'moneyAccounts' | 'accountOwners'

export type FieldSpec = {
  name: string
  label: string
  kind: Kind
  hint?: string
  /** Unit of a whole number, for example "hours". */
  unit?: string
  /** May be blank. */
  optional?: true
  options?: readonly { value: string; label: string; disabled?: boolean }[]
  from?: ChoicesFrom
  /** Width of the column. */
  width?: string
}

/** Rows of a settings section. */
export type RowsSpec = {
  name: string
  title: string
  /** Name of one row, for buttons such as "Add reason". */
  one: string
  columns: readonly FieldSpec[]
  /** Further fields of a row, edited below it. The name is a path in the row. */
  details?: readonly FieldSpec[]
  /** Those that a row with these values uses. */
  used?: (of: (name: string) => string) => readonly FieldSpec[]
  /** What the details are about. */
  detailsTitle?: string
  blank: Readonly<Record<string, string>>
  /** Rows have a status and are deactivated instead of removed. */
  hasStatus: boolean
}
