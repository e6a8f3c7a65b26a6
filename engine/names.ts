/**
 * How likely two written names mean the same person. Payroll writes SURNAME FIRST in capitals, people write
 * theirs in any order, with titles, initials, hyphens, tone marks and slips: order and mismatched spelling
 * are the most common reason a good applicant fails verification. The score sorts and warns; staff decide.
 */

export type NameMatch = {
  /** 100 = the same words; about 90 = a slip or a missing middle name; 50 = only half of the words agree. */
  readonly score: number
  readonly explanation: string
}

/** No Nigerian name comes near it; longer input is refused before any work is done on it. */
const MAX_LENGTH = 200
/** Enough for every name seen; the pairing grows with 2^words. */
const WORD_MAX = 8

/** What one agreement is worth in thousandths: whole numbers, so that the order of adding changes nothing. */
const WORTH = { same: 1000, slipCost: 600, shortForm: 750, initial: 600 }
/** A middle name only one side knows costs little; a single shared word is never enough. */
const EXTRA_WORD_COST = 4
const SINGLE_WORD_MAX = 60

export function matchNames(first: string, second: string): NameMatch {
  if (first.length > MAX_LENGTH || second.length > MAX_LENGTH) {
    return { score: 0, explanation: `A name is longer than ${MAX_LENGTH} characters.` }
  }
  const [a, b] = comparableWords(wordsOf(first), wordsOf(second))
  if (a.length === 0 || b.length === 0) return { score: 0, explanation: 'A name is empty.' }
  const pairs = bestPairs(a, b)
  return { score: scoreOf(pairs, a.length, b.length), explanation: explain(pairs, a, b) }
}

// ── Words ────────────────────────────────────────────────────────────────────────────────────────────────

/** Letters that carry no separable mark: Hausa ɓ ɗ ƙ ƴ, and those that arrive with foreign names. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  Ɓ: 'B',
  Ɗ: 'D',
  Ƙ: 'K',
  Ƴ: 'Y',
  Ŋ: 'N',
  Ǝ: 'E',
  Ø: 'O',
  Æ: 'AE',
  Œ: 'OE',
  Ł: 'L',
  Đ: 'D',
}

function wordsOf(name: string): string[] {
  // most names are plain letters already, and one is often compared with hundreds
  if (/^[A-Za-z ]*$/.test(name)) return name.toUpperCase().split(' ').filter(isWord)
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’‘ʼʻ`´]/gu, '')
    .toUpperCase()
    .replace(/[ƁƊƘƳŊƎØÆŒŁĐ]/g, letter => PLAIN_LETTERS[letter] ?? letter)
    .split(/[^\p{L}]+/u)
    .filter(isWord)
}

const isWord = (text: string): boolean => text !== ''

const TITLES = new Set(
  (
    'MR MRS MS MISS DR PROF ENGR ARC BARR ESQ QS TPL SURV PHARM REV VEN ALH ALHAJI ALHAJA HAJ HAJIA HAJIYA ' +
    'MAL MALL CHF HON SIR SGT CPL INSP INSPR ASP DSP CSP ACP DCP'
  ).split(' '),
)
/** Also given names, so they are dropped only when the other side does not carry them. */
const TITLES_OR_NAMES = new Set(
  'PRINCE PRINCESS CHIEF PASTOR MALLAM MALAM OTUNBA LADY ENGINEER BARRISTER DOCTOR PROFESSOR'.split(' '),
)

function comparableWords(first: readonly string[], second: readonly string[]): [string[], string[]] {
  const a = joined(withoutTitles(first, second), second)
  const b = joined(withoutTitles(second, first), a)
  return [longest(a), longest(b)]
}

function withoutTitles(words: readonly string[], others: readonly string[]): string[] {
  const stored = words.filter(
    word => !TITLES.has(word) && (!TITLES_OR_NAMES.has(word) || others.includes(word)),
  )
  return stored.length > 0 ? stored : [...words]
}

/** ADE-OJO, ADE OJO and ADEOJO are one name: neighbours are joined where the other side joins them. */
function joined(words: readonly string[], others: readonly string[]): string[] {
  const result: string[] = []
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? ''
    const together = word + (words[place + 1] ?? '')
    if (together !== word && !others.includes(word) && others.includes(together)) {
      result.push(together)
      place += 1
    } else result.push(word)
  }
  return result
}

/** Sorted, so that the order of the words cannot change anything; the longest say most. */
const longest = (words: readonly string[]): string[] =>
  words.toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, WORD_MAX)

// ── Agreement of two words ───────────────────────────────────────────────────────────────────────────────

type Agreement = { readonly how: 'same' | 'slip' | 'short form' | 'initial'; readonly worth: number }

function agreement(a: string, b: string): Agreement | undefined {
  if (a === b)
    return a.length > 1 ? { how: 'same', worth: WORTH.same } : { how: 'initial', worth: WORTH.initial }
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short.length === 1) {
    return long.startsWith(short) ? { how: 'initial', worth: WORTH.initial } : undefined
  }
  const [tellingShort, tellingLong] = withoutCommonStem(short, long)
  const length = Math.max(tellingShort.length, tellingLong.length)
  const slips = editDistance(tellingShort, tellingLong, Math.floor(length / 4))
  if (slips !== undefined)
    return { how: 'slip', worth: WORTH.same - Math.round((WORTH.slipCost * slips) / length) }
  // EMEKA for CHUKWUEMEKA, CHIDI for CHIDIEBERE; three letters such as ADE begin half of a region's names.
  const isShortForm = short.length >= 4 && (long.startsWith(short) || long.endsWith(short))
  return isShortForm ? { how: 'short form', worth: WORTH.shortForm } : undefined
}

