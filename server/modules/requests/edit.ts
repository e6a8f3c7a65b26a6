import type { Api } from '../../../contract/api.ts'
import type { Application } from '../../../contract/application.ts'
import type { Flag } from '../../../contract/requests.ts'
import { kobo } from '../../../engine/money.ts'
import { quote } from '../../../engine/product.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Product } from '../settings/settings.ts'
import { lockFor, move, withoutFlags } from './decide.ts'
import { payShareFor, readApplication, storedShare } from './facts.ts'
import * as store from './requests.sql.ts'
import {
  checkApplication,
  holdersOf,
  identityFlags,
  indexedFields,
  nubanFlags,
  officerFlags,
  saveVersion,
  wishedProduct,
} from './submit.ts'

/** A rejected request is corrected and goes to the reviewer again, as a new version. */
export const edit: Handler<Api['requestEdit']> = async (ctx, input) => {
  const request = await lockFor(ctx, input, 'edit')
  const stored = await readApplication(ctx, request)
  const typed = Object.fromEntries(
    Object.entries(input.application).filter(([, value]) => value !== undefined),
  )
  const stated = await checkApplication(ctx, { ...stored, ...typed })
  const product = await wishedProduct(ctx, stated)
  const fields = indexedFields(ctx.keys, stated)
  // a submission by the applicant at the same instant waits, or is waited for
  await store.lockIdentity(ctx.tx, fields)
  const other = await store.pendingOf(ctx.tx, fields.bvn_index, fields.phone)
  if (other) refuse('request.pending', { reference: other.reference })
  const version = request.version + 1
  await saveVersion(ctx, request.id, version, { ...stated, consentVersion: stored.consentVersion })
  const stage = await move(ctx, request, {
    act: 'edit',
    kind: 'edited',
    note: input.note,
    terms: { amount: stated.amount, tenor: stated.tenor },
    change: {
      ...fields,
      ...(await termsOf(ctx, stated, product, fields.bvn_index)),
      ...(await marksOf(ctx, request, { stored, stated })),
      version,
      settles: [],
      recommended_amount: null,
      recommended_tenor: null,
      // the author of this version is its maker, and may neither review nor authorize it
      initiator_id: ctx.actor.id,
      reviewer_id: null,
      authorizer_id: null,
    },
  })
  return { stage, loanId: null }
}

/** What is asked for now, and what it takes from the pay stated now. */
async function termsOf(ctx: Context, stated: Application, product: Product, bvnIndex: Buffer) {
  const { amount, tenor } = stated
  const { usual } = quote(product.terms, { amount, tenor, payOutOn: ctx.today })
  return {
    product_id: product.id,
    product_version: product.version,
    requested_amount: kobo(amount),
    requested_tenor: tenor,
    amount,
    tenor,
    instalment: usual,
    ...storedShare(await payShareFor(ctx, { application: stated, product, bvnIndex })),
  }
}

/** Whatever a flag said of the version before is asked again of this one. */
async function marksOf(
  ctx: Context,
  request: store.RequestRow,
  { stored, stated }: { stored: Application; stated: Application },
): Promise<{ officer_code: string; officer_ids: string[]; flags: Flag[] }> {
  const isSameOfficer = stated.accountOfficerCode === stored.accountOfficerCode
  const officerCode = isSameOfficer ? request.officer_code : stated.accountOfficerCode.toUpperCase()
  const stays = withoutFlags(request.flags, [
    ...(isSameOfficer ? [] : (['unknownOfficer'] as const)),
    'nubanWarning',
    'duplicateIdentity',
    'existingCustomer',
    'overridden',
    'documentsWanted',
    'sentBack',
    'resubmitted',
  ])
  return {
    officer_code: officerCode,
    officer_ids: [...new Set([...request.officer_ids, ...(await holdersOf(ctx, officerCode))])],
    flags: [
      ...stays,
      ...(isSameOfficer ? [] : await officerFlags(ctx, officerCode)),
      ...nubanFlags(stated),
      ...(await identityFlags(ctx, request.id, indexedFields(ctx.keys, stated))),
      'resubmitted',
    ],
  }
}
