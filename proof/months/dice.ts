/**
 * Chance that depends on what is asked and not on when: the same seed and words give the same number, whatever was asked
 * before. So a run can be repeated, and what the office did in a month can be asked again.
 */
export class Dice {
  readonly #seed: number
  constructor(seed: number) {
    this.#seed = seed
  }

  /** From 0 to below 1. */
  share(...words: readonly (string | number)[]): number {
    let hash = (0x811c9dc5 ^ this.#seed) >>> 0
    for (const character of words.join(' ')) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
    }
    // words that differ in their last letter only would be neighbours
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
    return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000
  }

  below(limit: number, ...words: readonly (string | number)[]): number {
    return Math.floor(this.share(...words) * limit)
  }

  happens(perMille: number, ...words: readonly (string | number)[]): boolean {
    return this.share(...words) * 1_000 < perMille
  }
}
