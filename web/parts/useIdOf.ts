import { useRef } from 'react'

/** One id for one content: sent again it is the same act; corrected, after an answer that was lost, it is another. */
export function useIdOf(): (content: object) => string {
  const last = useRef({ id: '', content: '' })
  return content => {
    const text = JSON.stringify(content)
    if (text !== last.current.content) last.current = { id: crypto.randomUUID(), content: text }
    return last.current.id
  }
}
