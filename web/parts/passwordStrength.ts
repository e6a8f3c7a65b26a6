/** The contract's rule, repeated here because the contract brings zod, which no sign-in page may load. */
const LENGTH_MIN = 12
/** Four unrelated words, or 16 mixed characters, are past what a stolen database can be searched for. */
const COMFORTABLE = 16

export type PasswordStrength = {
  /** 0 nothing typed, 1 refused, 2 long enough, 3 good, 4 strong: also the number of bars drawn. */
  level: 0 | 1 | 2 | 3 | 4
  hint: string
}

/** A hint while typing. The server decides: it knows the list of common passwords. */
export function passwordStrength(password: string, personal: readonly string[] = []): PasswordStrength {
  if (password === '')
    return { level: 0, hint: `At least ${LENGTH_MIN} characters. A few unrelated words are best.` }
  const missing = LENGTH_MIN - password.length
  if (missing > 0)
    return { level: 1, hint: `${missing} more ${missing === 1 ? 'character' : 'characters'} to go.` }
  if (isPattern(password)) return { level: 1, hint: 'Repeated or running characters are easy to guess.' }
  if (containsPersonal(password, personal))
    return { level: 2, hint: 'It contains your name or email, which is easy to guess.' }
  const comfortable = password.length >= COMFORTABLE
  const varied = kindsOf(password) >= 3
  if (comfortable && (varied || password.length >= 20)) return { level: 4, hint: 'Strong.' }
  if (comfortable || varied) return { level: 3, hint: 'Good. Longer is stronger still.' }
  return { level: 2, hint: 'Long enough. Another word or two would make it strong.' }
}

const kindsOf = (password: string): number =>
  [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter(kind => kind.test(password)).length

/** Few different characters, or mostly a run such as abcdefghijkl or 123456789012. */
function isPattern(password: string): boolean {
  const codes = [...password].map(character => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1)
  return new Set(codes).size <= 4 || steps.length >= 0.7 * (codes.length - 1)
}

function containsPersonal(password: string, personal: readonly string[]): boolean {
  const folded = password.toLowerCase()
  const parts = personal.flatMap(text => text.toLowerCase().split(/[^\p{L}\d]+/u))
  return parts.some(part => part.length >= 4 && folded.includes(part))
}
