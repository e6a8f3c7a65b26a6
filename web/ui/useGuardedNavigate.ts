import { useNavigate } from 'react-router'

/** Goes where a link would, by a key or a button: what guards typed work stops it as it stops a link. */
export function useGuardedNavigate(): (path: string) => void {
  const navigate = useNavigate()
  return path => {
    const link = document.createElement('a')
    link.href = `#${path}`
    link.addEventListener('click', event => {
      event.preventDefault()
      void navigate(path)
    })
    document.body.append(link)
    link.click()
    link.remove()
  }
}
