import { type Keys, personIndex } from '../../kernel/keys.ts'

/** Equal BVNs have equal indexes; nothing else about them can be read from one. */
export const bvnIndex = (keys: Keys, bvn: string): Buffer => personIndex(keys, 'bvn', bvn)
export const ninIndex = (keys: Keys, nin: string): Buffer => personIndex(keys, 'nin', nin)

/** Of a person who stated both. */
export const identityIndexes = (keys: Keys, { bvn, nin }: { bvn: string; nin: string }) => ({
  bvn_index: bvnIndex(keys, bvn),
  nin_index: ninIndex(keys, nin),
})

type Sealed = { id: string; bvn_sealed: string; nin_sealed: string }
export const openBvn = (keys: Keys, row: Sealed): string =>
  keys.open(row.bvn_sealed, ['customer.bvn', row.id])
export const openNin = (keys: Keys, row: Sealed): string =>
  keys.open(row.nin_sealed, ['customer.nin', row.id])
