import { formatNaira, type Kobo } from '../../../engine/money.ts'

/** Nothing stands back, so that what is paid or owed stands out. */
export const Amount = ({ value }: { value: Kobo }) =>
  value === 0n ? <span className="text-faint">{formatNaira(value)}</span> : formatNaira(value)
