import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. About 30 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), COST)

export const checkPassword = (hashed: string, password: string): Promise<boolean> =>
  verify(hashed, password.normalize('NFKC'))

let decoy: Promise<string> | undefined

/** Costs as much as a real check, so that the time does not reveal whether an email exists. */
export async function checkDummyPassword(password: string): Promise<false> {
  decoy ??= hashPassword('no user has this password')
  await checkPassword(await decoy, password)
  return false
}

/** What the lists of leaked passwords are made of, once digits and signs are taken away. */
const WORDS = [
  'password', 'passw', 'qwerty', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'letmein', 'welcome', 'admin', 'administrator',
  'superadmin', 'iloveyou', 'sunshine', 'princess', 'football', 'baseball', 'dragon', 'monkey', 'master', 'superman',
  'batman', 'trustno', 'whatever', 'starwars', 'computer', 'internet', 'michael', 'jennifer', 'secret', 'changeme',
  'default', 'login', 'abc', 'abcdef', 'abcdefgh', 'test', 'testing', 'temp', 'user', 'guest', 'root', 'hello', 'nigeria',
  'naija', 'lagos', 'abuja', 'jesus', 'jesuschrist', 'jesusislord', 'godisgood', 'godisgreat', 'blessing', 'blessed',
  'favour', 'grace', 'chelsea', 'arsenal', 'manchester', 'liverpool', 'barcelona', 'iroko', 'lender', 'loan', 'money',
  'ippis', 'naira', 'january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october',
  'november', 'december', 'monday', 'friday', 'summer', 'winter',
] // biome-ignore format: a table of words
const KNOWN = new Set(WORDS)
const RUNS =
  '01234567890 09876543210 abcdefghijklmnopqrstuvwxyz qwertyuiopasdfghjklzxcvbnm 1q2w3e4r5t6y7u8i9o0p qazwsxedcrfvtgbyhnujm 1qaz2wsx3edc4rfv5tgb'
/** Signs that people write for letters. */
const DISGUISES: Record<string, string> = {
  '@': 'a', '4': 'a', '$': 's', '5': 's', '0': 'o', '3': 'e', '1': 'i', '!': 'i', '7': 't',
} // biome-ignore format: a table

const letters = (text: string): string => text.replaceAll(/[^a-z]/g, '')
const undisguised = (text: string): string => text.replaceAll(/[@4$5031!7]/g, sign => DISGUISES[sign] ?? sign)

/** Whether a guesser would try it early: one known word with decoration, a keyboard run, a repeat, or the person's own name. */
export function isCommonPassword(password: string, ownWords: readonly string[]): boolean {
  // as it is hashed: full-width letters are the same password
  const lower = password.normalize('NFKC').toLowerCase()
  const own = ownWords.map(word => letters(word.toLowerCase())).filter(word => word.length >= 3)
  if (new Set(lower).size <= 4) return true
  // the year or the 123 behind a word is decoration, not letters in disguise
  const undecorated = lower.replace(/[^a-z]+$/, '')
  const readings = [
    lower,
    undisguised(lower),
    undisguised(undecorated),
    undisguised(undecorated.replace(/^[^a-z]+/, '')),
  ]
  if (readings.map(letters).some(read => read.length > 0 && isMadeOf(read, [...KNOWN, ...own]))) return true
  return longestRun(lower) >= Math.min(8, lower.length - 2)
}

/** Only one word or name, possibly twice: "passwordpassword", "ngoziokafor". Three different words are fine. */
function isMadeOf(letters: string, words: readonly string[]): boolean {
  return words.some(
    first =>
      letters === first ||
      (letters.startsWith(first) && words.some(second => letters.slice(first.length) === second)),
  )
}

function longestRun(text: string): number {
  let longest = 0
  for (let from = 0; from < text.length; from++) {
    let to = from + 3
    while (to <= text.length && RUNS.includes(text.slice(from, to))) to++
    longest = Math.max(longest, to - 1 - from)
  }
  return longest >= 3 ? longest : 0
}
