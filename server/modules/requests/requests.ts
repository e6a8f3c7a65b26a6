export {
  countOpenRequestsOf,
  countRequestsOf,
  idsOfRequests,
  loanTotals,
  unsharedPhones,
} from './ofCustomer.sql.ts'
export {
  eraseAllOf,
  eraseApplicants,
  heldOn,
  lockForgettable,
  moveAllOf,
  ofCustomer,
  statedBy,
} from './ofCustomer.ts'
export { recordsHeldOn } from './person.ts'
export { endClaimsOf } from './queue.ts'
