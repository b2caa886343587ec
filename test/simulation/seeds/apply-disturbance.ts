// Carries a disturbance out, and knows whether it was reached: one that met nothing has tested nothing.

import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { Address, ConditionId, Hex } from '../../../src/domain/market/market.js'
import { activeFault, activeFaultList } from '../../../src/venue/wire/fault-schema.js'
import { ACCOUNT } from '../virtual/simulate.js'
import { applyToBot } from './apply-to-bot.js'
import { applyToDisk } from './apply-to-disk.js'
import { changeTerms } from './change-terms.js'
import { useKey } from './other-program.js'
import type { Disturbance, Of } from './scenario.js'
import type { Spells } from './spells.js'
import { unitRawOf } from './unit.js'
import { widenBook } from './widen-book.js'
import type { World } from './world.js'

/** A crash that waits for its point strikes anyway after this. */
const CRASH_PATIENCE_MS = 3000
const RESOLVE_AGAIN_MS = 500
/** Whoever bids again is gone again within this. */
const THIN_EVERY_MS = 100

export interface Stage {
  readonly world: World
  readonly spells: Spells
  /** Counted under this name. */
  readonly reached: (name: string, times?: number) => void
  /** People did something to the account of the bot: it cannot know yet. */
  readonly byHand: (conditionId: ConditionId | 'all') => void
  /** An order of somebody else on our wallet. */
  readonly stranger: (hash: Hex) => void
}

export function nameOf(disturbance: Disturbance): string {
  if (disturbance.kind === 'server-fault') return disturbance.spec.kind
  if (disturbance.kind === 'bot-crash') return `bot-crash-${disturbance.when}`
  if (disturbance.kind === 'chain-trouble') return `chain-${disturbance.trouble}`
  return disturbance.kind
}

/** At its time. */
export function apply(disturbance: Disturbance, stage: Stage): void {
  const { world, reached } = stage
  const name = nameOf(disturbance)
  world.note(`disturbance ${JSON.stringify(disturbance)}`)
  switch (disturbance.kind) {
    case 'net-delay':
    case 'net-drop':
    case 'net-duplicate':
    case 'net-reorder':
    case 'net-stall':
    case 'net-one-way':
    case 'net-garble': {
      const hits = world.storm.begin(disturbance)
      world.clock.after(disturbance.forMs, () => {
        reached(name, hits())
        // a line that was dead this way does not come to life again
        if (disturbance.kind === 'net-one-way') world.network.cutSockets()
      })
      return
    }
    case 'net-cut':
      for (let i = 0; i < disturbance.times; i++)
        world.clock.after(i * disturbance.everyMs, () => {
          world.network.cutSockets()
          reached(name)
        })
      return
    case 'server-fault':
      serverFault(disturbance, stage)
      return
    case 'server-crash':
      world.serverCrash.begin(disturbance, () => reached(name))
      return
    case 'bot-crash':
      world.crash(disturbance, () => reached(name))
      world.clock.after(CRASH_PATIENCE_MS, () => world.crashAnyway())
      return
    case 'bot-stop':
      if (world.life?.isWorking) reached(name)
      void world.restart(disturbance.downMs)
      return
    case 'bot-freeze':
      if (world.life?.isWorking) reached(name)
      world.life?.clock.freeze(disturbance.forMs)
      return
    case 'clock-jump':
      world.stepWall(disturbance.byMs)
      world.clock.after(disturbance.backAfterMs, () => world.stepWall(-disturbance.byMs))
      reached(name)
      return
    case 'chain-trouble':
      chainTrouble(disturbance, stage)
      return
    case 'thin-book':
      thinOut(disturbance, stage)
      return
    case 'wide-book':
      widenBook(disturbance, stage)
      return
    case 'signal-trouble':
      world.signal?.begin(disturbance, (hits) => reached(name, hits))
      return
    case 'key-refused':
      world.key.begin(disturbance, (hits) => reached(name, hits))
      return
    case 'other-program':
      useKey(disturbance, stage)
      return
    case 'terms-change':
      changeTerms(disturbance, stage)
      return
    case 'disk-full':
    case 'disk-slow':
    case 'disk-fails':
      applyToDisk(disturbance, stage)
      return
    case 'disk-back':
      world.copies.goBack(disturbance, () => reached(name))
      return
    case 'strategy-slow':
    case 'strategy-throws':
      stage.spells.begin(disturbance, (hits) => reached(name, hits))
      return
    case 'halt':
    case 'pause':
    case 'lease-lost':
    case 'signer-trouble':
    case 'reload':
    case 'market-out':
      applyToBot(disturbance, stage)
      return
    default:
      atTheVenue(disturbance, stage)
  }
}

function serverFault({ spec, market }: Of<'server-fault'>, { world, reached }: Stage): void {
  const { api, clock, venue } = world
  if (!venue.isUp) return
  const ask = (method: string, path: string, body?: unknown): unknown => {
    let answer: unknown
    const request = { method, path, query: {}, headers: { 'x-api-key': venue.keys.people }, body, ip: '' }
    api.handle(request, clock.wallMs(), (response) => {
      answer = response.body
    })
    return answer
  }
  const conditionId = market === undefined ? undefined : world.markets[market]
  const whose = conditionId === undefined ? {} : { conditionId }
  const { id } = activeFault.parse(ask('POST', '/sandbox/faults', { ...spec, ...whose }))
  if (spec.kind === 'restart' || spec.kind === 'socket-cut') reached(spec.kind)
  clock.after(spec.durationMs - 1, () => {
    // the process that was told of it may have died
    if (!venue.isUp || world.api !== api) return
    // one that has struck as often as it may is not listed any more
    const { data } = activeFaultList.parse(ask('GET', '/sandbox/faults'))
    reached(spec.kind, data.find((one) => one.id === id)?.hits ?? spec.count ?? 0)
  })
}

