/**
 * Every "no" the product can say. `status` is what HTTP carries, `message` what a person reads:
 * it says what is wrong and what to do. `{name}` is filled in where it is raised.
 */
export const ERRORS = {
  // The door
  'input.invalid': { status: 422, message: 'Some fields need another look.' },
  'input.malformed': {
    status: 400,
    message: 'The request could not be read. Reload the page and try again.',
  },
  'input.too_large': { status: 413, message: 'That is too large to accept here.' },
  'input.headers': { status: 431, message: 'The request carries too much beside its content.' },
  'input.slow': { status: 408, message: 'The request took too long to arrive. Try again.' },
  'input.type': { status: 415, message: 'Send JSON.' },
  'route.unknown': { status: 404, message: 'There is nothing at this address.' },
  'record.unknown': { status: 404, message: 'No such {what}.' },
  'cursor.invalid': {
    status: 422,
    message: 'This page link no longer fits. Start again from the first page.',
  },
  'export.too_many': {
    status: 429,
    message: 'You have {most} exports running. Wait until one is finished, then try again.',
  },
  'export.busy': {
    status: 429,
    message: 'Too many exports are running. Try again in {seconds} seconds.',
  },
  'reveal.too_often': {
    status: 429,
    message:
      'You have reached the limit of {most} customers or requests with personal data per hour. Try again in the next hour.',
  },
  'document.reveal': {
    status: 403,
    message: 'This document may hold personal data. Your role cannot open it.',
  },
  'search.too_often': {
    status: 429,
    message:
      'You have looked people up by their numbers {most} times within the hour. Search by name, or go on in an hour.',
  },
  'search.too_many': {
    status: 422,
    message: 'More than {most} customers fit. Type more of the name, or a number.',
  },
  'rate.limited': { status: 429, message: 'Too many requests. Wait {seconds} seconds, then try again.' },
  'idempotency.other_body': {
    status: 422,
    message: 'This act was already sent with other details. Reload the page and start again.',
  },
  'server.unavailable': {
    status: 503,
    message: 'The database cannot be reached right now. Nothing was lost: try again in a few seconds.',
  },
  'server.busy': {
    status: 503,
    message: 'Too many people are at it right now. Nothing was lost: try again in {seconds} seconds.',
  },
  'server.fault': {
    status: 500,
    message: 'Something went wrong on our side. Nothing was changed. Quote {requestId} when you report it.',
  },

  // Signing in
  'session.missing': { status: 401, message: 'Please sign in.' },
  'session.invalid': { status: 401, message: 'Your session is not valid. Please sign in again.' },
  'session.expired': { status: 401, message: 'Your session has ended. Please sign in again.' },
  'permission.missing': { status: 403, message: 'Your role does not allow this.' },
  'signin.wrong': { status: 401, message: 'E-mail or password is not right.' },
  'signin.code_wrong': {
    status: 401,
    message: 'That code is not right. Wait for the next one and try again.',
  },
  'signin.locked': {
    status: 429,
    message: 'Too many attempts. Wait {minutes} minutes, or ask a superAdmin for a reset link.',
  },
  'signin.busy': {
    status: 429,
    message: 'Another sign-in for this e-mail is running. Try again in a moment.',
  },
  'signin.waiting': {
    status: 403,
    message: 'Your account is waiting for approval. A superAdmin will give you access.',
  },
  'signin.suspended': { status: 403, message: 'Your account is suspended. Speak to a superAdmin.' },
  'password.wrong': { status: 422, message: 'Your current password is not right.' },
  'reset.invalid': {
    status: 422,
    message: 'This reset link was used already or has expired. Ask a superAdmin for a new one.',
  },
  'bvn.stated': {
    status: 409,
    message: 'You have already provided your BVN. If it is wrong, ask your system administrator.',
  },
  'totp.already': { status: 409, message: 'A second factor is already set up.' },
  'totp.absent': { status: 409, message: 'There is no second factor to confirm or remove.' },
  'totp.required': {
    status: 403,
    message: 'Your role needs a second factor. Set one up on your profile first.',
  },

  // People
  'user.last_super_admin': {
    status: 409,
    message: 'This is the last active superAdmin. Appoint another one first.',
  },
  'user.own_roles': { status: 403, message: 'Nobody changes their own roles or status.' },
  'user.state': { status: 409, message: 'This account is {status}, so that cannot be done now.' },
  'user.roles_lapsed': {
    status: 409,
    message:
      'This account was suspended for more than {days} days, so {roles} lapsed. Give the account its roles first, then reactivate it.',
  },
  'user.linked': {
    status: 403,
    message: 'You are linked to this account. A superAdmin who is not linked to it has to confirm it.',
  },
  'user.not_linked': {
    status: 409,
    message: 'This account is linked to no other. Nothing has to be confirmed.',
  },
  'user.officer_code_taken': { status: 409, message: 'That officer code belongs to {who}.' },

  // Saved views
  'view.too_many': {
    status: 409,
    message: 'A list keeps at most {most} views. Remove one you no longer use.',
  },
  'view.too_many_shared': {
    status: 409,
    message:
      'At most {most} views of a list are shared with all staff. One of them has to be withdrawn first.',
  },

  // Settings
  'setting.stale': {
    status: 409,
    message: 'Somebody changed this section meanwhile. Reload to see the newer version, then change that.',
  },
  'setting.past_date': { status: 422, message: 'A change cannot take effect in the past.' },
  'product.code_taken': { status: 409, message: 'Another product has this code.' },
  'product.stale': {
    status: 409,
    message: 'Somebody changed this product meanwhile. Reload to see the newer version, then change that.',
  },
  'product.retired': { status: 409, message: 'This product is retired.' },
  'frequency.in_use': {
    status: 409,
    message: 'This frequency is still offered by {products}. Move them to another one first.',
  },

  // Loan requests
  'link.closed': { status: 409, message: '{notice}' },
  'link.full': {
    status: 429,
    message: 'We have taken as many requests as we can today. Your draft is kept: please come back tomorrow.',
  },
  'link.full_here': {
    status: 429,
    message:
      'We have taken as many requests from your connection as we can today. Your draft is kept: please come back tomorrow, or visit the office.',
  },
  'draft.robot': {
    status: 422,
    message: 'We could not check that you are a person. Reload the page and try again.',
  },
  'draft.unknown': {
    status: 409,
    message: 'This draft has expired. What you typed is kept: go on, and the files are asked for again.',
  },
  'draft.too_many': {
    status: 429,
    message: 'Too many requests from your connection. Please wait an hour, or visit the office.',
  },
  'draft.files_here': {
    status: 429,
    message:
      'As many files as we can keep in a day have come from your connection. Your draft is kept: please come back tomorrow, or visit the office.',
  },
  'phone_code.wait': {
    status: 429,
    message: 'A code was just sent. Wait {seconds} seconds before asking again.',
  },
  'phone_code.too_many': {
    status: 429,
    message: 'No more codes are sent for this request. Visit the office, or begin anew tomorrow.',
  },
  'phone_code.wrong': { status: 422, message: 'That code is not right or has expired. Ask for a new one.' },
  'request.consent_changed': {
    status: 409,
    message: 'The terms have changed since you opened the page. Please read and agree to the new text.',
  },
  'request.not_found': {
    status: 404,
    message: 'No request fits this reference and phone number. Check both and try again.',
  },
  'request.decided': { status: 409, message: 'Already {what} by {who} at {when}.' },
  'request.wrong_stage': {
    status: 409,
    message: 'The request is in stage “{stage}”, where this cannot be done.',
  },
  'request.stale': {
    status: 409,
    message: 'The request was edited meanwhile. Reload to see the new version, then decide.',
  },
  'request.claimed': {
    status: 409,
    message: '{who} is working on this request. Ask them to release it first.',
  },
  'request.same_person': {
    status: 403,
    message: 'You have already acted on this request as {role}. Another person has to decide.',
  },
  'request.erased': {
    status: 409,
    message: 'Its applicant was erased when the time of retention was over. They would have to apply anew.',
  },
  'request.own': {
    status: 403,
    message:
      'Request {reference} is your own: it has your phone, e-mail or BVN. Another person has to decide it.',
  },
  'request.linked': {
    status: 403,
    message:
      'Your account is linked to someone who entered or decided this request. Another person has to decide it.',
  },
  'request.red': {
    status: 409,
    message: 'These items are red and need an override with a reason first: {items}.',
  },
  'request.reopened': {
    status: 409,
    message:
      'A payroll accepted after they were overridden opens these items again: {items}. Send the request back, so that a reviewer looks at them by the new payroll.',
  },
  'request.pending': {
    status: 409,
    message:
      'The applicant has another request under way: {reference}. This one can be resubmitted once that one is decided or withdrawn.',
  },
  'request.too_many': {
    status: 429,
    message:
      'We cannot take another request with these details today. Your draft is kept: please come back tomorrow, or visit the office.',
  },
  'request.not_red': { status: 409, message: 'This item is not red, so there is nothing to override.' },
  'request.terms': { status: 422, message: 'The product does not allow this: {problem}.' },

  // Documents
  'document.too_many': {
    status: 409,
    message: 'There are already {most} documents here. Take one out that is no longer needed.',
  },
  'document.retired': { status: 409, message: 'This document was taken out already. Reload the list.' },
  'document.own': { status: 409, message: 'Iroko wrote this document itself, so it stays with its record.' },

  // Customers
  'customer.stale': {
    status: 409,
    message: 'Somebody changed this customer meanwhile. Reload to see the newer record, then change that.',
  },
  'customer.own': {
    status: 403,
    message: 'This record is linked to you by phone, email or BVN. Another user must change it.',
  },
  'customer.unchanged': { status: 422, message: 'Nothing would change.' },
  'customer.merged': {
    status: 409,
    message: 'This record was merged into {number}. Open that one to go on.',
  },
  'customer.erased': { status: 409, message: 'Who this was has been erased. Nothing can be added to it.' },
  'customer.erase_refused': { status: 409, message: 'This customer cannot be erased: {why}.' },
  'customer.merge_refused': { status: 409, message: 'These records cannot be merged: {why}.' },
  'promise.marked': { status: 409, message: 'This promise was already marked {outcome} by {who}.' },

  // Loans
  'loan.refused': { status: 409, message: 'This cannot be done: {why}.' },
  'loan.other_terms': {
    status: 409,
    message: 'The terms of {product} have changed since the file was checked{owed}. Check the file again.',
  },
  'loan.frozen': { status: 409, message: 'The loan is frozen ({cause}). Unfreeze it first.' },
  'loan.reference_taken': {
    status: 409,
    message:
      'A payment with reference {reference} was already recorded on {loan}. Check the reference on the bank statement.',
  },
  'payout.unfit': { status: 409, message: 'These loans cannot be disbursed: {loans}.' },
  'payout.state': { status: 409, message: '{number} is {status}, so that cannot be done now.' },
  'payout.sent': {
    status: 409,
    message:
      '{number} has been sent to the bank and cannot be cancelled. Mark lines the bank did not pay as failed.',
  },
  'payout.taken': {
    status: 409,
    message:
      'The bank file of {number} was already taken by {who} at {when}. Give a reason to download a marked copy.',
  },
  'payout.line': { status: 409, message: 'This cannot be recorded: {why}.' },
  'payout.file': { status: 422, message: 'The file could not be read: {why}. Use the bank’s result as CSV.' },

  // Uploaded tables
  'intake.offset': {
    status: 409,
    message: 'The upload goes on at byte {at}. Nothing was lost: send from there.',
  },
  'intake.too_long': {
    status: 422,
    message: 'More bytes came than the file was said to have. Upload it again.',
  },
  'intake.status': { status: 409, message: 'The upload is {status}, so that cannot be done now.' },
  'intake.unmapped': { status: 422, message: 'Say which column holds: {fields}.' },
  'intake.source_unknown': { status: 422, message: 'Choose one of the payroll sources in use.' },
  'intake.period': { status: 422, message: 'That month has not come yet.' },
  'intake.nothing_good': { status: 409, message: 'No row could be taken, so there is nothing to accept.' },
  'intake.correction': {
    status: 409,
    message: 'A correction belongs to a file of the same source and month that was read.',
  },
  'intake.same_file': {
    status: 409,
    message: '{who} already uploaded this file for that month as “{file}”. Cancel one of the two.',
  },
  'intake.file_gone': {
    status: 409,
    message:
      'The file was deleted after it was read. Cancel this upload and upload the file again for that month.',
  },
  'intake.has_correction': {
    status: 409,
    message: 'Another upload corrects this one. Cancel that upload first, then change the month.',
  },
  'intake.lines_gone': {
    status: 409,
    message: 'The refused rows of this file were deleted when the time of retention was over.',
  },
  'repayment.status': { status: 409, message: 'Batch {number} is {status}, so that cannot be done now.' },
  'repayment.gap': {
    status: 422,
    message:
      'Declared {declared}, in the file {file}, at the bank {bank}. Say why they differ, then hand it over.',
  },
  'repayment.ambiguous': {
    status: 409,
    message:
      'Rows that fit several loans, or several lines posted before: {rows}. Choose for each, or keep them in suspense.',
  },
  'repayment.name_differs': {
    status: 409,
    message:
      'The file has another name than the customer on {rows}. Confirm the customer of each, or send it to suspense.',
  },
  'repayment.parts': { status: 422, message: 'The parts make {parts}; the row holds {whole}.' },
  'repayment.part_posted': {
    status: 409,
    message: 'A part of it is in the books already. Give the parts that are not each their own place.',
  },
  'repayment.not_taken_back': {
    status: 409,
    message:
      'No such receipt of this batch stands in the books: it was taken back already, or is not of this batch.',
  },
  'repayment.corrected': {
    status: 409,
    message:
      'Batch {number} corrects this line since, as one that was not deducted. Undo that batch first, or its sum would count twice.',
  },
  'repayment.has_correction': {
    status: 409,
    message: 'Batch {number} corrects this one. Undo that batch first, or give it up, then this one.',
  },
  'repayment.measured_before': {
    status: 409,
    message:
      'What the corrected batch has posted is not what this file was measured by: {rows} of its rows. Give this upload up and upload the file again; where it is posted already, leave these rows out and correct it by another file.',
  },
  'remittance.undone': { status: 409, message: 'This money was taken back already.' },
  'repayment.nothing_new': {
    status: 409,
    message:
      'It brings nothing beyond what was posted for it before, so there is nothing to place. Leave it out.',
  },
  'repayment.posted_elsewhere': {
    status: 409,
    message:
      'Posted by another file of the month. Leave it out, or place it by hand if it was deducted twice.',
  },
  'repayment.loan': { status: 422, message: 'That loan cannot take a payment: it is {status}.' },
  'repayment.suspense_used': {
    status: 409,
    message: '{items} of its sums have left suspense. Take those back first, then undo the batch.',
  },
  'suspense.short': { status: 409, message: 'Only {remaining} is left of it.' },
  'signal.closed': { status: 409, message: 'Already dealt with by {who}.' },

  // Messages
  'template.stale': {
    status: 409,
    message: 'Somebody changed this template meanwhile. Reload to see the newer draft, then change that.',
  },
  'template.retired': { status: 409, message: 'This template is retired.' },
  'template.waiting': {
    status: 409,
    message: 'The draft is waiting for a second person. Withdraw that first, then change it.',
  },
  'template.name_taken': { status: 409, message: 'Another template has this name.' },
  'template.event_taken': {
    status: 409,
    message: 'Another template already tells about this. Write its next version instead.',
  },
  'template.needed': {
    status: 409,
    message: 'Applicants wait for this message. Write its next version instead of retiring it.',
  },
  'template.not_in_force': { status: 409, message: 'No version of this template is in force.' },
  'message.not_failed': {
    status: 409,
    message: 'Only a failed message is sent again; this one is {status}.',
  },
  'message.resent': { status: 409, message: 'This message was already sent again.' },
  'campaign.wrong_status': { status: 409, message: 'The campaign is {status}, so that cannot be done now.' },
  'campaign.nobody': { status: 409, message: 'Nobody is left to send this to.' },
  'campaign.too_many': { status: 422, message: 'A campaign goes to at most {most} people.' },
  'segment.name_taken': { status: 409, message: 'Another segment has this name.' },
  'claim.too_large': {
    status: 422,
    message:
      'At most ₦1,000,000,000.00 is recorded at once. Reject it here, and record what the bank statement shows in parts.',
  },
  'claim.decided': { status: 409, message: 'Already {status} by {who}.' },
  'webhook.forged': { status: 401, message: 'The signature does not fit.' },

  // Second person
  'approval.same_person': {
    status: 403,
    message: 'You asked for this yourself. Another person has to decide it.',
  },
  'approval.involved': { status: 403, message: 'This concerns you, so another person has to decide it.' },
  'approval.linked': {
    status: 403,
    message:
      'Your account is linked to someone who asked for or prepared this. Another person has to decide it, or a superAdmin linked to neither of you confirms your identity first.',
  },
  'approval.same_browser': {
    status: 403,
    message:
      'The person who asked is signed in in this browser too. Approve on your own device, or have them sign out here first.',
  },
  'approval.same_place': {
    status: 403,
    message:
      'This was asked for from the same network address and the same kind of browser as yours. Approve from another device, or ask a superAdmin to change Settings > Security.',
  },
  'approval.own': {
    status: 403,
    // without its name: what is refused stands in the trail, which outlives a person's right to be forgotten
    message:
      'This is about your own account, or a loan of yours is in it. Somebody else has to decide it; a pay-out batch can also be made without that loan.',
  },
  'approval.maker_gone': {
    status: 409,
    message:
      '{who} was suspended or may no longer ask for this, so it is not carried out. Decline it; whoever still wants it asks anew.',
  },
  'approval.decided': { status: 409, message: 'Already {status} by {who} at {when}.' },
  'approval.pending': {
    status: 409,
    message:
      'A change like this already waits for a second person, asked for by {who}. That one has to be decided or withdrawn first.',
  },
  'approval.stale': {
    status: 409,
    message: 'The record changed since this was asked for. Decline it and ask again.',
  },
  'approval.not_yours': { status: 403, message: 'Only the person who asked can withdraw it.' },

  // The books
  'ledger.period_closed': {
    status: 409,
    message:
      'The books are closed through {through}. Choose a later date, or post it today as an adjustment for {date}.',
  },
  'ledger.other_lines': {
    status: 409,
    message: 'This {reason} ({ref}) is already posted as entry {entry}, with another date or other amounts.',
  },
  'ledger.already_reversed': { status: 409, message: 'Entry {entry} is already reversed.' },
  'ledger.in_the_future': {
    status: 422,
    message: 'Nothing can be posted on {date}: that day has not come yet.',
  },
  'ledger.suspense_short': {
    status: 409,
    message: 'Suspense does not hold that much. Part of it was matched already.',
  },
  'ledger.period_running': {
    status: 422,
    message: 'A period can be closed once its last day is over. The latest day you can close is {latest}.',
  },
  'ledger.period_done': { status: 409, message: 'The books are already closed through {through}.' },
  'ledger.busy': {
    status: 409,
    message: 'Postings are still running, so the period could not be closed. Try again in a minute.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

/** The one shape of an error on the wire. */
export type ErrorReply = {
  code: ErrorCode
  message: string
  /** Field path → what is wrong with it. */
  fields?: Record<string, string>
  requestId: string
}

export const errorMessage = (code: ErrorCode, values: Record<string, string | number> = {}): string =>
  ERRORS[code].message
    .replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`))
    .replace(/\b(1 (?:minute|second|row|customer))s\b/g, '$1')
