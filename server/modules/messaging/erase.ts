import type { Tx } from '../../kernel/db.ts'
import * as store from './erase.sql.ts'

/** Nothing that was written to a person, or came from a number of theirs alone, says any more what or to whom. */
export async function eraseReader(tx: Tx, reader: store.ErasedReader): Promise<void> {
  await store.eraseMessages(tx, reader)
  await store.eraseMembers(tx, reader)
  await store.eraseInbound(tx, reader)
  if (!reader.keepsOptOuts) await store.deleteOptOuts(tx, reader)
  await store.eraseFromAudiences(tx, reader)
}

/** What banks told about these loans, and where they are only named among others. */
export async function eraseClaimsOn(tx: Tx, loanIds: readonly string[]): Promise<void> {
  await store.eraseClaimsOn(tx, loanIds)
  await store.eraseFromMatches(tx, loanIds)
}
