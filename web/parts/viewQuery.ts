/** What an address says about where one is in a list, not about what the list is narrowed to. */
const PASSING = ['cursor', 'entry', 'message', 'person']

/** Says that a list is wanted whole, whatever it usually opens with: a figure's link opens exactly its rows. */
export const WHOLE = 'view=all'

/** Which of several lists of its kind it is, by names in the address: the lines of one batch, the people of one campaign. */
export type Scope = readonly string[]

/** Search, filters and order of an address, in one spelling; a view of one batch's lines fits those of any other. */
export function viewQuery(params: URLSearchParams | string, owner: Scope = []): string {
  const query = new URLSearchParams(params)
  for (const name of [...PASSING, ...owner]) query.delete(name)
  if (query.get('view') === 'all') query.delete('view')
  query.sort()
  return query.toString()
}

/** Whether there is anything worth a name: which tab one is on is not. */
export function isNarrowed(params: URLSearchParams | string, owner: Scope = []): boolean {
  const query = new URLSearchParams(viewQuery(params, owner))
  query.delete('tab')
  return query.size > 0
}

/** Whether somebody just came to the list, with nothing asked of it but perhaps the tab that the view is on. */
export function opensWith(view: string, params: URLSearchParams, owner: Scope = []): boolean {
  const names = [...params.keys()].filter(name => !owner.includes(name))
  const tab = params.get('tab')
  return names.every(name => name === 'tab') && (tab === null || tab === new URLSearchParams(view).get('tab'))
}

/** The address of a view, on the list that is open; whose rows a view was once kept with does not count. */
export function addressOf(view: string, params: URLSearchParams, owner: Scope = []): string {
  const stored = new URLSearchParams()
  for (const name of owner) for (const value of params.getAll(name)) stored.append(name, value)
  return [stored.toString(), viewQuery(view, owner)].filter(Boolean).join('&')
}

/** The address of the whole list, on the tab that is open. */
export const wholeOf = (params: URLSearchParams, owner: Scope = []): string =>
  [addressOf('', params, ['tab', ...owner]), WHOLE].filter(Boolean).join('&')
