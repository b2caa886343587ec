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
]
