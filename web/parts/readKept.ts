import type { z } from 'zod'

/** Kept work, if it is what it should be: whatever stands in the storage, nothing else comes back. */
export function readKept<V>(text: string | null, schema: z.ZodType<V>): V | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined
  }
}
