const KILO = 1024
const MEGA = KILO * KILO
const GIGA = KILO * MEGA

/** "84 kB", "1.4 MB", in the units in which a document's limit is 0.5 MB. */
export function sizeText(bytes: number): string {
  if (bytes < KILO) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  if (bytes < MEGA) return `${Math.ceil(bytes / KILO)} kB`
  return bytes < GIGA ? `${(bytes / MEGA).toFixed(1)} MB` : `${(bytes / GIGA).toFixed(1)} GB`
}
