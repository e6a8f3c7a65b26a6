import { customerFilter } from '../../../contract/customers.ts'
import { usePrivateSearch } from '../../parts/privateSearch.ts'

export const useCustomerFilter = () => usePrivateSearch(customerFilter)
