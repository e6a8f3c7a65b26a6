import { customerApi } from '../../../contract/customers.ts'
import { useApi } from '../../api.ts'
import { type Found, type Picked, RecordPicker } from '../../parts/messaging/RecordPicker.tsx'

type Props = {
  label?: string
  hint?: string
  error?: string | undefined
  picked: Picked | undefined
  onPick: (customer: Picked | undefined) => void
}

const SHOWN = 5

export function CustomerPicker({ label = 'Customer', ...rest }: Props) {
  return (
    <RecordPicker
      {...rest}
      label={label}
      placeholder="Name, phone or customer number"
      useFound={useCustomers}
      name="customer"
    />
  )
}

function useCustomers(search: string, enabled: boolean): Found {
  const asked = useApi(customerApi.customerList, { search, limit: SHOWN }, { enabled })
  const found = asked.isPlaceholderData ? undefined : asked.data?.rows
  const rows = found?.map(row => ({
    id: row.id,
    title: row.name,
    hint: [row.number, row.phone, row.mda].filter(Boolean).join(' · '),
  }))
  return { rows, asked }
}