const STEMS = ['OLUWA', 'CHUKWU', 'ABDUL', 'OGHENE', 'AKPAN', 'ONYE']

/** OLUWASEUN and OLUWASEYI are two people: what they share earns no allowance for slips. */
function withoutCommonStem(a: string, b: string): [string, string] {
  if (a[0] !== b[0]) return [a, b]
  const stem = STEMS.find(prefix => a.startsWith(prefix) && b.startsWith(prefix)) ?? ''
  return [a.slice(stem.length), b.slice(stem.length)]
}

/** One letter added, lost, changed or swapped with its neighbour: all that a word of four to seven letters is forgiven. */
function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  let place = 0
  while (place < short.length && short[place] === long[place]) place += 1
  if (short.length < long.length) return short.slice(place) === long.slice(place + 1)
  const isSwapped = short[place] === long[place + 1] && short[place + 1] === long[place]
  return (
    short.slice(place + 1) === long.slice(place + 1) ||
    (isSwapped && short.slice(place + 2) === long.slice(place + 2))
  )
}

/** Letters added, lost, changed or swapped with their neighbour; undefined above the limit. */
function editDistance(a: string, b: string, limit: number): number | undefined {
  if (limit === 0 || Math.abs(a.length - b.length) > limit) return a === b ? 0 : undefined
  if (limit === 1) return isOneSlip(a, b) ? 1 : undefined
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const changed = a[row - 1] === b[column - 1] ? 0 : 1
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + changed,
        swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  const distance = last[b.length] ?? 0
  return distance <= limit ? distance : undefined
}

// ── Pairing, score, words for the clerk ──────────────────────────────────────────────────────────────────

type Pair = { readonly a: string; readonly b: string; readonly agreement: Agreement }
type Pairing = { readonly pairs: readonly Pair[]; readonly worth: number }

/** The pairing of words that is worth most in total; `taken` holds the used words of b as bits. */
function bestPairs(a: readonly string[], b: readonly string[]): readonly Pair[] {
  const agreements = a.map(word => b.map(other => agreement(word, other)))
  if (agreements.every(row => row.every(each => each === undefined))) return []
  const known = new Map<number, Pairing>()
  const from = (place: number, taken: number): Pairing => {
    const word = a[place]
    if (word === undefined) return { pairs: [], worth: 0 }
    const key = place * 2 ** WORD_MAX + taken
    const remembered = known.get(key)
    if (remembered) return remembered
    let best = from(place + 1, taken)
    for (const [column, other] of b.entries()) {
      const agreed = taken & (1 << column) ? undefined : agreements[place]?.[column]
      if (!agreed) continue
      const rest = from(place + 1, taken | (1 << column))
      const worth = rest.worth + agreed.worth
      if (worth > best.worth)
        best = { worth, pairs: [{ a: word, b: other, agreement: agreed }, ...rest.pairs] }
    }
    known.set(key, best)
    return best
  }
  return from(0, 0).pairs
}

function scoreOf(pairs: readonly Pair[], wordsA: number, wordsB: number): number {
  const [fewer, more] = wordsA < wordsB ? [wordsA, wordsB] : [wordsB, wordsA]
  // Initials support a name that agrees; alone they fit thousands of people.
  const whole = pairs.filter(pair => pair.agreement.how !== 'initial')
  if (whole.length === 0) return 0
  const worth = pairs.reduce((total, pair) => total + pair.agreement.worth, 0)
  const score = worth / (10 * fewer) - EXTRA_WORD_COST * (more - fewer)
  const limit = fewer === 1 && more > 1 ? SINGLE_WORD_MAX : 100
  return Math.max(0, Math.min(limit, Math.round(score)))
}

function explain(pairs: readonly Pair[], a: readonly string[], b: readonly string[]): string {
  const clauses = pairs.map(({ a: word, b: other, agreement: { how } }) => {
    if (how === 'same') return `${word} agrees`
    if (how === 'initial')
      return word === other ? `the initial ${word} agrees` : `${word} fits ${other} by initial`
    return how === 'slip' ? `${word} and ${other} differ by a slip` : `${word} and ${other} may be one name`
  })
  const onlyFirst = without(
    a,
    pairs.map(pair => pair.a),
  )
  const onlySecond = without(
    b,
    pairs.map(pair => pair.b),
  )
  if (onlyFirst.length > 0) clauses.push(`only the first has ${onlyFirst.join(' ')}`)
  if (onlySecond.length > 0) clauses.push(`only the second has ${onlySecond.join(' ')}`)
  return `${clauses.join('; ')}.`
}

function without(words: readonly string[], used: readonly string[]): string[] {
  const left = [...used]
  return words.filter(word => {
    const place = left.indexOf(word)
    if (place !== -1) left.splice(place, 1)
    return place === -1
  })
}
