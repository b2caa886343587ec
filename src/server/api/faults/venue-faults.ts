// All faults of one venue, put together: the plan, and its effects on requests, sockets and settlements.

import type { Random } from '../../../domain/random.js'
import type { Transaction } from '../../../venue/simulated/exchange/exchange-options.js'
import type { MatchedTrade } from '../../../venue/simulated/exchange/trades/trade.js'
import type { PrivateRooms } from '../socket/private-rooms.js'
import type { VenueParts } from '../venue-parts.js'
import { FaultPlan, type Occasion } from './fault-plan.js'
import { faultRoutes } from './fault-routes.js'
import { FaultStarts } from './fault-starts.js'
import { RequestFaults } from './request-faults.js'
import { SocketFaults } from './socket-faults.js'

export interface VenueFaults {
  readonly requests: RequestFaults
  readonly sockets: SocketFaults
  readonly starts: FaultStarts
  readonly routes: ReturnType<typeof faultRoutes>
}

type Settling = Transaction<MatchedTrade>

/** Settlements ask a plan that exists before the rest of the venue does. */
export class SettlementFaults {
  readonly plan: FaultPlan
  readonly #nowMs: () => number

  constructor(random: Random, nowMs: () => number) {
    this.plan = new FaultPlan(random)
    this.#nowMs = nowMs
  }

  fails(transaction: Settling): boolean {
    return this.plan.strike('settlement-failed', occasionOf(transaction), this.#nowMs()) !== undefined
  }

  /** Milliseconds on top of the usual delay. */
  extraDelayMs(transaction: Settling): number {
    return this.plan.strike('settlement-late', occasionOf(transaction), this.#nowMs())?.delayMs ?? 0
  }
}

export function createVenueFaults(
  plan: FaultPlan,
  parts: Pick<VenueParts, 'config' | 'profile' | 'exchange' | 'markets' | 'tokens' | 'rooms'> & {
    readonly privateRooms: PrivateRooms
  },
  nowMs: () => number,
): VenueFaults {
  const { config, profile, exchange, markets, tokens, rooms, privateRooms } = parts
  const sockets = new SocketFaults({ plan, accountOf: (conn) => privateRooms.accountOf(conn), nowMs })
  const starts = new FaultStarts({ plan, sockets, rooms, privateRooms, exchange, markets })
  const requests = new RequestFaults({
    plan,
    tokens,
    markets,
    maxFeeRateBps: profile.orders.maxFeeRateBps,
    isDown: (atMs) => starts.isDown(atMs),
  })
  const routes = faultRoutes({ plan, starts, allowed: config.faults.allowed })
  for (const spec of config.faults.start) starts.add(spec, nowMs())
  return { requests, sockets, starts, routes }
}

function occasionOf({ conditionId, trades }: Settling): Occasion {
  return { conditionId, accounts: trades.flatMap(({ maker, taker }) => [maker.account, taker.account]) }
}
