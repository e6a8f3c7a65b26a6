import { NotFound } from '../parts/NotFound.tsx'

export default function NotFoundPage() {
  return <NotFound />
}
