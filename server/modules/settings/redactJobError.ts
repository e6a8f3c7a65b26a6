const LENGTH_MAX = 200

/** "loan_signal_pkey", "readRows": names of the program, which are not personal data. */
const isOfTheProgram = (word: string): boolean => /^[a-z][a-z0-9]*(?:_[a-z0-9]+|[A-Z][a-z0-9]+)+$/.test(word)

/** Words in capitals that are no name; payrolls write people in capitals too. */
const TECHNICAL = new Set(
  'CSV EACCES ECONNREFUSED ECONNRESET EMFILE ENOENT ENOSPC EPIPE ETIMEDOUT HTTP JSON PDF SMS SQL TLS XLSX'.split(
    ' ',
  ),
)

/**
 * Returns why a job failed, for the screen. An error may quote a payroll row, a phone or a name, so only its first line
 * is shown, without quotes, long numbers and words written like a name; the log has the whole.
 */
export const plainFault = (error: string): string =>
  (error.split('\n', 1)[0] ?? '')
    .replace(/(?<![^\s@])[^\s@]+@\S+/g, '…')
    .replace(/=\([^)]*(?:\)|$)/g, '=(…)')
    .replace(/(?<!\p{L})["'“‘`]([^"'”’`]*)(?:["'”’`]|$)/gu, (_, quoted: string) =>
      isOfTheProgram(quoted) ? quoted : '…',
    )
    .replace(/\+?\d[\d\s,.-]{3,}\d/g, '…')
    .replace(/(?<!^)(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{M}’'-]+/gu, word => (TECHNICAL.has(word) ? word : '…'))
    // a name at the very beginning has its second part after it
    .replace(/^\p{Lu}[\p{L}\p{M}]+(?=,? …)/u, '…')
    .replace(/…(?:[\s,]+…)+/g, '…')
    .slice(0, LENGTH_MAX)
