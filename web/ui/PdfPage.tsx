import type { PDFDocumentProxy, PDFPageProxy, TextContent } from 'pdfjs-dist/types/src/display/api.js'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ErrorState } from './ErrorState.tsx'

/** Phones give up on canvases above 16 megapixels. */
const PIXELS_MAX = 16_000_000
/** The padding on both sides of the page, and a scroll bar. */
const MARGIN = 28

type Props = {
  pdf: PDFDocumentProxy
  number: number
  zoom: number | 'fit'
  room: RefObject<HTMLElement | null>
  /** The size it is really shown in, 1 being the page's own. */
  onShown: (scale: number) => void
}

/** One page drawn on a canvas, with its words beside it for those who listen instead of look. */
export function PdfPage({ pdf, number, zoom, room, onShown }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const width = useWidth(room)
  const [words, setWords] = useState('')
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    const target = canvas.current
    if (!target || width === 0) return
    const drawing = new AbortController()
    draw(pdf, number, target, scaleFor(zoom, width), drawing.signal).then(
      drawn => {
        if (!drawn) return
        setFailed(false)
        setWords(drawn.words)
        onShown(drawn.scale)
      },
      () => !drawing.signal.aborted && setFailed(true),
    )
    return () => drawing.abort()
  }, [pdf, number, zoom, width, onShown])
  return (
    <>
      {failed && <ErrorState title="Cannot load document" message="This page could not be drawn." />}
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Page ${number}`}
        hidden={failed}
        className="mx-auto bg-white shadow-card"
      />
      <p className="sr-only">{words}</p>
    </>
  )
}

function useWidth(room: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = room.current
    if (!element) return
    const watch = new ResizeObserver(() => setWidth(element.clientWidth))
    watch.observe(element)
    setWidth(element.clientWidth)
    return () => watch.disconnect()
  }, [room])
  return width
}

type ScaleOf = (pageWidth: number) => number
const scaleFor =
  (zoom: number | 'fit', width: number): ScaleOf =>
  pageWidth =>
    zoom === 'fit' ? Math.max(width - MARGIN, 100) / pageWidth : zoom

async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  scaleOf: ScaleOf,
  signal: AbortSignal,
): Promise<{ scale: number; words: string } | undefined> {
  const page: PDFPageProxy = await pdf.getPage(number)
  if (signal.aborted) return undefined
  const scale = scaleOf(page.getViewport({ scale: 1 }).width)
  const seen = page.getViewport({ scale })
  const wanted = window.devicePixelRatio || 1
  const sharp = Math.min(wanted, Math.sqrt(PIXELS_MAX / (seen.width * seen.height)))
  // drawn aside and then shown, so that turning and zooming never flash white
  const apart = document.createElement('canvas')
  const viewport = page.getViewport({ scale: scale * sharp })
  apart.width = Math.max(1, Math.floor(viewport.width))
  apart.height = Math.max(1, Math.floor(viewport.height))
  const task = page.render({ canvas: apart, viewport })
  signal.addEventListener('abort', () => task.cancel())
  await task.promise
  const words = wordsOf(await page.getTextContent())
  if (signal.aborted) return undefined
  canvas.width = apart.width
  canvas.height = apart.height
  canvas.style.width = `${Math.floor(seen.width)}px`
  canvas.style.height = `${Math.floor(seen.height)}px`
  canvas.getContext('2d')?.drawImage(apart, 0, 0)
  return { scale, words }
}

const wordsOf = ({ items }: TextContent): string =>
  items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
