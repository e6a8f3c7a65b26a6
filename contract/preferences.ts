import { z } from 'zod'
import { done, endpoint, id, term, text } from './endpoint.ts'

/** How a person likes the console. It follows them to every desk they sign in at. */

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

/** The lists whose columns can be chosen and whose filters can be kept under a name. */
export const LISTS = [
  'customers',
  'accounts',
  'requests-reviewer',
  'requests-authorizer',
  'requests-approved',
  'requests-rejected',
  'requests-withdrawn',
  'batches',
  'batch-rows',
  'batch-messages',
  'remittances',
  'suspense',
  'refused-rows',
  'missing',
  'unremitted',
  'payouts',
  'payout-lines',
  'book-lines',
  'payroll-months',
  'payroll-person',
  'payroll-changes',
  'signals',
  'messages',
  'templates',
  'campaigns',
  'campaign-members',
  'outbox',
  'claims',
  'replies',
  'opt-outs',
  'staff',
  'audit',
  'figure-loans',
  'figure-receipts',
  'figure-overrides',
] as const
export type ListName = (typeof LISTS)[number]
const list = z.enum(LISTS)

/** A list has a dozen columns; four times that is a mistake. */
const columns = z.array(term(40)).max(48)

/** Twenty chips already fill two lines above a list. */
export const VIEWS_MOST = 20
/** What all staff are shown has to leave room for their own. */
export const SHARED_VIEWS_MOST = 8

export const keptView = z.object({
  id,
  list,
  name: text(40),
  /** Search, filters and order, as the address of the list carries them. */
  query: term(2000),
  /** What the list opens with. One per list: another one takes its place. */
  isDefault: z.boolean(),
})
export type KeptView = z.output<typeof keptView>

const savedView = keptView
  .extend({
    isShared: z.boolean(),
    /** Whose it is; null for one's own. */
    sharedBy: z.string().nullable(),
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.output<typeof savedView>

const taste = z.object({ density: z.enum(DENSITIES), hidden: z.partialRecord(list, columns) })

export const preferenceApi = {
  preferencesGet: endpoint({
    method: 'GET',
    path: '/api/me/preferences',
    permission: 'self',
    summary: 'How I like my lists, and the views of them that I have named or that are shared with me.',
    input: z.object({}),
    reply: taste.extend({ views: z.array(savedView) }).meta({ id: 'Preferences' }),
  }),
  preferencesChange: endpoint({
    method: 'PUT',
    path: '/api/me/preferences',
    permission: 'self',
    summary: 'Keeps how dense my lists are and which columns I put away.',
    replay: false,
    unaudited: true, // it changes how things look, and nothing else
    input: taste,
    reply: done,
  }),
  viewSave: endpoint({
    method: 'PUT',
    path: '/api/me/views/:id',
    permission: 'self',
    summary: 'Names what a list is narrowed to, or renames it; at most 20 views per list.',
    replay: false,
    unaudited: true, // a bookmark of one person, unless it is shared
    input: keptView,
    reply: done,
  }),
  viewShare: endpoint({
    method: 'PUT',
    path: '/api/views/:id/share',
    permission: 'settings.change',
    summary: 'Shows a view of mine to all staff, or takes it back; a superAdmin takes back anybody’s.',
    replay: false, // said twice, it is the same
    input: z.object({ id, isShared: z.boolean() }),
    reply: done,
  }),
  viewRemove: endpoint({
    method: 'DELETE',
    path: '/api/me/views/:id',
    permission: 'self',
    summary: 'Forgets a view. Saving it again under its id brings it back.',
    replay: false,
    unaudited: true, // a bookmark of one person, unless it is shared
    input: z.object({ id }),
    reply: done,
  }),
}
