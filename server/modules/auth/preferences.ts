import type { Api } from '../../../contract/api.ts'
import { type ListName, SHARED_VIEWS_MAX, VIEWS_MAX } from '../../../contract/auth.ts'
import { may, type Permission } from '../../../contract/roles.ts'
import type { Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import { lockStaff } from './accounts.sql.ts'
import * as store from './preferences.sql.ts'

/** Console preferences of one user. Other users see only the views that are shared. */

export const readPreferences: Handler<Api['preferencesGet']> = async ctx => ({
  ...((await store.readTaste(ctx.tx, ctx.actor.id)) ?? { density: 'comfortable', hidden: {} }),
  views: (await store.viewsOf(ctx.tx, ctx.actor.id)).filter(({ list, sharedBy }) => {
    const wanted = OPEN_TO[list]
    return sharedBy === null || wanted === undefined || may(ctx.actor.roles, wanted)
  }),
})

/** Lists that need a permission: views of them are shown to users with that permission only. */
const OPEN_TO: Partial<Record<ListName, Permission>> = { staff: 'users.manage', audit: 'audit.read' }

export const changePreferences: Handler<Api['preferencesChange']> = async (ctx, taste) => {
  await store.savePreference(ctx.tx, ctx.actor.id, taste)
  return {}
}

export const saveView: Handler<Api['viewSave']> = async (ctx, view) => {
  // two tabs at once must not both find room for the last view, nor both become the default
  await lockStaff(ctx.tx, ctx.actor.id)
  const others = (await store.viewsOf(ctx.tx, ctx.actor.id)).filter(
    each => each.list === view.list && each.id !== view.id && each.sharedBy === null,
  )
  if (others.length >= VIEWS_MAX) refuse('view.too_many', { most: VIEWS_MAX })
  if (view.isDefault) await store.clearDefault(ctx.tx, ctx.actor.id, view)
  const mayShare = may(ctx.actor.roles, 'settings.change')
  const stored = await store.saveView(ctx.tx, ctx.actor.id, view, { mayShare, at: ctx.now })
  if (!stored) return refuse('record.unknown', { what: 'view' })
  if (stored.isShared) ctx.audit({ subject: ['view', view.id], after: { list: view.list, name: view.name } })
  return {}
}

export const removeView: Handler<Api['viewRemove']> = async (ctx, { id }) => {
  const removed = await store.removeView(ctx.tx, ctx.actor.id, id)
  if (!removed) return refuse('record.unknown', { what: 'view' })
  if (removed.isShared) ctx.audit({ subject: ['view', id], before: removed, after: null })
  return {}
}

export const shareView: Handler<Api['viewShare']> = async (ctx, { id, isShared }) => {
  const { roles, id: by } = ctx.actor
  const view = await store.shareView(ctx.tx, { id, isShared, by, mayWithdraw: may(roles, 'users.manage') })
  if (!view) return refuse('record.unknown', { what: 'view' })
  const shared = (await store.viewsOf(ctx.tx, by)).filter(each => each.list === view.list && each.isShared)
  if (isShared && shared.length > SHARED_VIEWS_MAX) refuse('view.too_many_shared', { most: SHARED_VIEWS_MAX })
  ctx.audit({ subject: ['view', id], after: { ...view, isShared } })
  return {}
}
