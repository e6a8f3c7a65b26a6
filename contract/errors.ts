/** Catalogue of expected errors: HTTP status and user-facing message. `{name}` placeholders are filled by the caller. */
export const ERRORS = {
  // HTTP
  'input.invalid': { status: 422, message: 'Some fields have errors. Correct them and try again.' },
  'input.malformed': {
    status: 400,
    message: 'The request could not be read. Reload the page and try again.',
  },
  'input.too_large': { status: 413, message: 'The content is too large. Reduce its size and try again.' },
  'input.headers': {
    status: 431,
    message: 'The request headers are too large. Clear the cookies of this site and try again.',
  },
  'input.slow': { status: 408, message: 'The request took too long to arrive. Try again.' },
  'input.type': { status: 415, message: 'Unsupported content type. Send JSON.' },
  'route.unknown': { status: 404, message: 'Nothing was found at this address.' },
  'record.unknown': { status: 404, message: 'This {what} was not found.' },
  'cursor.invalid': {
    status: 422,
    message: 'This page link is no longer valid. Start again from the first page.',
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
    message: 'This document may contain personal data. Your role does not have permission to open it.',
  },
  'search.too_often': {
    status: 429,
    message:
      'You have reached the limit of {most} searches by personal number per hour. Search by name or try again in an hour.',
  },
  'search.too_many': {
    status: 422,
    message: 'More than {most} customers match. Type more of the name, or a number.',
  },
  'rate.limited': { status: 429, message: 'Too many requests. Wait {seconds} seconds, then try again.' },
  'idempotency.other_body': {
    status: 422,
    message: 'This action was already submitted with different details. Reload the page and start again.',
  },
  'server.unavailable': {
    status: 503,
    message: 'The database is not available, so your action was not carried out. Try again in a few seconds.',
  },
  'clock.ahead': {
    status: 503,
    message:
      'The clock of this system is ahead, so your action was not carried out. Tell your system administrator.',
  },
  'server.busy': {
    status: 503,
    message: 'The system is busy, so your action was not carried out. Try again in {seconds} seconds.',
  },
  'server.fault': {
    status: 500,
    message: 'An unexpected error occurred and nothing was changed. Quote {requestId} when you report it.',
  },

  // Signing in
  'session.missing': { status: 401, message: 'Please sign in.' },
  'session.invalid': { status: 401, message: 'Your session is not valid. Please sign in again.' },
  'session.expired': { status: 401, message: 'Your session has ended. Please sign in again.' },
  'permission.missing': {
    status: 403,
    message: 'You do not have permission to do this. Ask a superAdmin if you need it.',
  },
  'signin.wrong': { status: 401, message: 'Incorrect email or password.' },
  'signin.code_wrong': {
    status: 401,
    message: 'Incorrect code. Wait for the next code and try again.',
  },
  'signin.locked': {
    status: 429,
    message: 'Too many attempts. Wait {minutes} minutes, or ask a superAdmin for a password reset link.',
  },
  'signin.busy': {
    status: 429,
    message: 'Another sign-in with this email is in progress. Try again in a moment.',
  },
  'signin.waiting': {
    status: 403,
    message: 'Your account is pending approval. A superAdmin must approve it before you can sign in.',
  },
  'signin.suspended': { status: 403, message: 'Your account is suspended. Contact a superAdmin.' },
  'password.wrong': { status: 422, message: 'Your current password is incorrect.' },
  'reset.invalid': {
    status: 422,
    message: 'This password reset link was already used or has expired. Ask a superAdmin for a new one.',
  },
  'bvn.stated': {
    status: 409,
    message: 'You have already provided your BVN. If it is wrong, ask your system administrator.',
  },
  'totp.already': { status: 409, message: 'Two-factor authentication is already set up.' },
  'totp.absent': { status: 409, message: 'Two-factor authentication is not set up.' },
  'totp.required': {
    status: 403,
    message: 'Your role requires two-factor authentication. Set it up on your profile first.',
  },

  // Users
  'user.last_super_admin': {
    status: 409,
    message: 'This is the last active superAdmin. Give another user this role first.',
  },
  'user.own_roles': {
    status: 403,
    message: 'You cannot change your own roles or status. Ask another superAdmin.',
  },
  'user.state': { status: 409, message: 'This user is {status}, so this action is not available.' },
  'user.roles_lapsed': {
    status: 409,
    message:
      'This user was suspended for more than {days} days, so {roles} lapsed. Grant the roles first, then reactivate the user.',
  },
  'user.linked': {
    status: 403,
    message: 'You are linked to this account. A superAdmin who is not linked to it must confirm it.',
  },
  'user.not_linked': {
    status: 409,
    message: 'This account is not linked to another. There is nothing to confirm.',
  },
  'user.officer_code_taken': { status: 409, message: 'That account officer code belongs to {who}.' },

  // Saved views
  'view.too_many': {
    status: 409,
    message: 'A list can have at most {most} saved views. Delete one you no longer use.',
  },
  'view.too_many_shared': {
    status: 409,
    message: 'A list can have at most {most} shared views. Withdraw one first.',
  },

  // Settings
  'setting.stale': {
    status: 409,
    message: 'Someone else changed this section while you were editing. Reload to see the new version.',
  },
  'setting.past_date': { status: 422, message: 'A change cannot take effect in the past.' },
  'product.code_taken': { status: 409, message: 'Another product already has this code.' },
  'product.stale': {
    status: 409,
    message: 'Someone else changed this product while you were editing. Reload to see the new version.',
  },
  'product.retired': { status: 409, message: 'This product is inactive.' },
  'frequency.in_use': {
    status: 409,
    message: 'These products still use this frequency: {products}. Move them to another one first.',
  },

  // Loan requests
  'link.closed': { status: 409, message: '{notice}' },
  'link.full': {
    status: 429,
    message:
      'We have received the maximum number of requests for today. Your draft is saved. Please try again tomorrow.',
  },
  'link.full_here': {
    status: 429,
    message:
      'We have received the maximum number of requests from your connection for today. Your draft is saved. Please try again tomorrow or visit our office.',
  },
  'draft.robot': {
    status: 422,
    message: 'We could not confirm that you are a person. Reload the page and try again.',
  },
  'draft.unknown': {
    status: 409,
    message: 'Your draft has expired. Your answers are still here. Please upload your files again.',
  },
  'draft.too_many': {
    status: 429,
    message: 'Too many requests from your connection. Please wait an hour or visit our office.',
  },
  'draft.files_here': {
    status: 429,
    message:
      'We have received the maximum number of files from your connection for today. Your draft is saved. Please try again tomorrow or visit our office.',
  },
  'phone_code.wait': {
    status: 429,
    message: 'A code was just sent. Wait {seconds} seconds before you request another.',
  },
  'phone_code.too_many': {
    status: 429,
    message: 'No more codes can be sent for this request. Visit our office or start again tomorrow.',
  },
  'phone_code.wrong': { status: 422, message: 'The code is incorrect or has expired. Request a new one.' },
  'request.consent_changed': {
    status: 409,
    message: 'The terms have changed since you opened this page. Please read and accept the new text.',
  },
  'request.not_found': {
    status: 404,
    message: 'No request matches this reference and phone number. Check both and try again.',
  },
  'request.decided': { status: 409, message: 'Already {what} by {who} at {when}.' },
  'request.wrong_stage': {
    status: 409,
    message: 'The request is at stage “{stage}”, so this action is not available.',
  },
  'request.stale': {
    status: 409,
    message: 'Someone else edited this request while you had it open. Reload to see the new version.',
  },
  'request.claimed': {
    status: 409,
    message: '{who} is working on this request. Ask them to release it first.',
  },
  'request.same_person': {
    status: 403,
    message: 'You have already acted on this request as {role}. Another user must decide it.',
  },
  'request.erased': {
    status: 409,
    message:
      'The applicant’s data was deleted at the end of the retention period. They must submit a new request.',
  },
  'request.own': {
    status: 403,
    message: 'Request {reference} has your phone, email or BVN. Another user must decide it.',
  },
  'request.linked': {
    status: 403,
    message:
      'Your account is linked to someone who entered or decided this request. Another user must decide it.',
  },
  'request.red': {
    status: 409,
    message: 'These checks failed: {items}. Override each one with a reason before you continue.',
  },
  'request.reopened': {
    status: 409,
    message:
      'A newer payroll month was approved after these checks were overridden: {items}. Send the request back so that a reviewer checks them again.',
  },
  'request.pending': {
    status: 409,
    message: 'The applicant has another open request: {reference}. Decide or withdraw that one first.',
  },
  'request.too_many': {
    status: 429,
    message:
      'We cannot accept another request with these details today. Your draft is saved. Please try again tomorrow or visit our office.',
  },
  'request.not_red': { status: 409, message: 'This check has not failed, so there is nothing to override.' },
  'request.terms': { status: 422, message: 'The product does not allow this: {problem}.' },

  // Documents
  'document.too_many': {
    status: 409,
    message: 'This record already has {most} documents. Remove one that is no longer needed.',
  },
  'document.retired': { status: 409, message: 'This document was already removed. Reload the list.' },
  'document.own': { status: 409, message: 'This document was generated by Iroko and cannot be removed.' },

  // Customers
  'customer.stale': {
    status: 409,
    message: 'Someone else changed this customer while you were editing. Reload to see the new version.',
  },
  'customer.own': {
    status: 403,
    message: 'This record is linked to you by phone, email or BVN. Another user must change it.',
  },
  'customer.unchanged': { status: 422, message: 'You have not changed anything.' },
  'customer.merged': {
    status: 409,
    message: 'This record was merged into {number}. Open that record to continue.',
  },
  'customer.erased': {
    status: 409,
    message: 'This customer’s personal data has been erased. You cannot add to this record.',
  },
  'customer.erase_refused': { status: 409, message: 'This customer cannot be erased: {why}.' },
  'customer.merge_refused': { status: 409, message: 'These records cannot be merged: {why}.' },
  'promise.marked': { status: 409, message: 'This promise was already marked {outcome} by {who}.' },

  // Loans
  'loan.refused': { status: 409, message: 'This action is not available: {why}.' },
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
  'source_event.state': { status: 409, message: '{number} is {status}, so this action is not available.' },
  'source_event.overlap': {
    status: 409,
    message: 'Event {number} already covers one of these months. Reverse or cancel it first.',
  },
  'source_event.posted': {
    status: 409,
    message:
      'The deduction file of {month} is already posted. Reverse its batches first, or grant a repayment holiday on each loan.',
  },
  'source_event.moved_since': {
    status: 409,
    message: 'The dates were moved again by {number}. Reverse that event first.',
  },
  'instruction.source': {
    status: 409,
    message:
      'The payroll source {source} is not active. Choose one in Settings > Payroll sources and calendar.',
  },
  'instruction.not_now': { status: 409, message: '{why} No list was computed.' },
  'instruction.element': {
    status: 409,
    message:
      'Our element code has changed, and the payroll office still deducts {lines} instructions under the old code. Restore the old code, stop them, then change it.',
  },
  'instruction.state': { status: 409, message: '{number} is {status}, so this action is not available.' },
  'instruction.open': {
    status: 409,
    message: '{lines} of {number} are not decided. Include or exclude each one before you submit.',
  },
  'instruction.changed': {
    status: 409,
    message:
      'Loans, payroll data or settings have changed since {number} was computed. Compute it again before you continue.',
  },
  'instruction.outdated': {
    status: 409,
    message:
      'The payroll office has answered since {number} was computed ({lines}). Cancel this list and compute a new one.',
  },
  'instruction.taken': {
    status: 409,
    message:
      'The file of {number} was already downloaded by {who} at {when}. Give a reason to download a copy.',
  },
  'instruction.acknowledged': {
    status: 409,
    message: '{who} already recorded the acknowledgement of {number}: {reference}.',
  },
  'instruction.rejection_closed': {
    status: 409,
    message: '{who} already closed this rejected line. Open it again to change how it was resolved.',
  },
  'instruction.file': { status: 409, message: 'This acknowledgement file cannot be recorded. {why}.' },

  'payout.unfit': { status: 409, message: 'These loans cannot be disbursed: {loans}.' },
  'refund.unfit': { status: 409, message: '{cases} Resolve this first or select other refunds.' },
  'payout.state': { status: 409, message: '{number} is {status}, so this action is not available.' },
  'payout.sent': {
    status: 409,
    message:
      '{number} has been sent to the bank and cannot be cancelled. Mark lines the bank did not pay as failed.',
  },
  'payout.taken': {
    status: 409,
    message:
      'The bank file of {number} was already downloaded by {who} at {when}. Give a reason to download a marked copy.',
  },
  'payout.line': { status: 409, message: 'This cannot be recorded: {why}.' },
  'payout.file': {
    status: 422,
    message: 'The file could not be read. {why} Nothing was recorded.',
  },

  // Uploaded tables
  'intake.offset': {
    status: 409,
    message: 'The upload continues at byte {at}. Send the file from there.',
  },
  'intake.too_long': {
    status: 422,
    message: 'The file is larger than announced. Upload it again.',
  },
  'intake.status': { status: 409, message: 'The upload is {status}, so this action is not available.' },
  'intake.unmapped': { status: 422, message: 'Map a column to each of these fields: {fields}.' },
  'intake.source_unknown': { status: 422, message: 'Choose an active payroll source.' },
  'intake.period': { status: 422, message: 'The month is in the future. Choose an earlier one.' },
  'intake.nothing_good': {
    status: 409,
    message: 'The file has no valid rows, so there is nothing to approve.',
  },
  'intake.correction': {
    status: 409,
    message: 'A correction must be for a file of the same source and month.',
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
    message: 'The invalid rows of this file were deleted at the end of the retention period.',
  },
  'repayment.status': {
    status: 409,
    message: 'Batch {number} is {status}, so this action is not available.',
  },
  'repayment.gap': {
    status: 422,
    message:
      'The control totals do not agree: declared {declared}, file {file}, bank {bank}. Explain the difference before you submit.',
  },
  'repayment.ambiguous': {
    status: 409,
    message:
      'These rows match more than one loan or earlier posting: {rows}. Select a loan for each, or send it to suspense.',
  },
  'repayment.name_differs': {
    status: 409,
    message:
      'The name in the file is not the customer’s name on {rows}. Confirm the customer of each row, or send it to suspense.',
  },
  'repayment.unknown_codes': {
    status: 409,
    message:
      'No one has said whose deduction {rows} of this file are. Mark each code on the batch as ours or not ours, then submit it.',
  },
  'repayment.code_answered': {
    status: 409,
    message:
      '{who} has already marked this code as {answer}. Change it under its source in Settings if that is wrong.',
  },
  'repayment.codes_changed': {
    status: 409,
    message:
      'A code of this file was marked differently since the batch was submitted. Decline it, check the match results and submit it again.',
  },
  'repayment.foreign': {
    status: 409,
    message:
      'The code of this row is not known as ours, so it cannot go to a loan or to suspense. Mark its code as ours first.',
  },
  'repayment.parts': {
    status: 422,
    message: 'The parts add to {parts}, but the row has {whole}. Correct the amounts.',
  },
  'repayment.part_posted': {
    status: 409,
    message: 'Part of this row is already posted. Assign only the parts that are not posted.',
  },
  'repayment.not_taken_back': {
    status: 409,
    message: 'This repayment has already been reversed or is not part of this batch.',
  },
  'repayment.corrected': {
    status: 409,
    message: 'Batch {number} has since corrected this row as not deducted. Reverse that batch first.',
  },
  'repayment.has_correction': {
    status: 409,
    message: 'Batch {number} corrects this batch. Reverse or cancel that batch first.',
  },
  'repayment.measured_before': {
    status: 409,
    message:
      'The batch you are correcting has changed since this file was checked. Rows affected: {rows}. Cancel this upload and upload the file again. If the file is already posted, exclude these rows and correct them in a new file.',
  },
  'remittance.undone': { status: 409, message: 'This remittance was already reversed.' },
  'office.reference_taken': {
    status: 409,
    message:
      'Bank reference {reference} is already recorded as {receipt}. Open that receipt to change its allocation.',
  },
  'office.too_much': {
    status: 409,
    message: 'Only {owed} is owed for batch {number}. Lower the amount or the charge of this batch.',
  },
  'office.more_than_received': {
    status: 409,
    message: 'The allocation is more than the {amount} received. Lower an amount.',
  },
  'office.same_allocation': {
    status: 409,
    message: 'The receipt is allocated like this already. Change a line first.',
  },
  'office.batch_closed': {
    status: 409,
    message: 'Batch {number} was reversed. Allocate the amount to another batch.',
  },
  'office.batch_not_posted': {
    status: 409,
    message: 'The batch is not posted yet. Record the bank credit when you submit it, or after it is posted.',
  },
  'office.write_down_undone': { status: 409, message: 'This write-down was already reversed.' },
  'office.schedule_too_long': {
    status: 422,
    message:
      'The schedule has {lines} deductions, and a letter holds at most {most}. Issue letters for fewer batches.',
  },
  'office.schedule_changed': {
    status: 409,
    message:
      'The schedule of letter {number} has changed since it was issued, because deductions were corrected or a person was erased. Issue a new letter.',
  },
  'office.nothing_owed': {
    status: 409,
    message: 'Nothing is owed for batch {number}. Leave it out of the letter.',
  },
  'advice.other_allocation': {
    status: 409,
    message:
      'The allocation of {receipt} has changed since the advice was read. Submit the advice again, or correct the allocation.',
  },
  'office.letter_issued': {
    status: 409,
    message: 'Letter {number} of today already demands the same deductions. Send that letter.',
  },
  'office.promise_cancelled': { status: 409, message: 'This promise was already cancelled.' },
  'repayment.nothing_new': {
    status: 409,
    message: 'This amount has already been posted. Exclude the row.',
  },
  'repayment.posted_elsewhere': {
    status: 409,
    message:
      'Another file for this month has already posted this row. Exclude it, or match it manually if it was deducted twice.',
  },
  'repayment.loan': { status: 422, message: 'This loan is {status} and cannot receive a repayment.' },
  'repayment.suspense_used': {
    status: 409,
    message: '{items} items of this batch have left suspense. Reverse those first, then reverse the batch.',
  },
  'reconciliation.not_closed': {
    status: 409,
    message: 'This exception is open. Reload the page to see its current state.',
  },
  'reconciliation.not_open': {
    status: 409,
    message: '{name} has no open exception: it was closed or the month was recalculated. Reload the page.',
  },
  'suspense.in_bank': {
    status: 422,
    message: 'This payment is in the bank, so it cannot be marked as not deducted. Refund it to the payer.',
  },
  'suspense.of_batch': {
    status: 422,
    message: 'This payment came with a repayment batch. Reverse it on its row or reverse the batch.',
  },
  'suspense.not_whole': {
    status: 409,
    message: 'Only an unused item can be reversed. Reverse the whole {amount}, or apply the rest to a loan.',
  },
  'suspense.short': { status: 409, message: 'Only {remaining} remains in suspense. Enter a smaller amount.' },
  'signal.closed': { status: 409, message: '{who} has already closed this signal.' },

  // Messages
  'template.stale': {
    status: 409,
    message: 'Someone else changed this template while you were editing. Reload to see the new draft.',
  },
  'template.retired': { status: 409, message: 'This template is inactive.' },
  'template.waiting': {
    status: 409,
    message: 'The draft is pending approval. Withdraw it first, then change it.',
  },
  'template.name_taken': { status: 409, message: 'Another template already has this name.' },
  'template.event_taken': {
    status: 409,
    message: 'Another template is already used for this event. Create a new version of it instead.',
  },
  'template.needed': {
    status: 409,
    message: 'Applicants need this message, so it cannot be deactivated. Create a new version instead.',
  },
  'template.not_in_force': { status: 409, message: 'No version of this template is approved.' },
  'message.not_failed': {
    status: 409,
    message: 'Only failed messages can be resent. This message is {status}.',
  },
  'message.resent': { status: 409, message: 'This message was already resent.' },
  'campaign.wrong_status': {
    status: 409,
    message: 'The campaign is {status}, so this action is not available.',
  },
  'campaign.nobody': { status: 409, message: 'This campaign has no recipients left.' },
  'campaign.too_many': { status: 422, message: 'A campaign can have at most {most} recipients.' },
  'segment.name_taken': { status: 409, message: 'Another segment already has this name.' },
  'claim.too_large': {
    status: 422,
    message:
      'At most ₦1,000,000,000.00 can be recorded at once. Reject this alert and record the amount on the bank statement in parts.',
  },
  'claim.decided': { status: 409, message: 'Already {status} by {who}.' },
  'webhook.forged': { status: 401, message: 'The signature is not valid.' },

  // Approvals
  'approval.same_person': {
    status: 403,
    message: 'You submitted this item. Another user must approve or decline it.',
  },
  'approval.involved': {
    status: 403,
    message: 'This item concerns you. Another user must approve or decline it.',
  },
  'approval.linked': {
    status: 403,
    message:
      'Your account is linked to someone who submitted or prepared this item. Another user must decide it, or a superAdmin linked to neither of you must confirm your identity first.',
  },
  'approval.same_browser': {
    status: 403,
    message:
      'The user who submitted this item is also signed in on this browser. Approve it on your own device, or have them sign out here first.',
  },
  'approval.same_place': {
    status: 403,
    message:
      'This item was submitted from the same network address and type of browser as yours. Approve it from another device, or ask a superAdmin to change Settings > Security.',
  },
  'approval.own': {
    status: 403,
    // without the name: the audit trail outlives the erasure of personal data
    message:
      'This involves your own account or loan. Another user must decide it. A disbursement batch can also be created without that loan.',
  },
  'approval.maker_gone': {
    status: 409,
    message: '{who} is suspended or can no longer submit this. Decline it. Another user can submit it again.',
  },
  'approval.decided': { status: 409, message: 'Already {status} by {who} at {when}.' },
  'approval.pending': {
    status: 409,
    message:
      'A change to this record is already pending approval (submitted by {who}). It must be decided or withdrawn first.',
  },
  'approval.stale': {
    status: 409,
    message:
      'The record has changed since this item was submitted. Decline it so that it can be submitted again.',
  },
  'approval.effect_changed': {
    status: 409,
    message: 'The effect changed while you were looking. Review it again.',
  },
  'approval.unconfirmed': {
    status: 409,
    message: 'Not approved, because these warnings were not confirmed: {warnings} Read and confirm each one.',
  },
  'approval.not_yours': { status: 403, message: 'Only the user who submitted this item can withdraw it.' },

  // File layouts
  'layout.unknown': {
    status: 404,
    message: 'There is no active layout of this name. Choose another layout.',
  },
  'layout.too_long': {
    status: 409,
    message:
      'Line {line}: “{value}” has more than the {width} characters of the column {column}. Widen the column, or correct the value.',
  },
  'layout.no_lines': { status: 409, message: 'No loan is to be reported for {month}. Choose another month.' },
  'layout.house_codes': {
    status: 409,
    message: 'These accounts have no house code: {accounts}. Enter it in Settings > Chart of accounts.',
  },

  // Ledger
  'ledger.period_closed': {
    status: 409,
    message:
      'The ledger is closed through {through}. Choose a later date, or post it today as an adjustment for {date}.',
  },
  'ledger.other_lines': {
    status: 409,
    message: 'This {reason} ({ref}) is already posted as entry {entry} with a different date or amount.',
  },
  'ledger.already_reversed': { status: 409, message: 'Entry {entry} is already reversed.' },
  'ledger.in_the_future': {
    status: 422,
    message: '{date} is in the future. Nothing can be posted on that date yet.',
  },
  'ledger.suspense_short': {
    status: 409,
    message: 'The suspense account does not have this amount. Part of it was already matched.',
  },
  'ledger.account_unknown': { status: 422, message: 'There is no account {code} in the chart of accounts.' },
  'ledger.account_closed': { status: 409, message: 'Account {code} is closed. Choose another account.' },
  'ledger.account_holds_none': {
    status: 422,
    message: 'Account {code} does not hold money. Choose a bank or cash account.',
  },
  'ledger.bank_closed': {
    status: 409,
    message:
      'The money belongs on account {code}, which is closed. Reopen it in Settings > Chart of accounts, then try again.',
  },
  'ledger.account_used': {
    status: 409,
    message: 'Account {code} cannot be closed: {why}.',
  },
  'ledger.account_no_money': {
    status: 422,
    message:
      'Account {code} cannot be a bank or cash account. Only account 1010 and assets that your company added can.',
  },
  'ledger.account_number_taken': {
    status: 409,
    message: 'This account number is already recorded for another account ({code}). Check the number.',
  },
  'bank.account': {
    status: 404,
    message: 'Account {code} is not a bank account. Mark it as one in the chart of accounts.',
  },
  'bank.cash': { status: 422, message: 'Account {code} holds cash. Only bank accounts have statements.' },
  'bank.status': { status: 409, message: 'This statement is {status} already. Reload the page.' },
  'bank.matched': {
    status: 409,
    message:
      'A line or an entry is matched already or is not of this account. Reload the page and choose again.',
  },
  'bank.pending': {
    status: 409,
    message: 'This line is pending approval already. Withdraw or decline that item first.',
  },
  'bank.other_account': {
    status: 409,
    message:
      'Repayments by bank transfer are posted to account {bank}, not {code}. Record the repayment on the loan and match the line by hand.',
  },
  'bank.unequal': {
    status: 422,
    message: 'The lines come to {lines}, the entries to {entries}. Choose lines and entries of equal sums.',
  },
  'bank.reconciled': {
    status: 409,
    message: 'The account is reconciled through {through}. Its matches up to then stay.',
  },
  'bank.posted': {
    status: 409,
    message: 'This entry was posted from the line. Reverse the entry first, then the match can be removed.',
  },
  'bank.no_statement': {
    status: 409,
    message: 'The statements end on {through}, before {date}. Upload the statement of these days first.',
  },
  'ledger.account_kept': {
    status: 409,
    message: 'Account {code} has entries, or Iroko posts on it: its kind stays {kind}, and it stays open.',
  },
  'ledger.not_by_journal': {
    status: 422,
    message:
      'Account {code} follows loans, batches and payroll offices. Record it there instead of in a journal.',
  },
  'ledger.not_a_journal': {
    status: 409,
    message: 'Entry {entry} is not a manual journal. Reverse the record that posted it.',
  },
  'ledger.recurring_over': { status: 409, message: 'This recurring journal has stopped. Submit a new one.' },
  'ledger.period_running': {
    status: 422,
    message: 'A period can be closed once its last day is over. The latest date you can close is {latest}.',
  },
  'ledger.period_done': { status: 409, message: 'The ledger is already closed through {through}.' },
  'closing.not_calculated': {
    status: 409,
    message: 'The figures of {month} are not calculated yet. Select Calculate figures first.',
  },
  'closing.changed': {
    status: 409,
    message:
      'Records of {month} changed after its figures were calculated. Calculate the figures again, then submit the close.',
  },
  'closing.blocked': { status: 409, message: '{month} cannot be closed yet: {found}.' },
  'closing.unacknowledged': {
    status: 422,
    message: 'Give a reason for this warning before you submit the close: {found}.',
  },
  'closing.not_latest': {
    status: 409,
    message: 'Only the latest closed period can be reopened. The ledger is closed through {through}.',
  },
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
    .replace(/\b(1 (?:minute|second|row|customer|item))s\b/g, '$1')
