import {
  fetchData,
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  VerbosityLevel,
} from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import jbig2Address from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpegAddress from 'pdfjs-dist/wasm/openjpeg.wasm?url'

/** The reader and all it may need later are files of our own, so that it works on a closed network. */
GlobalWorkerOptions.workerSrc = workerAddress

/** Fonts that every PDF may use without bringing them along. */
const FONTS = import.meta.glob<string>('../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
})
const ADDRESSES: Record<string, string> = {
  'jbig2.wasm': jbig2Address,
  'openjpeg.wasm': openjpegAddress,
  ...Object.fromEntries(
    Object.entries(FONTS).map(([path, address]) => [path.split('/').pop() ?? '', address]),
  ),
}

/** Where the reader finds a font or a decoder: their names carry a hash that only the build knows. */
class OwnFiles {
  fetch = async ({ filename }: { filename: string }): Promise<Uint8Array> => {
    const address = ADDRESSES[filename]
    if (!address) throw new Error(`${filename} is not part of this console`)
    return new Uint8Array((await fetchData(address, 'bytes')) as ArrayBuffer)
  }
}

/** A scanned A3 page at 600 dpi; larger pictures are left out rather than take the browser down. */
const PIXELS_OF_PICTURE_MAX = 70_000_000

/** Begins to read; the policy of this site allows neither eval nor scripts of the document itself. */
export const readPdf = (bytes: Uint8Array): PDFDocumentLoadingTask =>
  getDocument({
    // the reader takes the bytes away from whoever gave them
    data: bytes.slice(),
    isEvalSupported: false,
    enableXfa: false,
    maxImageSize: PIXELS_OF_PICTURE_MAX,
    BinaryDataFactory: OwnFiles,
    verbosity: VerbosityLevel.ERRORS,
  })
