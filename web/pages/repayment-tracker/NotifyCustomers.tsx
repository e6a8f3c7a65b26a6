import { countOf } from '../../../engine/countText.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'

type Props = { customers: number | undefined; checked: boolean; onChange: (checked: boolean) => void }

/** How many SMS an event sends, and whether it sends them. */
export function NotifyCustomers({ customers, checked, onChange }: Props) {
  return (
    <Checkbox
      className="sm:col-span-2"
      label="Notify customers by SMS"
      hint={hintOf(customers)}
      checked={checked && customers !== 0}
      disabled={customers === 0}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}

function hintOf(customers: number | undefined): string | undefined {
  if (customers === undefined) return undefined
  if (customers === 0) return 'No customer has an instalment that it concerns.'
  return `One SMS to each of ${countOf(customers, 'customer')}, once the event applies. Opt-outs and quiet hours apply.`
}
