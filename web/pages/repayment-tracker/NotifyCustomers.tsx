import { countOf } from '../../../engine/countText.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'

type Props = { customers: number | undefined; checked: boolean; onChange: (checked: boolean) => void }

/** How many SMS an event sends, and whether it sends them. */
export function NotifyCustomers({ customers, checked, onChange }: Props) {
  return (
    <Checkbox
      className="sm:col-span-2"
      label="Notify customers by SMS"
      hint={
        customers === undefined
          ? undefined
          : `One SMS to each of ${countOf(customers, 'customer')}, once the event applies. Opt-outs and quiet hours apply.`
      }
      checked={checked && customers !== 0}
      disabled={customers === 0}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
