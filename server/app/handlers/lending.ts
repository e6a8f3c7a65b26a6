import type { api } from '../../../contract/api.ts'
import type { Handlers } from '../../kernel/context.ts'
import * as customersChange from '../../modules/customers/change.ts'
import * as customersMerge from '../../modules/customers/merge.ts'
import * as customersNotes from '../../modules/customers/notes.ts'
import * as customersProfile from '../../modules/customers/profile.ts'
import * as dashboardDailyRuns from '../../modules/dashboard/dailyRuns.ts'
import * as demandsLetters from '../../modules/demands/letters.ts'
import * as instructionsAnswers from '../../modules/instructions/answers.ts'
import * as instructionsCompute from '../../modules/instructions/compute.ts'
import * as instructionsDecide from '../../modules/instructions/decide.ts'
import * as instructionsLists from '../../modules/instructions/lists.ts'
import * as instructionsLoan from '../../modules/instructions/loan.ts'
import * as instructionsSend from '../../modules/instructions/send.ts'
import * as intakeNotes from '../../modules/intake/notes.ts'
import * as intakePeriod from '../../modules/intake/period.ts'
import * as intakeRefusals from '../../modules/intake/refusals.ts'
import * as intakeUpload from '../../modules/intake/upload.ts'
import * as lettersPrint from '../../modules/letters/print.ts'
import * as lettersQuotes from '../../modules/letters/quotes.ts'
import * as loanImportExport from '../../modules/loanImport/export.ts'
import * as loanImport from '../../modules/loanImport/import.ts'
import * as loansActs from '../../modules/loans/acts.ts'
import * as loansBankReferences from '../../modules/loans/bankReferences.ts'
import * as loansList from '../../modules/loans/list.ts'
import * as loansOfCustomer from '../../modules/loans/ofCustomer.ts'
import * as loansPage from '../../modules/loans/page.ts'
import * as officesAccount from '../../modules/offices/account.ts'
import * as officesCorrections from '../../modules/offices/corrections.ts'
import * as officesExport from '../../modules/offices/export.ts'
import * as officesPromises from '../../modules/offices/promises.ts'
import * as officesReceipts from '../../modules/offices/receipts.ts'
import * as officesRemittances from '../../modules/offices/remittances.ts'
import * as payoutsApprove from '../../modules/payouts/approve.ts'
import * as payoutsBankExport from '../../modules/payouts/bankExport.ts'
import * as payoutsBankLayout from '../../modules/payouts/bankLayout.ts'
import * as payoutsBatches from '../../modules/payouts/batches.ts'
import * as payoutsClear from '../../modules/payouts/clear.ts'
import * as payoutsListExport from '../../modules/payouts/listExport.ts'
import * as payoutsLoanPage from '../../modules/payouts/loanPage.ts'
import * as payoutsMake from '../../modules/payouts/make.ts'
import * as payoutsResult from '../../modules/payouts/result.ts'
import * as payrollChanges from '../../modules/payroll/changes.ts'
import * as payrollExport from '../../modules/payroll/export.ts'
import * as payrollMonths from '../../modules/payroll/months.ts'
import * as payrollSources from '../../modules/payroll/sources.ts'
import * as privacyErase from '../../modules/privacy/erase.ts'
import * as privacyMerge from '../../modules/privacy/merge.ts'
import * as privacySubject from '../../modules/privacy/subject.ts'
import * as reconciliationAdvice from '../../modules/reconciliation/advice.ts'
import * as reconciliationCalculate from '../../modules/reconciliation/calculate.ts'
import * as reconciliationExport from '../../modules/reconciliation/export.ts'
import * as reconciliationLines from '../../modules/reconciliation/lines.ts'
import * as refundsCases from '../../modules/refunds/cases.ts'
import * as refundsForecast from '../../modules/refunds/forecast.ts'
import * as refundsPropose from '../../modules/refunds/propose.ts'
import * as refundsSetOff from '../../modules/refunds/setOff.ts'
import * as repaymentsBatches from '../../modules/repayments/batches.ts'
import * as repaymentsDecide from '../../modules/repayments/decide.ts'
import * as repaymentsElements from '../../modules/repayments/elements.ts'
import * as repaymentsExport from '../../modules/repayments/export.ts'
import * as repaymentsInFlight from '../../modules/repayments/inFlight.ts'
import * as repaymentsTakeBack from '../../modules/repayments/reverseRow.ts'
import * as repaymentsRows from '../../modules/repayments/rows.ts'
import * as repaymentsSuspense from '../../modules/repayments/suspense.ts'
import * as requestsApplicant from '../../modules/requests/applicant.ts'
import * as requestsCustomerPage from '../../modules/requests/customerPage.ts'
import * as requestsDecide from '../../modules/requests/decide.ts'
import * as requestsDrafts from '../../modules/requests/drafts.ts'
import * as requestsEdit from '../../modules/requests/edit.ts'
import * as requestsExport from '../../modules/requests/export.ts'
import * as requestsOfCustomer from '../../modules/requests/ofCustomer.ts'
import * as requestsQueue from '../../modules/requests/queue.ts'
import * as requestsSubmit from '../../modules/requests/submit.ts'
import * as signalsExport from '../../modules/signals/export.ts'
import * as signalsList from '../../modules/signals/list.ts'
import * as sourceEventsCalendar from '../../modules/sourceEvents/calendar.ts'
import * as sourceEventsConduct from '../../modules/sourceEvents/conduct.ts'
import * as sourceEventsEvents from '../../modules/sourceEvents/events.ts'
import * as sourceEventsMoveDates from '../../modules/sourceEvents/moveDates.ts'
import * as sourceEventsNotices from '../../modules/sourceEvents/notices.ts'
import { intakeWorks } from '../uploadKinds.ts'

