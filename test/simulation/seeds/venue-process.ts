// The venue's processes, one after the other: each begins where the one before had kept everything.

import { createHash } from 'node:crypto'
import type { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import type { Random } from '../../../src/domain/random.js'
import { createVenueApi, type VenueApiOptions } from '../../../src/server/api/create-venue-api.js'
import { type ServerConfigInput, serverConfig } from '../../../src/server/schema.js'
import { ACCOUNT } from '../virtual/simulate.js'
import { tagCrypto } from '../virtual/tag-crypto.js'
import type { Scenario } from './scenario.js'
import { NO_TERMS, type Terms } from './terms.js'
import { unitRawOf } from './unit.js'
import { VenueMemory } from './venue-memory.js'

/** Time goes on at least this often at the venue. */
const EVERY_MS = 200
export const COLLATERAL = 10_000
/** Markets of a group go on for longer than a run. */
const GROUP_SEC = 3300
/** The traders' decisions in each market, a second: few, for the bot is what is looked at. */
const ARRIVALS_PER_SEC = 0.35

export interface VenueProcessParts extends Required<Pick<VenueApiOptions, 'onFault' | 'onEvent'>> {
  readonly clock: VirtualClock
  readonly scenario: Scenario
  readonly random: Random
}

export class VenueProcess {
  readonly #parts: VenueProcessParts
  readonly #crypto: VenueApiOptions['crypto']
  /** Of a venue that may die. */
  readonly #memory: VenueMemory | undefined
  #venue: ReturnType<typeof createVenueApi>
  #isUp = true

  constructor(parts: VenueProcessParts) {
    this.#parts = parts
    this.#crypto = cryptoOf(parts.scenario.seed)
    const mayDie = parts.scenario.disturbances.some(({ kind }) => kind === 'server-crash')
    this.#memory = mayDie ? new VenueMemory() : undefined
    this.#venue = this.#create()
    this.#drive()
  }

  /** Of a dead one: as it was. */
  get api() {
    return this.#venue.api
  }

  get isUp(): boolean {
    return this.#isUp
  }

  /** Keys of the bot, and of people. */
  get keys(): { readonly bot: string; readonly people: string } {
    const [bot, people] = this.#venue.keys
    if (bot === undefined || people === undefined) throw new Error('expected two keys')
    return { bot: bot.key, people: people.key }
  }

  /** Nothing was answered or told that is not kept: so what is kept is all that has happened. */
  die(): void {
    this.#memory?.commit()
    this.#isUp = false
  }

  start(): void {
    this.#venue = this.#create(this.keys)
    this.#isUp = true
  }

  #drive(): void {
    const { clock } = this.#parts
    const due = this.#isUp ? this.api.nextDueMs() : undefined
    const delayMs = due === undefined ? EVERY_MS : Math.min(EVERY_MS, due - clock.wallMs())
    clock.after(Math.max(1, delayMs), () => {
      if (this.#isUp) this.api.advance(clock.wallMs())
      this.#drive()
    })
  }

  #create(keys?: VenueProcess['keys']) {
    const { clock, scenario, random, onFault, onEvent } = this.#parts
    const nowMs = clock.wallMs()
    const venue = createVenueApi({
      config: serverConfig.parse(configOf(scenario, keys)),
      ...{ crypto: this.#crypto, random, nowMs, onFault, onEvent },
      ...(this.#memory === undefined ? {} : { store: this.#memory }),
    })
    const { group = [] } = scenario.setting.terms ?? NO_TERMS
    for (const [place, { conditionId }] of venue.api.markets.all().entries())
      if (group[place] !== undefined) venue.world?.drive(conditionId, nowMs, group[place])
    return venue
  }
}

function configOf({ seed, markets, setting }: Scenario, keys: VenueProcess['keys'] | undefined): ServerConfigInput {
  const { markets: like, stopMatchingBeforeSec, maxOpenOrders, group } = setting.terms ?? NO_TERMS
  return {
    seed,
    keys: [
      { name: 'bot', tier: setting.tier, ...(keys === undefined ? {} : { key: keys.bot }) },
      { name: 'people', tier: 'INTERNAL', ...(keys === undefined ? {} : { key: keys.people }) },
    ],
    accounts: [{ address: ACCOUNT, collateral: setting.collateral ?? COLLATERAL }],
    settlement: { delayMs: setting.settlementDelayMs, failureRate: setting.settlementFailureRate },
    switches: { privateEvents: setting.privateEvents, seq: setting.seq, hash: setting.hash },
    fees: { makerPays: setting.makerPays },
    ...(stopMatchingBeforeSec === undefined ? {} : { stopMatchingBeforeSec }),
    ...(maxOpenOrders === undefined ? {} : { maxOpenOrders }),
    ...(setting.tokenSec === undefined ? {} : { siwe: { accessTtlSec: setting.tokenSec } }),
    ...(setting.decimals === undefined ? {} : { collateral: { decimals: setting.decimals } }),
    ...(setting.fewFields ? { typedData: 'side-from-amounts' as const } : {}),
    globalFeeRateBps: setting.feeRateBps,
    ...(group === undefined ? {} : { markets: group.map((_, place) => marketOfGroup(place, setting)) }),
    world: {
      markets: {
        count: group === undefined ? markets : 0,
        ...(setting.lives ?? { minSec: 3000, maxSec: 3600 }),
        replace: setting.lives !== undefined,
        ...(like === undefined ? {} : likeThese(like)),
      },
      noise: { population: 20, arrivalsPerSec: ARRIVALS_PER_SEC },
      rivals: { perMarket: 2, requoteMs: 6000, lagMs: 3000, noiseMemoryMs: 10_000 },
      informed: { population: 1, looksPerSec: 0.1 },
      probability: { stepMs: 2000, volatility: 0.008 },
    },
  }
}

/** As the world's own are by default. */
function marketOfGroup(place: number, { terms, ...setting }: Scenario['setting']) {
  const { tickSize = 0.01, minOrderShares = 5 } = terms?.markets ?? {}
  const minOrderRaw = BigInt(Math.round(minOrderShares * 100)) * (unitRawOf(setting) / 100n)
  return {
    ...{ question: `Will team ${place + 1} win the cup?`, category: 'sports', tags: ['sports'], groupSlug: 'cup' },
    ...{ tickSize: `${tickSize}`, minOrderSize: `${minOrderRaw}`, endsInSec: GROUP_SEC },
  }
}

const likeThese = ({ tickSize, minOrderShares }: NonNullable<Terms['markets']>) => ({
  tickSizes: [tickSize],
  minOrderShares,
})

/** Stand-ins for signatures; tokens that are the same in each run. */
function cryptoOf(seed: number): VenueApiOptions['crypto'] {
  let tokens = 0
  return {
    ...tagCrypto,
    randomToken: (length) =>
      createHash('sha256').update(`${seed}/${++tokens}`).digest('hex').repeat(2).slice(0, length),
  }
}
