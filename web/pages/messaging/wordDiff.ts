export type Piece = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** Splits into words, spaces and whole variables. */
const piecesOf = (text: string): string[] =>
  text.match(/\{\{[^{}]*\}\}|\s+|[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu) ?? []

/** Differences between two texts by their longest common subsequence of words. */
export function wordDiff(before: string, after: string): Piece[] {
  const old = piecesOf(before)
  const next = piecesOf(after)
  const common = longestCommon(old, next)
  const found: Piece[] = []
  const put = (kind: Piece['kind'], text: string): void => {
    const last = found.at(-1)
    if (last?.kind === kind) found[found.length - 1] = { kind, text: last.text + text }
    else found.push({ kind, text })
  }
  let row = 0
  let column = 0
  while (row < old.length || column < next.length) {
    const [mine, theirs] = [old[row], next[column]]
    if (mine !== undefined && mine === theirs) {
      put('same', mine)
      row += 1
      column += 1
    } else if (
      mine !== undefined &&
      (theirs === undefined || at(common, row + 1, column) >= at(common, row, column + 1))
    ) {
      put('removed', mine)
      row += 1
    } else if (theirs !== undefined) {
      put('added', theirs)
      column += 1
    }
  }
  return found
}

const at = (table: readonly Uint16Array[], row: number, column: number): number => table[row]?.[column] ?? 0

/** Table of common subsequence lengths, from the end. A message has at most 1,530 characters. */
function longestCommon(old: readonly string[], next: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint16Array(next.length + 1))
  for (let row = old.length - 1; row >= 0; row -= 1) {
    const line = table[row]
    if (!line) continue
    for (let column = next.length - 1; column >= 0; column -= 1)
      line[column] =
        old[row] === next[column]
          ? at(table, row + 1, column + 1) + 1
          : Math.max(at(table, row + 1, column), at(table, row, column + 1))
  }
  return table
}
