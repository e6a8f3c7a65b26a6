import { useRef } from 'react'
import { wireForm } from '../call.ts'

/** One id for one content: sent again it is the same act; corrected, after an answer that was lost, it is another. */
export function useIdOf(): (content: object) => string {
  const last = useRef({ id: '', content: '' })
  return content => {
    const text = JSON.stringify(content, wireForm)
    if (text !== last.current.content) last.current = { id: crypto.randomUUID(), content: text }
    return last.current.id
  }
}
