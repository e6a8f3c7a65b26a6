/** Hands text over as a file. The byte order mark makes Excel read UTF-8 (₦, ọ) instead of guessing. */
export function download(
  fileName: string,
  text: string,
  type: 'text/csv' | 'text/plain' | 'application/json',
): void {
  const mark = type === 'text/csv' && !text.startsWith('\ufeff') ? '\ufeff' : ''
  saveFile(fileName, new Blob([mark, text], { type: `${type};charset=utf-8` }))
}

export function saveFile(fileName: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // Firefox reads the file after the click returns.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
