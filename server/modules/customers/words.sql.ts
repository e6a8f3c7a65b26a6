import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/db.ts'
import { anywhere } from '../../kernel/like.ts'

/** Read off one by one: a part that is in more words is in so many names that going through them in order finds a page. */
const WORDS_MAX = 400

/** Whether a part of a name or of a payroll number is looked for among the distinct words. */
export const isInWords = (part: string): boolean => /^\D{3,}$/.test(part)

/** The distinct words with a part in them; undefined where they are too many. */
export async function wordsHolding(tx: Tx, part: string): Promise<string[] | undefined> {
  const result = await sql<{ word: string }>`
    select distinct word from customer_vocabulary where word like ${anywhere(part)}
    limit ${sql.lit(WORDS_MAX + 1)}`.execute(tx)
  return result.rows.length > WORDS_MAX ? undefined : result.rows.map(row => row.word)
}

/** Code points go no further: the end of all texts that begin with one. */
const LAST = '\u{10FFFF}'

/** Names as far as they begin with a text, or stand before or after those that do. */
export const RANGES = {
  begins: (text: string) => sql`w.name_key >= ${text} and w.name_key < ${text + LAST}`,
  before: (text: string) => sql`w.name_key < ${text}`,
  after: (text: string) => sql`w.name_key >= ${text + LAST}`,
  others: (text: string) => sql`(w.name_key < ${text} or w.name_key >= ${text + LAST})`,
}

type Page = {
  range: RawBuilder<unknown>
  past: { key: string; id: string } | null
  descending: boolean
  limit: number
}

/** The order of a page, and what is on it. */
function sequenceOf({ range, past, descending }: Page) {
  const comes = past
    ? sql`(w.name_key, w.customer_id) ${sql.raw(descending ? '<' : '>')} (${past.key}, ${past.id}::uuid)`
    : sql`true`
  return { isNext: sql`${range} and ${comes}`, direction: sql.raw(descending ? 'desc' : 'asc') }
}

/** The next customers of a range who bear one of the words, each once: of every word as many as a page takes. */
export function customersBearing(words: readonly string[], page: Page): RawBuilder<unknown> {
  const { isNext, direction } = sequenceOf(page)
  const { limit } = page
  return sql`(
    select c.* from (
      select distinct k.name_key, k.customer_id from unnest(${words}::text[]) m (word) cross join lateral (
        select w.name_key, w.customer_id from customer_word w where w.word = m.word and ${isNext}
        order by w.name_key ${direction}, w.customer_id ${direction} limit ${sql.lit(limit)}) k
      order by k.name_key ${direction}, k.customer_id ${direction} limit ${sql.lit(limit)}) k
    join customer c on c.id = k.customer_id)`
}

/** The next customers of a range who bear a word of each: all who do are found before they are sorted. */
export function customersBearingAll(each: readonly (readonly string[])[], page: Page): RawBuilder<unknown> {
  const { isNext, direction } = sequenceOf(page)
  const bearers = each.map(
    words => sql`
      select w.name_key, w.customer_id from customer_word w where w.word = any (${words}::text[]) and ${isNext}`,
  )
  return sql`(
    select c.* from (
      ${sql.join(bearers, sql` intersect `)}
      order by name_key ${direction}, customer_id ${direction} limit ${sql.lit(page.limit)}) k
    join customer c on c.id = k.customer_id)`
}

/** A name of more words is not one; so many entries are of at least as many customers as are counted. */
const WORDS_OF_NAME_MAX = 8

/** Those who bear one of the words, each once, up to a limit. */
export const bearersOf = (words: readonly string[], most: number): RawBuilder<unknown> => sql`
  select distinct name_key, customer_id from (
    select w.name_key, w.customer_id from customer_word w where w.word = any (${words}::text[])
    limit ${sql.lit(most * WORDS_OF_NAME_MAX)}) borne
  limit ${sql.lit(most)}`

/**
 * The share of the typed word that must match for another to count as alike: "Okonkow" has 5 of 8 of "Okonkwo". Set
 * within the statement that needs it, which reads it once, before any row.
 */
const LIKENESS = sql`(select set_config('pg_trgm.word_similarity_threshold', '0.45', true)) is not null`

/** As many as are worth showing customers of. */
const ALIKE_MAX = 12

export type Alike = { word: string; likeness: number }

/** With two neighbouring letters in each other's place: in a short word that is most of it. */
const swapped = (typed: string): string[] =>
  [...typed].slice(1).map((_, i) => {
    const letters = [...typed]
    letters.splice(i, 2, letters[i + 1] ?? '', letters[i] ?? '')
    return letters.join('')
  })

/** The distinct words spelt like a typed one, the nearest first. */
export async function wordsLike(tx: Tx, typed: string): Promise<Alike[]> {
  const swaps = sql`${swapped(typed)}::text[]`
  const result = await sql<Alike>`
    select word, max(likeness) as likeness from (
      select word, word_similarity(${typed}, word) + similarity(${typed}, word) as likeness
      from customer_vocabulary where ${LIKENESS} and ${typed} <% word
      union all select word, 2 from customer_vocabulary where word = any (${swaps})) alike
    group by word order by max(likeness) desc, word limit ${sql.lit(ALIKE_MAX)}`.execute(tx)
  return result.rows
}

/**
 * Customers `c` of words spelt like the typed ones, with their `likeness`. Of several words one begins the surname and
 * another is anywhere in the name: that is a range of the index for each two.
 */
export function customersAlike(
  typed: readonly (readonly Alike[])[],
  narrowed: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const pairs =
    typed.length === 1
      ? (typed[0] ?? []).map(({ word, likeness }) => ({ word, surname: '', likeness }))
      : typed.flatMap((words, i) =>
          words.flatMap(one =>
            typed.flatMap((surnames, j) =>
              i === j
                ? []
                : surnames.map(other => ({
                    word: one.word,
                    surname: other.word,
                    likeness: one.likeness + other.likeness,
                  })),
            ),
          ),
        )
  return sql`
    select distinct on (k.id) k.*, m.likeness
    from unnest(${pairs.map(pair => pair.word)}::text[], ${pairs.map(pair => pair.surname)}::text[],
      ${pairs.map(pair => pair.surname + LAST)}::text[], ${pairs.map(pair => pair.likeness)}::float8[])
      m (word, surname, surname_end, likeness)
    cross join lateral (
      select c.* from customer_word w join customer c on c.id = w.customer_id
      where w.word = m.word and w.name_key >= m.surname and w.name_key < m.surname_end and ${narrowed}
      order by w.name_key, w.customer_id limit ${sql.lit(limit)}) k
    order by k.id, m.likeness desc`
}
