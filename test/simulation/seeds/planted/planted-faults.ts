// Faults of the bot that are planted one at a time, as changes to its sources: the simulation must find each.

import { ADMISSION_FAULTS } from './faults-admission.js'
import { BESIDE_FAULTS } from './faults-beside.js'
import { CAUTIOUS_FAULTS } from './faults-cautious.js'
import { CONFIGURED_FAULTS } from './faults-configured.js'
import { CONSISTENT_FAULTS } from './faults-consistent.js'
import { GRID_FAULTS } from './faults-grids.js'
import { HIDDEN_FAULTS } from './faults-hidden.js'
import { PEGGED_FAULTS } from './faults-pegged.js'
import { PLAIN_FAULTS } from './faults-plain.js'
import { SAID_FAULTS } from './faults-said.js'
import { TERMS_FAULTS } from './faults-terms.js'
import { FOUND_BY } from './found-by.js'
import { fault, type PlantedFault } from './planted-fault.js'

const WRITES = '      const { hash, marketId, draft, body } = order\n'

const FAULTS: readonly PlantedFault[] = [
  fault(
    'an order is sent before it is written',
    'execution/effects/executor',
    [
      [WRITES, `${WRITES}      this.#send(order, intent.intentId, paidFrom)\n`],
      [
        'if (refusal === undefined) return this.#send(order, intent.intentId, paidFrom)',
        'if (refusal === undefined) return',
      ],
    ],
    'journal-first',
  ),
  fault(
    'an order is sent although it could not be written',
    'execution/effects/executor',
    [['const refusal = failure ?? withdrawal(', 'const refusal = withdrawal(']],
    'journal-first',
  ),
  fault(
    'an order that is being signed when the bot is halted is sent all the same',
    'execution/effects/executor',
    [['const refusal = failure ?? withdrawal(stopped(draft.conditionId), tookMs)', 'const refusal = failure']],
    'after-kill',
  ),
  fault(
    'the journal answers before the disk does',
    'execution/journal/journal-writer',
    [
      [
        'else this.#segment.file.sync((error) => finish(error === null ? undefined : this.#fail(error)))',
        'else finish(undefined)',
      ],
    ],
    'journal-first',
  ),
  fault(
    'a checkpoint forgets what lives',
    'execution/journal/journal-book',
    [['  for (const { text } of live) yield text\n', '']],
    'journal-first',
  ),
  fault(
    'an order without an answer is written down as ended',
    'execution/effects/executor',
    [
      [
        "if (answer.ok) this.#parts.emit({ kind: 'submitted', intentId, hash",
        "if (!answer.ok) this.settle(order.hash)\n      if (answer.ok) this.#parts.emit({ kind: 'submitted', intentId, hash",
      ],
    ],
    'journal-first',
    'orphan',
    'one-intent',
  ),
  fault(
    'an order without an answer counts as refused',
    'state/orders/order-reducer',
    [["event.failure.mayHaveHappened ? 'unanswered' : 'refused'", "'refused'"]],
    'one-intent',
    'exposure',
    'orphan',
    'ledger',
    'fill-once',
  ),
  fault(
    'a cancel without an answer counts as done',
    'state/orders/order-reducer',
    [
      [
        "this.#tell(this.#orders.byHash(hash), { kind: 'cancel-failed' }, event)",
        "this.#tell(this.#orders.byHash(hash), { kind: 'cancelled' }, event)",
      ],
    ],
    'one-intent',
    'orphan',
    'exposure',
    'ledger',
  ),
  fault(
    'a cancel without an answer is never sent again',
    'state/orders/transitions',
    [["  'cancel-failed': 'rest',", "  'cancel-failed': 'stay',"]],
    'orphan',
    'two-sided',
    'ledger',
  ),
  fault(
    'unknown orders are never looked up',
    'state/orders/unknowns',
    [['if (!this.#orders.hasUnknown) return NO_QUESTIONS', 'if (nowMonoMs > 0) return NO_QUESTIONS']],
    'two-sided',
    'ledger',
  ),
  fault(
    'a market with an order of unknown outcome is not closed',
    'state/orders/unknowns',
    [["  return orders.some(({ phase }) => phase === 'unknown')", '  return orders.length > 1e9']],
    'one-intent',
    'exposure',
  ),
  fault(
    'a settlement that fails is not heard of',
    'state/orders/order-reducer',
    [
      ['if (fill && fill.status !== status) this', "if (fill && fill.status !== status && status !== 'failed') this"],
      ['if (status === fill.status ||', "if (fill.status === 'failed' || status === fill.status ||"],
    ],
    'ledger',
    'fill-once',
    'two-sided',
  ),
  fault(
    'a duplicate of a fill counts again',
    'state/orders/order-reducer',
    [
      [
        '{ kind, fill }, at.monoMs)',
        "{ kind, fill: { ...fill, tradeId: fill.tradeId + '/' + known.fills.length } }, at.monoMs)",
      ],
    ],
    'ledger',
    'fill-once',
    'settled',
  ),
  fault(
    'the fee of a fill is not counted',
    'state/account/booked',
    [['    fee += fill.feeRaw\n', '']],
    'ledger',
    'fill-once',
  ),
  fault(
    'a fee of any age is signed',
    'execution/fees/fee-book',
    [
      ['if (ageMs <= this.#maxAgeMs) return undefined', 'if (ageMs >= 0) return undefined'],
      ['nowMonoMs - entry.fee.readAtMonoMs <= oldestMs', 'nowMonoMs >= entry.fee.readAtMonoMs'],
    ],
    'stale-fee',
  ),
  fault(
    'every limit is twice as high',
    'risk/limits/breach',
    [
      [
        'return (BigInt(Math.floor(limit * 1e6 + 1e-6)) * unitRaw) / 1_000_000n',
        'return (2n * BigInt(Math.floor(limit * 1e6 + 1e-6)) * unitRaw) / 1_000_000n',
      ],
    ],
    'exposure',
    'limits',
  ),
  fault(
    'a halt does not keep orders from being placed',
    'core/standing/bot-standing',
    [['return this.#ending ?? this.#halts.current', 'return this.#ending']],
    'after-kill',
    'ledger',
  ),
  fault(
    'a halt is forgotten by a restart',
    'core/standing/bot-standing',
    [['      this.#halts.restore(standing)\n', '']],
    'after-kill',
  ),
  fault(
    'a bot that is stopped goes on quoting',
    'core/reactions',
    [["    if (event.action === 'drain') this.draining = true\n", '']],
    'after-kill',
    'orphan',
  ),
  fault(
    'a stop cancels nothing',
    'execution/effects/cancel-everything',
    [
      [
        'for (const market of markets?.() ?? []) trading.cancelAll',
        'for (const market of (markets?.() ?? []).slice(0, 0)) trading.cancelAll',
      ],
      ['if (open.length > 0) this.#cancel', 'if (open.length > 1e9) this.#cancel'],
    ],
    'orphan',
  ),
  fault(
    'what nobody wants any more is not cancelled',
    'execution/planning/diff',
    [
      [
        '  if (paired < standing.length) for (const order of standing) if (!orderOf.includes(order)) cancels.push(order)\n',
        '',
      ],
    ],
    'unwanted',
  ),
  fault(
    'rooms are not joined again on a new connection',
    'venue/session/socket/subscriptions',
    [
      [
        '  readonly #resyncing = new Set<ConditionId>()\n',
        '  readonly #resyncing = new Set<ConditionId>()\n  #joined = false\n',
      ],
      [
        '    this.#resyncing.clear()\n',
        '    this.#resyncing.clear()\n    if (this.#joined) return\n    this.#joined = this.#wanted.size > 0\n',
      ],
    ],
    'book',
  ),
  fault(
    'a gap in the events is not noticed',
    'feed/market-feed',
    [['if (event.seq > this.#seq + 1) return', 'if (event.seq > this.#seq + 1e9) return']],
    'book',
  ),
  fault(
    'a wait never ends',
    'core/standing/waiting',
    [['if (wellMs < quoteAgainAfterMs) return undefined', 'if (wellMs < 1e9) return undefined']],
    'two-sided',
  ),
  fault(
    'a strategy that has thrown is never asked again',
    'core/standing/market-faults',
    [['const untilMonoMs = nowMonoMs + lengthMs', 'const untilMonoMs = nowMonoMs + lengthMs * 1e6']],
    'two-sided',
  ),
  fault(
    'a leg that was refused waits for ever',
    'execution/planning/leg-back-off',
    [['Math.min(LONGEST_MS, FIRST_MS * 2 ** (refusals - 1))', 'LONGEST_MS * 1e6 * FIRST_MS']],
    'two-sided',
  ),
  fault(
    'a sign-in that failed is not tried again',
    'venue/session/sign-in',
    [['this.timer = clock.after(at - clock.monoMs(), () => this.fullSignIn())', 'this.timer = undefined']],
    'two-sided',
    'ledger',
    'orphan',
    'facts',
  ),
  fault(
    'a permit is free again as soon as its answer is in',
    'execution/budget/class-budget',
    [['count.settle(atMonoMs + lateMs)', 'count.settle(atMonoMs + lateMs - 120_000)']],
    'budget',
    'asked',
  ),
  fault(
    'a restart does not wait for what rests to be listed',
    'core/standing/start-check',
    [['if (this.#asked === undefined) return undefined', 'if (this.#asked !== undefined) return undefined']],
    'verified-start',
    'one-intent',
    'exposure',
  ),
  ...ADMISSION_FAULTS,
  ...BESIDE_FAULTS,
  ...PLAIN_FAULTS,
  ...CAUTIOUS_FAULTS,
  ...TERMS_FAULTS,
  ...PEGGED_FAULTS,
  ...CONSISTENT_FAULTS,
  ...HIDDEN_FAULTS,
  ...GRID_FAULTS,
  ...SAID_FAULTS,
  ...CONFIGURED_FAULTS,
]

export const PLANTED: readonly PlantedFault[] = FAULTS.map((planted) => {
  const seed = FOUND_BY[planted.what]
  return seed === undefined ? planted : { ...planted, seed }
})
