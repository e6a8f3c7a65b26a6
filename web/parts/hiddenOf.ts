import type { Column } from '../ui/Table.tsx'

/** Which columns a person does not see: what they chose or, until they choose, those that are optional. */
export const hiddenOf = (
  columns: readonly Pick<Column<never>, 'id' | 'isOptional'>[],
  chosen: readonly string[] | undefined,
): readonly string[] => chosen ?? columns.filter(column => column.isOptional).map(column => column.id)
