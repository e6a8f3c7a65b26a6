import { z } from 'zod'

/** A month of pay; apart from the files that come in by it, so that a page of figures does not fetch what they are made of. */
export const payMonth = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month such as 2026-10')
