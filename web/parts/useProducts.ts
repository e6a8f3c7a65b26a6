import { productApi } from '../../contract/products.ts'
import { useApi } from '../api.ts'

const FRESH_MS = 60_000

/** Every product in its present version, for choices and for the names of what was chosen. */
export function useProducts() {
  const rows = useApi(productApi.productList, {}, { staleMs: FRESH_MS }).data?.rows
  return { products: rows, productNames: new Map((rows ?? []).map(({ id, name }) => [id, name])) }
}
