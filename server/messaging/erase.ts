import type { Tx } from '../db.ts'
import * as store from './erase.sql.ts'

export { countMessagesOf, eraseClaimsOn } from './erase.sql.ts'

/** As people type a number into a list: with the country or without. */
const typedForms = (phone: string): string[] => [phone, phone.slice(1), `0${phone.slice(4)}`]

/** Nothing that was written to these numbers, or came from them, says any more what or to whom. */
export async function eraseReader(tx: Tx, reader: store.ErasedReader): Promise<void> {
  await store.eraseMessages(tx, reader)
  await store.eraseMembers(tx, reader)
  await store.eraseInbound(tx, reader)
  if (!reader.keepsOptOuts) await store.deleteOptOuts(tx, reader)
  for (const phone of reader.phones)
    for (const typed of typedForms(phone)) await store.eraseFromAudiences(tx, typed, reader.mark)
}
