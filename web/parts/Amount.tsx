import clsx from 'clsx'
import { formatNaira, type Kobo } from '../../engine/money.ts'

type Props = {
  of: Kobo
  /** Without kobo, the whole amount on hover: for tiles and charts. */
  short?: true
  className?: string
}

/** An amount: the naira as the text around it, its sign and the kobo lighter. */
export function Amount({ of, short, className }: Props) {
  const whole = formatNaira(of)
  const [before, naira, kobo] = partsOf(whole)
  return (
    <span title={short && whole} className={clsx('whitespace-nowrap tabular-nums', className)}>
      <span className="font-normal text-faint">{before}</span>
      {naira}
      {!short && <span className="font-normal text-faint">{kobo}</span>}
    </span>
  )
}

/** "−₦1,250.05" → "−₦", "1,250", ".05". */
function partsOf(amount: string): [string, string, string] {
  const sign = amount.indexOf('₦') + 1
  return [amount.slice(0, sign), amount.slice(sign, -3), amount.slice(-3)]
}
