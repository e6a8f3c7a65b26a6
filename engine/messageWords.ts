/** The lists of words in the settings: which of them a message holds, and what an answer says. */

/** "STOP, OPT OUT" as the words it lists, in capitals. */
const wordsOf = (list: string): string[] =>
  list
    .split(/[,;\n]/)
    .map(word => plainWords(word))
    .filter(Boolean)

/** Letters and digits only, single spaces: "Stop!!" and "STOP" are one answer. */
const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase()

/** Which banned words a text holds, as whole words: "court" is not in "courtesy". */
export function bannedIn(text: string, rules: { bannedWords: string }): string[] {
  const padded = ` ${plainWords(text)} `
  return wordsOf(rules.bannedWords).filter(word => padded.includes(` ${word} `))
}

/** An answer means STOP when it is the word alone, or begins with it and says little more. */
export function parseOptReply(
  reply: string,
  rules: { optInWords: string; optOutWords: string },
): 'opt out' | 'opt in' | undefined {
  const said = plainWords(reply.slice(0, 200))
  const fits = (list: string): boolean =>
    wordsOf(list).some(
      word => said === word || (said.startsWith(`${word} `) && said.length <= word.length + 20),
    )
  if (fits(rules.optOutWords)) return 'opt out'
  return fits(rules.optInWords) ? 'opt in' : undefined
}
