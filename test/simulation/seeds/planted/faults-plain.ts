// Faults that place nothing wrong: a figure, a limit, a wait or a time that is another than it should be.

import { fault, type PlantedFault } from './planted-fault.js'

export const PLAIN_FAULTS: readonly PlantedFault[] = [
  fault(
    'a market may hold half of what its limit says',
    'risk/totals/headroom',
    [['maxMarketShares: raw(limits.maxMarketShares)', 'maxMarketShares: raw(limits.maxMarketShares) / 2n']],
    'limits',
  ),
  fault(
    'what a market ties up is not added to the total',
    'risk/totals/market-totals',
    [['collateralRaw: one.collateralRaw + other.collateralRaw', 'collateralRaw: one.collateralRaw']],
    'limits',
  ),
  fault(
    'what is left in markets that nobody has read counts in no total',
    'core/risk-stage',
    [['      beside: () => parts.beliefs.ledger.unread.sum,\n', '']],
    'limits',
  ),
  fault(
    'a sale takes nothing along of what was paid',
    'state/account/cost-basis',
    [['costRaw: keptRaw, releasedRaw: costRaw - keptRaw', 'costRaw, releasedRaw: costRaw - keptRaw']],
    'settled',
  ),
  fault(
    'a fill counts twice in the number of fills',
    'state/account/positions',
    [['holding.fills += fills - before.fills', 'holding.fills += 2 * (fills - before.fills)']],
    'settled',
  ),
  fault(
    'an order is replaced that is no more ticks off than allowed',
    'execution/planning/diff',
    [['if (off > settings.repriceTicks)', 'if (off >= settings.repriceTicks)']],
    'planned',
  ),
  fault(
    'an order lives twice as long as the settings say',
    'execution/planning/order-planner',
    [['Math.ceil(now.venueMs / 1000) + this', 'Math.ceil(now.venueMs / 1000) + 2 * this']],
    'planned',
  ),
  fault(
    'a level of the book that is gone stays',
    'state/market/venue-book',
    [['else if (isThere) levels.splice(at, 1)', 'else if (isThere && at === 0) levels.splice(at, 1)']],
    'facts',
  ),
  fault(
    'the middle between the bounds of the clock is not the middle',
    'venue/session/venue-clock',
    [['b.atMonoMs + (b.low + b.high) / 2 :', 'b.atMonoMs + (b.low + 3 * b.high) / 4 + 1500 :']],
    'facts',
  ),
  fault(
    'the list of orders is hardly ever read',
    'execution/reads/read-schedule',
    [['? { orders: 10_000, fills', '? { orders: 100_000, fills']],
    'asked',
  ),
  fault(
    'a request counts for half of its window alone',
    'execution/budget/window-count',
    [['const holdMs = windowMs + marginMs', 'const holdMs = windowMs / 2 + marginMs']],
    'asked',
    'budget',
  ),
  fault(
    'what takes the room of others keeps it',
    'core/planning-stage',
    [['givesRoom: conditionId === this.#giver', 'givesRoom: false']],
    'planned',
  ),
  fault(
    'money that has changed is read when it is due, and no sooner',
    'state/beliefs',
    [['this.accountStale = true\n    this.#accountChangedSeq', 'this.#accountChangedSeq']],
    'asked',
  ),
  fault(
    'what is known to have changed is not read any sooner',
    'execution/reads/read-schedule',
    [['return accountStale ? every.changed : every.account', 'return every.account']],
    'known',
  ),
  fault(
    'a match of an order that is over stays among those that are not settled',
    'state/orders/order-index',
    [['else this.#pending.delete', "else if (after.phase !== 'ended') this.#pending.delete"]],
    'concluded',
  ),
  fault(
    'an order that is over is taken for out of the book at once',
    'state/orders/order-index',
    [['return justEnded.length === 0 ? orders.living : [...orders.living, ...justEnded]', 'return orders.living']],
    'concluded',
  ),
  fault(
    'an order that is over is taken out of the book no longer where its level is silent',
    'state/orders/just-ended',
    [['(isTold ? JUST_ENDED_MS : UNTOLD_MS)', 'JUST_ENDED_MS']],
    'concluded',
  ),
  fault(
    'the fair value follows the book twice as fast as the settings say',
    'state/market/fair-track',
    [['this.#x -= Math.expm1(-dt / this', 'this.#x -= Math.expm1((-2 * dt) / this']],
    'estimated',
  ),
  fault(
    'an order that has lost its edge is not pulled',
    'execution/planning/diff',
    [['if (quote.edge <= 0) return', 'if (quote.edge > 0) return']],
    'planned',
  ),
  fault(
    'an order is sent with a fee that grew too old while it was signed',
    'execution/effects/executor',
    [['if (late) return this.#unsent(intent, late, paidFrom)', '']],
    'stale-fee',
  ),
  fault(
    'an order is written down as over before all that was matched of it is heard',
    'state/orders/own-orders',
    [["this.#untold.has(hash) ? 'untold' : 'told'", "'told'"]],
    'journal-first',
  ),
  fault(
    'a stop leaves the socket open',
    'venue/session/session',
    [['stop: () => parts.closeStream()', 'stop: () => undefined']],
    'turn-ends',
  ),
  fault(
    'a socket over which nothing comes is kept',
    'venue/session/socket/connection',
    [['if (left >= 1) this.watch(left)\n      else this.probe()', 'if (left >= 1) this.watch(left)']],
    'book',
  ),
]
