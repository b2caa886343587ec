// What each event makes of an order in each phase: every pair is decided here, and nowhere else.
//
// An order that is over comes back in four ways. The settlement of its last match fails, and the venue has put it back to rest (`fill-failed`
// asks, `reported-open` tells). A list taken after a cancel's answer still has it (`still-listed`). We have called it over by ourselves, and the venue knows
// better. Or its signature comes after we have given it up.

import type { OrderPhase } from '../../domain/orders/own-order.js'
import type { OrderEventKind } from './order-event.js'

export type Transition =
  /** The phase stays, or the order stays one that nobody knows; amounts may change. */
  | 'stay'
  | 'signing'
  | 'sent'
  /** `open`; `cancelling` while a cancel is on its way; as `over` where the venue has answered that it is cancelled. */
  | 'rest'
  /** `unknown`: what is asked about it, and when, is the affair of the unknowns. */
  | 'doubt'
  /** `settling` while a match is not settled, otherwise `ended`. */
  | 'over'

type Row = Readonly<Record<OrderEventKind, Transition>>

/** An order that nobody here knows, or has forgotten. */
const NONE: Row = {
  intended: 'signing',
  recovered: 'doubt',
  signed: 'stay',
  accepted: 'stay',
  'accepted-over': 'stay',
  refused: 'stay',
  unanswered: 'stay',
  'answered-late': 'stay',
  'cancel-sent': 'stay',
  cancelled: 'stay',
  'cancel-refused': 'stay',
  'cancel-failed': 'stay',
  // of this wallet, and by another hand: counted and cancelled like any other that nobody wants
  'reported-open': 'rest',
  'reported-settling': 'over',
  'reported-over': 'stay',
  'still-listed': 'stay',
  unlisted: 'stay',
  fill: 'stay',
  'fill-failed': 'stay',
  forgotten: 'stay',
  rebased: 'stay',
  overdue: 'stay',
  dead: 'stay',
}

/** Without a hash nothing can be heard of it but its own answers. */
const SIGNING: Row = {
  intended: 'stay',
  recovered: 'stay',
  signed: 'sent',
  accepted: 'rest',
  'accepted-over': 'over',
  refused: 'over',
  // what was never signed was never sent
  unanswered: 'over',
  'answered-late': 'stay',
  'cancel-sent': 'stay',
  cancelled: 'stay',
  'cancel-refused': 'stay',
  'cancel-failed': 'stay',
  'reported-open': 'stay',
  'reported-settling': 'stay',
  'reported-over': 'stay',
  'still-listed': 'stay',
  unlisted: 'stay',
  fill: 'stay',
  'fill-failed': 'stay',
  forgotten: 'stay',
  rebased: 'stay',
  overdue: 'stay',
  // the signature never came
  dead: 'over',
}

const SENT: Row = {
  intended: 'stay',
  recovered: 'stay',
  signed: 'stay',
  accepted: 'rest',
  'accepted-over': 'over',
  refused: 'over',
  unanswered: 'doubt',
  'answered-late': 'stay',
  // kept in mind: it is cancelling as soon as it rests
  'cancel-sent': 'stay',
  cancelled: 'over',
  'cancel-refused': 'doubt',
  'cancel-failed': 'stay',
  'reported-open': 'rest',
  'reported-settling': 'over',
  'reported-over': 'over',
  'still-listed': 'stay',
  unlisted: 'stay',
  fill: 'stay',
  'fill-failed': 'doubt',
  forgotten: 'stay',
  rebased: 'stay',
  overdue: 'doubt',
  dead: 'doubt',
}

/** A cancel on its way changes nothing of what can be heard of an order that rests. */
const OPEN: Row = {
  intended: 'stay',
  recovered: 'stay',
  signed: 'stay',
  accepted: 'stay',
  // two answers that contradict each other
  'accepted-over': 'doubt',
  refused: 'doubt',
  // no word at all, beside one that says it rests
  unanswered: 'stay',
  'answered-late': 'stay',
  'cancel-sent': 'rest',
  cancelled: 'over',
  'cancel-refused': 'doubt',
  'cancel-failed': 'rest',
  'reported-open': 'rest',
  'reported-settling': 'over',
  'reported-over': 'over',
  'still-listed': 'stay',
  // over, and its record tells how
  unlisted: 'doubt',
  // only its record says that nothing of it rests
  fill: 'stay',
  'fill-failed': 'doubt',
  forgotten: 'stay',
  rebased: 'stay',
  overdue: 'doubt',
  dead: 'doubt',
}

const UNKNOWN: Row = {
  intended: 'stay',
  recovered: 'stay',
  signed: 'stay',
  accepted: 'rest',
  'accepted-over': 'over',
  refused: 'over',
  unanswered: 'doubt',
  'answered-late': 'stay',
  // kept in mind: it is cancelling as soon as it is known to rest
  'cancel-sent': 'stay',
  cancelled: 'over',
  'cancel-refused': 'doubt',
  'cancel-failed': 'stay',
  'reported-open': 'rest',
  'reported-settling': 'over',
  'reported-over': 'over',
  'still-listed': 'stay',
  unlisted: 'stay',
  fill: 'stay',
  'fill-failed': 'doubt',
  forgotten: 'stay',
  rebased: 'stay',
  overdue: 'stay',
  dead: 'over',
}

/** Nothing of it rests: settling while a match is pending, ended once none is, and settling again when one is heard of late. */
const OVER: Row = {
  intended: 'stay',
  recovered: 'stay',
  signed: 'stay',
  // without a report or a cancel's answer we have only concluded that it is over
  accepted: 'rest',
  'accepted-over': 'stay',
  refused: 'stay',
  unanswered: 'stay',
  'answered-late': 'stay',
  'cancel-sent': 'stay',
  // it never rests again, whatever older words still arrive
  cancelled: 'over',
  'cancel-refused': 'stay',
  'cancel-failed': 'stay',
  'reported-open': 'rest',
  'reported-settling': 'over',
  'reported-over': 'over',
  // whether it was cancelled is in doubt again
  'still-listed': 'doubt',
  unlisted: 'stay',
  fill: 'over',
  // back on the book or gone: only its record knows
  'fill-failed': 'doubt',
  forgotten: 'over',
  rebased: 'over',
  overdue: 'stay',
  dead: 'stay',
}

export const TRANSITIONS: Readonly<Record<OrderPhase | 'none', Row>> = {
  none: NONE,
  signing: SIGNING,
  sent: SENT,
  open: OPEN,
  cancelling: OPEN,
  unknown: UNKNOWN,
  settling: OVER,
  // a signature that comes after it was given up: it is sent all the same
  ended: { ...OVER, signed: 'sent' },
}
