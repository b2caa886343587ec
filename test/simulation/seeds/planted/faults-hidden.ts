// Faults that the bot makes good by itself after a while, or that nothing shows but a figure: a token, the journal's size, a value, a clock.

import { fault, type PlantedFault } from './planted-fault.js'

export const HIDDEN_FAULTS: readonly PlantedFault[] = [
  fault(
    'the bounds of the clock close by themselves',
    'venue/session/venue-clock',
    [['low: bounds.low - drift', 'low: bounds.low + drift']],
    'facts',
  ),
  fault(
    'the journal begins a new segment once',
    'execution/journal/journal-writer',
    [
      [
        'await removeSuperseded(files, next.number)\n      this.#isRolling = false',
        'await removeSuperseded(files, next.number)',
      ],
    ],
    'journal-size',
  ),
  fault(
    'what a checkpoint says stays in the segments before it, too',
    'execution/journal/journal-writer',
    [['await removeSuperseded(files, next.number)', '']],
    'journal-size',
  ),
  fault(
    'a token that the venue does not take over the socket counts as shown',
    'venue/session/socket/private-room',
    [['if (!read.success || !read.data.accepted) stream.reconnect()', '']],
    'known',
  ),
  fault(
    'a token is shown at each occasion',
    'venue/session/socket/private-room',
    [['token === this.shown || ', '']],
    'calm',
  ),
  fault(
    'what a market is worth without a book never gets too old',
    'state/market/fair-track',
    [[' && this.ageMs(nowMs) <= this.#settings.maxFairAgeMs', '']],
    'estimated',
  ),
  fault(
    'a jump is not followed, however long our size rests there',
    'state/market/fair-track',
    [['if (Math.abs(this.#restedMs) >= this.#settings.confirmMs) this.#follow()', '']],
    'estimated',
  ),
  fault(
    'an order is not read again after its settlement has failed',
    'state/orders/order-entry',
    [["if (fill.status !== 'failed' && fill.tradeId !== tradeId)", "if (fill.status !== 'failed')"]],
    'known',
  ),
  fault(
    'what is held at a start is not marked down for the bids that it finds',
    'state/account/arrivals',
    [['this.#marked += this.#guessed\n', '']],
    'settled',
  ),
  fault(
    'what others use of the key is not noted',
    'execution/budget/budget-window',
    [
      [
        'this.#foreign.note(part - remaining - ours.most, nowMonoMs + this.count.holdMs)',
        'this.#foreign.note(0, nowMonoMs)',
      ],
    ],
    'shared-key',
  ),
  fault(
    'what others have used is theirs for a minute, whatever the venue says',
    'execution/budget/budget-window',
    [['    this.#foreign.cap(used - least)\n', '    void least\n']],
    'shared-key',
  ),
  fault(
    'what others have used before a start is not known with the first answer',
    'execution/budget/budget-window',
    [
      [
        'return this.#isLearned || this.part !== undefined ? this.partAt(nowMonoMs) : Number.POSITIVE_INFINITY',
        'return this.partAt(nowMonoMs)',
      ],
    ],
    'shared-key',
  ),
  fault(
    'after a refusal it goes on asking',
    'execution/budget/class-budget',
    [
      [
        '    return Math.max(this.#blocks.untilMonoMs(priority), this.#backOff.untilMonoMs)',
        '    return Math.min(this.#blocks.untilMonoMs(priority), this.#backOff.untilMonoMs)',
      ],
    ],
    'shared-key',
  ),
  fault(
    'the best bids that the venue answers are those of the book, whatever they are',
    'state/market/book-comparison',
    [['if (question.seen.has(prices)) {', "if (prices !== '') {"]],
    'book',
  ),
  fault(
    'what a former run has left is decided before a list can have told of it',
    'state/account/former-fills',
    [['return orders.length > 0 && orders.every(', 'return orders.length < 0 && orders.every(']],
    'settled',
  ),
  fault(
    'what a transaction brings is lent to orders before it is confirmed',
    'state/account/funds',
    [['return isShown ? paidRaw : 0n', 'return 0n']],
    'known',
  ),
  fault(
    'what is matched and not settled makes a market one that holds other tokens than the bot counts',
    'state/account/reconciliation',
    [
      [
        'if (!isWithin(differenceRaw[0], slack[0]) || !isWithin(differenceRaw[1], slack[1]))',
        'if (differenceRaw[0] !== 0n || differenceRaw[1] !== 0n)',
      ],
    ],
    'held-back',
  ),
]
