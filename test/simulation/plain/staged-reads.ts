// What a staged venue says to a question.

import type { ConditionId } from '../../../src/domain/market/market.js'
import type { Random } from '../../../src/domain/random.js'
import type { Command } from '../../../src/domain/run/command.js'
import type { CoreInput, ReadKind } from '../../../src/domain/run/core-event.js'
import type { EventKind } from './occasions.js'
import type { StagedVenue } from './staged-venue.js'

export interface Read {
  readonly kind: EventKind
  /** As which it may fail. */
  readonly what?: ReadKind
  readonly conditionId?: ConditionId
  /** As it is when it is given. */
  readonly events: () => readonly CoreInput[]
}

interface AskedWhen {
  readonly venue: StagedVenue
  readonly random: Random
  readonly monoMs: number
}

const FEE_RATE_BPS = 30

export function answerTo(command: Command, { venue, random, monoMs }: AskedWhen): Read | undefined {
  switch (command.kind) {
    case 'list-orders': {
      const { askedSeq } = command
      const events = () => [{ kind: 'orders-listed', records: venue.standing(), askedSeq } as const]
      return { kind: 'orders-listed', what: 'orders', events }
    }
    case 'list-fills': {
      const { askedSeq } = command
      const fills = () => [...venue.orders.values()].flatMap((order) => order.fills())
      return {
        ...{ kind: 'fills-listed', what: 'fills' },
        events: () => [{ kind: 'fills-listed', fills: fills(), askedSeq }],
      }
    }
    case 'read-account': {
      const { askedSeq } = command
      const events = () => [{ kind: 'account', snapshot: venue.account(), askedSeq } as const]
      return { kind: 'account', what: 'account', events }
    }
    default:
      return ofMarket(command, { venue, random, monoMs })
  }
}

function ofMarket(command: Command, { venue, random, monoMs }: AskedWhen): Read | undefined {
  switch (command.kind) {
    case 'read-fee': {
      const { conditionId } = command
      const feeRateBps = random.below(2) * FEE_RATE_BPS
      const events = () => [{ kind: 'fee', conditionId, feeRateBps, readAtMonoMs: monoMs } as const]
      return { kind: 'fee', what: 'fee', conditionId, events }
    }
    case 'read-best-bids': {
      const { conditionId } = command
      const events = () => [{ kind: 'best-bids', conditionId, bids: venue.bids(conditionId) } as const]
      return { kind: 'best-bids', what: 'best-bids', conditionId, events }
    }
    case 'read-book': {
      const { conditionId } = command
      const events = () => [{ kind: 'book', conditionId, book: venue.book(conditionId), via: 'poll' } as const]
      return { kind: 'book', what: 'book', conditionId, events }
    }
    case 'resync': {
      const { conditionId } = command
      const events = (): readonly CoreInput[] => [
        { kind: 'book', conditionId, book: venue.book(conditionId), via: 'socket' },
        { kind: 'resync-answered', conditionId, askedMonoMs: monoMs },
      ]
      return { kind: 'resync-answered', conditionId, events }
    }
    default:
      return undefined
  }
}
