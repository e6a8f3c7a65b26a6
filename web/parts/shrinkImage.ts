import { DOCUMENT_MAX_BYTES } from '../../contract/documents.ts'

/** The longest sides to try: small print of a payslip stays readable down to about 1,200 pixels. */
const SIDES = [2400, 2000, 1600, 1300, 1000, 800]
const QUALITIES = [0.85, 0.7, 0.55]

type Try = { width: number; height: number; quality: number }

/** From the best likeness to the smallest; never larger than it was. */
export function triesFor(width: number, height: number): Try[] {
  const longest = Math.max(width, height)
  const sides = [Math.min(longest, SIDES[0] ?? longest), ...SIDES.slice(1).filter(side => side < longest)]
  return sides.flatMap(side =>
    QUALITIES.map(quality => ({
      width: Math.max(1, Math.round((width * side) / longest)),
      height: Math.max(1, Math.round((height * side) / longest)),
      quality,
    })),
  )
}

/**
 * The same photo as a JPEG that fits, upright and without what the camera noted in it; undefined when this browser
 * cannot read it or it cannot be made small enough.
 */
export async function shrinkImage(file: File, most: number = DOCUMENT_MAX_BYTES): Promise<File | undefined> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    for (const one of triesFor(image.naturalWidth, image.naturalHeight)) {
      const made = await draw(image, one)
      if (made && made.size <= most)
        return new File([made], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
    }
    return undefined
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** A picture whose longer side is at most this long, as a data address of at most so many characters. */
export async function pictureWithin(file: File, side: number, most: number): Promise<string | undefined> {
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const scale = Math.min(1, side / Math.max(width, height))
    for (const quality of QUALITIES) {
      const size = { width: Math.round(width * scale), height: Math.round(height * scale), quality }
      const made = await draw(image, size)
      const text = made && (await dataAddressOf(made))
      if (text && text.length <= most) return text
    }
    return undefined
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(address)
  }
}

const dataAddressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '')
    reader.onerror = () => reject(new Error('not read'))
    reader.readAsDataURL(blob)
  })

function draw(image: HTMLImageElement, { width, height, quality }: Try): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')
  if (!pen) return Promise.resolve(null)
  // JPEG knows no transparency: what was clear becomes paper, not black
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(image, 0, 0, width, height)
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', quality))
}
