import type { Api } from '../../contract/api.ts'
import { VIEWS_MOST } from '../../contract/preferences.ts'
import { may } from '../../contract/roles.ts'
import type { Handler } from '../context.ts'
import { refuse } from '../refusal.ts'
import * as store from './preferences.sql.ts'
import { lockStaff } from './users.sql.ts'

/** How somebody likes the console; nobody else sees or changes it, but for the views they share. */

export const readPreferences: Handler<Api['preferencesGet']> = async ctx => ({
  ...((await store.readTaste(ctx.tx, ctx.actor.id)) ?? { density: 'comfortable', hidden: {} }),
  views: await store.viewsOf(ctx.tx, ctx.actor.id),
})

export const changePreferences: Handler<Api['preferencesChange']> = async (ctx, taste) => {
  await store.keepTaste(ctx.tx, ctx.actor.id, taste)
  return {}
}

export const saveView: Handler<Api['viewSave']> = async (ctx, view) => {
  // two tabs at once must not both find room for the last view, nor both become the default
  await lockStaff(ctx.tx, ctx.actor.id)
  const others = (await store.viewsOf(ctx.tx, ctx.actor.id)).filter(
    each => each.list === view.list && each.id !== view.id && each.sharedBy === null,
  )
  if (others.length >= VIEWS_MOST) refuse('view.too_many', { most: VIEWS_MOST })
  if (view.isDefault) await store.clearDefault(ctx.tx, ctx.actor.id, view)
  if (!(await store.keepView(ctx.tx, ctx.actor.id, view, ctx.now))) refuse('record.unknown', { what: 'view' })
  return {}
}

export const removeView: Handler<Api['viewRemove']> = async (ctx, { id }) => {
  if (!(await store.removeView(ctx.tx, ctx.actor.id, id))) refuse('record.unknown', { what: 'view' })
  return {}
}

export const shareView: Handler<Api['viewShare']> = async (ctx, { id, isShared }) => {
  const { roles, id: by } = ctx.actor
  const view = await store.shareView(ctx.tx, { id, isShared, by, mayWithdraw: may(roles, 'users.manage') })
  if (!view) return refuse('record.unknown', { what: 'view' })
  const shared = (await store.viewsOf(ctx.tx, by)).filter(each => each.list === view.list && each.isShared)
  if (shared.length > VIEWS_MOST) refuse('view.too_many', { most: VIEWS_MOST })
  ctx.audit({ subject: ['view', id], after: { ...view, isShared } })
  return {}
}