export const lending = {
  payrollSourceTest: payrollSources.testSource,
  intakeOpen: intakeUpload.open,
  intakePiece: intakeUpload.addPiece,
  intakeCancel: intakeUpload.cancel(intakeWorks),
  intakePeriod: intakePeriod.changePeriod(intakeWorks),
  intakeGet: intakeUpload.get,
  intakeList: intakeUpload.list,
  intakeLayout: intakeUpload.chooseLayout,
  intakeMap: intakeUpload.map,
  intakeRefusals: intakeRefusals.refusals,
  intakeRepairs: intakeNotes.repairs,
  intakeExcluded: intakeNotes.excluded,
  intakeRefusalFile: intakeRefusals.refusalFile,
  intakeHandOver: intakeUpload.submitUpload({ payroll: payrollMonths.warnOfReplacement }),
  payrollMonths: payrollMonths.months,
  payrollMonthExport: payrollExport.exportMonths,
  payrollDiff: payrollMonths.diff,
  payrollChanges: payrollChanges.changes,
  payrollChangeExport: payrollChanges.exportChanges,
  payrollLookup: payrollMonths.lookup,
  signalList: signalsList.listSignals,
  signalExport: signalsExport.exportSignals,
  signalClose: signalsList.closeSignal,
  refundList: refundsCases.list,
  refundExport: refundsCases.exportCases,
  refundCounts: refundsCases.counts,
  refundForecast: refundsForecast.forecast,
  refundForecastExport: refundsForecast.exportForecast,
  refundGet: refundsCases.get,
  refundPropose: refundsPropose.proposeRefunds,
  refundUnclaim: refundsPropose.proposeUnclaimed,
  refundSetOff: refundsSetOff.proposeSetOff,
  repaymentList: repaymentsBatches.list,
  repaymentListExport: repaymentsExport.exportBatches,
  repaymentGet: repaymentsBatches.get,
  repaymentRows: repaymentsRows.rows,
  repaymentRowPreview: repaymentsRows.previewRow,
  repaymentRowMatch: repaymentsRows.matchRow,
  repaymentCodeList: repaymentsElements.codes,
  repaymentCodeMark: repaymentsElements.markCode,
  sourceCodeList: repaymentsElements.sourceCodes,
  sourceCodeChange: repaymentsElements.askToChangeCode,
  repaymentRowSplit: repaymentsRows.splitRow,
  repaymentSubmit: repaymentsDecide.submit,
  repaymentUndo: repaymentsDecide.askToUndo,
  repaymentTakeBack: repaymentsTakeBack.askToTakeBack,
  repaymentRetry: repaymentsDecide.retry,
  repaymentMessagesPause: repaymentsDecide.pauseMessages,
  repaymentMessagesRelease: repaymentsDecide.releaseMessages,
  repaymentMessagesResend: repaymentsDecide.resendFailed,
  repaymentRowsExport: repaymentsExport.exportRows,
  remittanceExport: repaymentsExport.exportRemittances,
  repaymentMissingExport: repaymentsExport.exportMissing,
  repaymentRefusedExport: repaymentsExport.exportRefused,
  suspenseExport: repaymentsExport.exportSuspense,
  remittanceRecord: officesRemittances.askToRemit,
  remittanceUndo: officesRemittances.askToUndoRemittance,
  officeList: officesAccount.list,
  officeListExport: officesExport.exportOffices,
  officeGet: officesAccount.get,
  officeStatement: officesAccount.statement,
  officeStatementExport: officesExport.exportStatement,
  officeBatchList: officesAccount.batchList,
  officeBatchExport: officesExport.exportBatches,
  officeReceiptList: officesAccount.receiptList,
  officeReceiptExport: officesExport.exportReceipts,
  officeReceiptGet: officesAccount.receiptGet,
  officeReceiptRecord: officesReceipts.askToRecord,
  officeReceiptAllocate: officesReceipts.askToAllocate,
  officeReceiptUndo: officesReceipts.askToUndo,
  officeWriteDown: officesCorrections.askToWriteDown,
  officeWriteDownUndo: officesCorrections.askToUndoWriteDown,
  officeEmployerList: demandsLetters.employers,
  officeEmployerExport: demandsLetters.exportEmployers,
  officeLetterList: demandsLetters.list,
  officeLetterGet: demandsLetters.get,
  officeLetterIssue: demandsLetters.issue,
  officeLetterExport: demandsLetters.exportLetter,
  officePromiseAdd: officesPromises.add,
  officePromiseCancel: officesPromises.cancel,
  repaymentMissing: repaymentsBatches.missing,
  repaymentCounts: repaymentsBatches.counts,
  repaymentRefused: repaymentsRows.refusedRows,
  reconciliationMonths: reconciliationLines.listMonths,
  reconciliationEmployers: reconciliationLines.listEmployers,
  reconciliationLines: reconciliationLines.listLines,
  reconciliationLine: reconciliationLines.getLine,
  reconciliationLoan: reconciliationLines.ofLoan,
  reconciliationAssign: reconciliationLines.assign,
  reconciliationNote: reconciliationLines.note,
  reconciliationClose: reconciliationLines.close,
  reconciliationReopen: reconciliationLines.reopen,
  reconciliationRecalculate: reconciliationCalculate.recalculate,
  adviceGet: reconciliationAdvice.get,
  advicePreview: reconciliationAdvice.preview,
  adviceSubmit: reconciliationAdvice.submit,
  adviceRemove: reconciliationAdvice.remove,
  reconciliationMonthsExport: reconciliationExport.exportMonths,
  reconciliationLinesExport: reconciliationExport.exportLines,
  suspenseList: repaymentsSuspense.listSuspense,
  suspenseAssign: repaymentsSuspense.assignSuspense,
  suspenseUse: repaymentsSuspense.askToUse,
  suspenseTakeBack: repaymentsSuspense.askToTakeBack,
  customerList: requestsCustomerPage.list,
  customerExport: requestsCustomerPage.exportList,
  customerGet: requestsCustomerPage.get,
  customerReveal: customersProfile.reveal,
  customerSubjectExport: privacySubject.subjectExport,
  customerChange: customersChange.change,
  customerStatusChange: loansOfCustomer.changeCustomerStatus,
  customerRetirementChange: customersChange.changeRetirement,
  customerMessages: requestsCustomerPage.messages,
  customerNotes: customersNotes.list,
  customerNoteAdd: customersNotes.add,
  customerPromiseAdd: customersNotes.promise,
  customerPromiseMark: customersNotes.mark,
  customerMergePreview: privacyMerge.preview,
  customerMerge: customersMerge.ask,
  customerErasePreview: privacyErase.previewErasure,
  customerErase: privacyErase.askToErase,
  publicPage: requestsDrafts.publicPage,
  publicLinkStarted: requestsDrafts.countStarted,
  draftOpen: requestsDrafts.openDraft,
  draftDocumentAdd: requestsDrafts.addDraftDocument,
  draftDocumentRemove: requestsDrafts.removeFromDraft,
  phoneCodeSend: requestsDrafts.sendPhoneCode,
  requestSubmit: requestsSubmit.submit,
  requestStatus: requestsApplicant.status,
  requestWithdraw: requestsApplicant.withdraw,
  requestDocumentAdd: requestsApplicant.addOwnDocument,
  requestList: requestsQueue.list,
  requestExport: requestsExport.exportQueue,
  requestCounts: requestsQueue.counts,
  requestGet: requestsQueue.get,
  requestVersions: requestsQueue.versions,
  requestsOfCustomer: requestsOfCustomer.ofCustomer,
  requestReveal: requestsQueue.reveal,
  requestClaim: requestsQueue.claim,
  requestRelease: requestsQueue.release,
  requestComment: requestsQueue.comment,
  requestOverride: requestsDecide.override,
  requestRecommend: requestsDecide.recommend,
  requestReturn: requestsDecide.returnForDocuments,
  requestReject: requestsDecide.reject,
  requestSendBack: requestsDecide.sendBack,
  requestAuthorize: requestsDecide.authorize,
  requestEdit: requestsEdit.edit,
  dailyRunList: dashboardDailyRuns.listDailyRuns,
  dailyRunStart: dashboardDailyRuns.startDailyRun,
  loanList: loansList.list,
  loanCounts: loansList.counts,
  loanExport: loansList.exportList,
  loansOfCustomer: loansPage.ofCustomer,
  loanGet: payoutsLoanPage.get,
  bookRows: loanImport.bookRows,
  bookRowExport: loanImportExport.exportBookRows,
  bookTemplate: loanImport.bookTemplate,
  loanActPreview: loansActs.preview,
  loanActDo: loansActs.ask,
  payMonthList: sourceEventsCalendar.listCalendar,
  payMonthExport: sourceEventsCalendar.exportCalendar,
  payMonthWaiting: sourceEventsCalendar.listWaiting,
  payMonthNote: sourceEventsCalendar.noteMonth,
  payMonthMove: sourceEventsMoveDates.moveDates,
  payMonthCustomers: sourceEventsNotices.countMonthCustomers,
  sourceEventList: sourceEventsEvents.listEvents,
  sourceEventExport: sourceEventsEvents.exportEvents,
  sourceEventGet: sourceEventsEvents.getEvent,
  sourceEventLoanList: sourceEventsEvents.listEventLoans,
  sourceEventLoanExport: sourceEventsEvents.exportEventLoans,
  sourceEventCompute: sourceEventsEvents.computeEvent,
  sourceEventRecompute: sourceEventsEvents.recomputeEvent,
  sourceEventSubmit: sourceEventsEvents.submitEvent,
  sourceEventCancel: sourceEventsEvents.cancelEvent,
  sourceEventUndo: sourceEventsEvents.undoEvent,
  loanConduct: sourceEventsConduct.getConduct,
  settlementQuoteMake: repaymentsInFlight.makeSettlementQuote,
  settlementQuoteList: lettersQuotes.listQuotes,
  loanPaper: lettersPrint.print,
  clearanceCheck: lettersPrint.checkClearance,
  instructionDue: instructionsLists.dueInstructions,
  instructionList: instructionsLists.listInstructions,
  instructionListExport: instructionsLists.exportLists,
  instructionGet: instructionsLists.getInstructions,
  instructionLineList: instructionsLists.listLines,
  instructionLineExport: instructionsLists.exportLines,
  instructionCompute: instructionsCompute.computeInstructions,
  instructionRecompute: instructionsCompute.recomputeInstructions,
  instructionCheck: instructionsCompute.checkInstructions,
  instructionDecide: instructionsDecide.decideLines,
  instructionSubmit: instructionsDecide.submitInstructions,
  instructionCancel: instructionsDecide.cancelInstructions,
  instructionSend: instructionsSend.sendInstructions,
  instructionFile: instructionsSend.downloadFile,
  instructionLetter: instructionsSend.printLetter,
  instructionAcknowledge: instructionsAnswers.acknowledgeList,
  instructionAnswer: instructionsAnswers.answerLine,
  instructionAnswersPreview: instructionsAnswers.previewAnswers,
  instructionAnswersRecord: instructionsAnswers.recordAnswers,
  instructionRejections: instructionsAnswers.listRejections,
  instructionRejectionExport: instructionsAnswers.exportRejections,
  instructionRejectionChange: instructionsAnswers.changeRejection,
  instructionOfLoan: instructionsLoan.instructionOfLoan,
  instructionsOfCustomer: instructionsLoan.instructionsOfCustomer,
  payoutPreview: payoutsMake.previewPayout,
  payoutBatchMake: payoutsMake.makeBatch,
  payoutBatchList: payoutsBatches.listBatches,
  payoutListExport: payoutsListExport.exportBatches,
  payoutBatchGet: payoutsBatches.getBatch,
  payoutLineList: payoutsBatches.listLines,
  payoutLineExport: payoutsListExport.exportLines,
  payoutBatchAsk: payoutsApprove.askForBatch,
  payoutBatchCancel: payoutsBatches.cancelBatch,
  payoutBatchExport: payoutsBankExport.exportBatch,
  payoutFilePreview: payoutsBankLayout.previewFile,
  payoutResultExport: payoutsListExport.resultSheet,
  payoutResultPreview: payoutsResult.previewResult,
  payoutResultImport: payoutsResult.importResult,
  payoutLineMark: payoutsResult.markLine,
  payoutLineClear: payoutsClear.askToClear,
  payoutBatchRetry: payoutsBatches.retryBatch,
  payoutReferenceAdd: loansBankReferences.addBankReference,
} satisfies Partial<Handlers<typeof api>>
