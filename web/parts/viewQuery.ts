/** What an address says about where one is in a list, not about what the list is narrowed to. */
const PASSING = ['cursor', 'entry', 'message', 'person', 'view']

/** Says that a list is wanted whole, whatever it usually opens with: a figure's link opens exactly its rows. */
export const WHOLE = 'view=all'

/** Search, filters and order of an address, in one spelling. */
export function viewQuery(params: URLSearchParams | string): string {
  const query = new URLSearchParams(params)
  for (const name of PASSING) query.delete(name)
  query.sort()
  return query.toString()
}

/** Whether there is anything worth a name: which tab one is on is not. */
export function isNarrowed(params: URLSearchParams | string): boolean {
  const query = new URLSearchParams(viewQuery(params))
  query.delete('tab')
  return query.size > 0
}

/** Whether somebody just came to the list, with nothing asked of it but perhaps the tab that the view is on. */
export function opensWith(view: string, params: URLSearchParams): boolean {
  const names = [...params.keys()]
  const tab = params.get('tab')
  return names.every(name => name === 'tab') && (tab === null || tab === new URLSearchParams(view).get('tab'))
}
