import type { Tx } from '../../kernel/db.ts'
import * as store from './erase.sql.ts'

/** Nothing that was written to a person says any more what or to whom. */
export async function eraseReader(tx: Tx, reader: store.ErasedReader): Promise<void> {
  await store.eraseMessages(tx, reader)
  if (!reader.keepsOptOuts) await store.deleteOptOuts(tx, reader)
}