function chainTrouble({ trouble, forMs }: Of<'chain-trouble'>, { world: { chain, clock }, reached }: Stage): void {
  if (chain === undefined) return
  const met = () => chain.met.get(trouble) ?? 0
  const before = met()
  chain.trouble(trouble, forMs)
  clock.after(forMs, () => reached(`chain-${trouble}`, met() - before))
}

type AtTheVenue = Of<
  'fee-change' | 'close' | 'grid-change' | 'raise-nonce' | 'second-writer' | 'hand-split' | 'hand-merge'
>

function atTheVenue(disturbance: AtTheVenue, stage: Stage): void {
  const { world, reached, byHand } = stage
  const { api, clock } = world
  const { exchange } = api
  if (!world.venue.isUp) return
  if (disturbance.kind === 'raise-nonce') {
    exchange.raiseNonce(ACCOUNT, clock.wallMs())
    byHand('all')
    reached(disturbance.kind)
    return
  }
  const conditionId = world.markets[disturbance.market]
  if (conditionId === undefined || exchange.market(conditionId)?.status !== 'OPEN') return
  switch (disturbance.kind) {
    case 'fee-change':
      api.markets.setMarketFee(api.markets.find(conditionId).id, disturbance.feeRateBps)
      break
    case 'grid-change': {
      const { spec, grid } = exchange.market(conditionId) ?? {}
      const { tick, step, minLots = grid?.minLots ?? 1 } = disturbance
      if (spec === undefined || spec.ticksPerUnit % tick !== 0) return
      exchange.setGrid(conditionId, { tick, step, minLots: lots(minLots) }, clock.wallMs())
      break
    }
    case 'close':
      exchange.close(conditionId, clock.wallMs())
      clock.after(disturbance.resolveAfterMs, () => resolve(disturbance, conditionId, world))
      break
    case 'second-writer':
      writeBeside(disturbance, conditionId, stage)
      return
    default: {
      const raw = BigInt(disturbance.shares) * unitRawOf(world.scenario.setting)
      const { tokensRaw } = exchange.ledger.tokens(ACCOUNT, conditionId)
      if (disturbance.kind === 'hand-merge' && (tokensRaw[0] < raw || tokensRaw[1] < raw)) return
      try {
        if (disturbance.kind === 'hand-split') exchange.split(ACCOUNT, conditionId, raw)
        else exchange.merge(ACCOUNT, conditionId, raw)
      } catch {
        // locked behind orders
        return
      }
      byHand(conditionId)
    }
  }
  reached(disturbance.kind)
}

/** One side of what the others quote goes, and does not come back before its time. */
function thinOut({ market, outcome, forMs }: Of<'thin-book'>, { world, reached }: Stage): void {
  const conditionId = world.markets[market]
  if (conditionId === undefined) return
  const { clock, venue } = world
  const untilMs = clock.monoMs() + forMs
  const again = () => {
    const { exchange } = world.api
    if (clock.monoMs() >= untilMs) return
    if (venue.isUp && exchange.market(conditionId)?.status === 'OPEN')
      for (const order of [...exchange.restingOrders(conditionId)]) {
        if (order.account === ACCOUNT || (order.side === 'BUY') !== (order.outcome === outcome)) continue
        exchange.cancel(order.hash, order.account, clock.wallMs())
        reached('thin-book')
      }
    clock.after(THIN_EVERY_MS, again)
  }
  again()
}

/** By people, who wait for a venue that is away. */
function resolve(close: Of<'close'>, conditionId: ConditionId, world: World): void {
  const { api, clock, venue } = world
  const status = api.exchange.market(conditionId)?.status
  // it may have come to its own end meanwhile
  if (status === 'RESOLVED' || status === 'CANCELLED') return
  if (!venue.isUp) clock.after(RESOLVE_AGAIN_MS, () => resolve(close, conditionId, world))
  else if (close.end === 'cancelled') api.exchange.cancelMarket(conditionId, clock.wallMs())
  else api.exchange.resolve(conditionId, close.end, clock.wallMs())
}

/** Another program places with the wallet of the bot. */
function writeBeside(disturbance: Of<'second-writer'>, conditionId: ConditionId, stage: Stage): void {
  const { world, reached, byHand, stranger } = stage
  for (let i = 0; i < disturbance.orders; i++) {
    world.clock.after(i * disturbance.everyMs, () => {
      const { exchange } = world.api
      const market = exchange.market(conditionId)
      if (!world.venue.isUp || market?.status !== 'OPEN') return
      const hash: Hex = `0x${(0xee00 + world.scenario.disturbances.indexOf(disturbance) * 16 + i).toString(16).padStart(64, 'e')}`
      const account: Address = ACCOUNT
      stranger(hash)
      try {
        exchange.submit(
          {
            ...{ hash, account, conditionId, outcome: 0, side: 'BUY', price: ticks(2), size: lots(1000), type: 'GTC' },
            ...{ expirationSec: 0, feeRateBps: market.feeRateBps },
          },
          world.clock.wallMs(),
        )
      } catch {
        return
      }
      byHand('all')
      reached(disturbance.kind)
    })
  }
}
