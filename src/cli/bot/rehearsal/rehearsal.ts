// A throw-away bot at a made-up venue: what a real one runs when a market jumps, from the event of the socket to the requests and their
// answers, is compiled by then. It has a clock, a wallet and a journal of its own, and shares nothing with the real one but code.

import { VirtualClock } from '../../../backtest/virtual-clock.js'
import { Bot } from '../../../bot/bot.js'
import type { BotTap } from '../../../bot/bot-parts.js'
import { type Config, configSchema } from '../../../config/config.js'
import { Desk } from '../../../execution/budget/permit-desk.js'
import { openOrders } from '../../../execution/journal/journal.js'
import type { JournalFiles } from '../../../execution/journal/journal-files.js'
import type { Signing } from '../../../signing/signing.js'
import type { Quoter } from '../../../strategy/parse-params.js'
import { createSession } from '../../../venue/session/session.js'
import { Secret } from '../../../venue/transport/secret.js'
import { createWalletSigner } from '../../../venue/transport/wallet-signer.js'
import { signingPolicy } from '../../venue/open-wallet.js'
import { coreSettings } from '../settings/core-settings.js'
import { createRehearsalVenue, REHEARSED_ID, type RehearsalVenue } from './rehearsal-venue.js'

/** No wallet of anybody: what it signs goes nowhere. */
const KEY = '5e'.repeat(32)
const SIZE = 20
const JUMP = { from: 100, to: 300 } as const
/** Of made-up time: what a step takes of the real one stays short. */
const STEP_MS = 150
/** Every answer to a reprice, and every timer of it, is in before the next jump. */
const STEPS_EACH = 4
/** What is over is forgotten with each segment. */
const ROLL_BYTES = 1_000_000
const AMPLE = { perSecond: 10_000, perMinute: 100_000 }
const FREE = { read: AMPLE, write: AMPLE, cancel: AMPLE, account: AMPLE }
const SILENT: BotTap = { event: () => undefined, step: () => undefined, log: () => undefined }

/** Three ticks lower while more rests at the best bid. */
const quoter: Quoter = Object.assign<Quoter, Pick<Quoter, 'reads'>>(({ bestBid }) => {
  const isThick = (bestBid?.[0]?.size ?? 0) > (JUMP.from + JUMP.to) / 2
  const price = isThick ? 0.38 : 0.41
  return {
    quotes: [
      { outcome: 0, side: 'BUY', price, size: SIZE },
      { outcome: 1, side: 'BUY', price, size: SIZE },
    ],
  }
}, {})

export class Rehearsal {
  readonly #clock: VirtualClock
  readonly #venue: RehearsalVenue
  readonly #bot: Bot
  #isThick = false
  #steps = 0

  private constructor(parts: { readonly clock: VirtualClock; readonly venue: RehearsalVenue; readonly bot: Bot }) {
    this.#clock = parts.clock
    this.#venue = parts.venue
    this.#bot = parts.bot
  }

  /** `wallMs`: when it seems to begin. */
  static async open(config: Config, signing: Signing, wallMs: number): Promise<Rehearsal> {
    const clock = new VirtualClock(wallMs)
    const { profile } = config.venue
    const own = rehearsedConfig(config)
    const venue = createRehearsalVenue(profile, clock)
    const policy = signingPolicy(own)
    const { typedData, siwe } = profile
    const key = new Secret(KEY)
    const signer = venue.hearing(
      createWalletSigner({ key, signing, typedData, siwe, policy, venueMs: () => clock.wallMs() }),
    )
    const desk = new Desk()
    const session = createSession({ profile, transport: venue, clock, desk, apiKey: 'rehearsal', signer })
    const { writer } = await openOrders(NO_FILES, {
      ...{ folder: '', durability: 'process', graceMs: 0, nowMs: wallMs, rollBytes: ROLL_BYTES },
      ...{ wallMs: () => clock.wallMs(), heldMs: () => clock.wallMs(), isHeld: () => true },
    })
    if (session.trading === undefined) throw new Error('expected a session with a signer to trade')
    const settings = coreSettings(own, quoter)
    const bot = new Bot({
      ...{ settings, choice: own.markets, clock, venueClock: session.venueClock, recovered: [], tap: SILENT },
      ...{ marketData: session.marketData, trading: session.trading },
      journal: writer,
      budget: { limits: FREE, desk },
    })
    bot.start()
    return new Rehearsal({ clock, venue, bot })
  }

  /** A little goes on; every few steps the market jumps. */
  step(): void {
    this.#steps++
    if (this.#steps % STEPS_EACH === 0) this.#move()
    this.#clock.runUntil(this.#clock.monoMs() + STEP_MS)
  }

  /** The market jumps each time. */
  jump(): void {
    this.#move()
    this.#clock.runUntil(this.#clock.monoMs() + STEP_MS)
  }

  /** What it has sent. */
  get sent(): { readonly orders: number; readonly cancels: number } {
    return { orders: this.#venue.orders, cancels: this.#venue.cancels }
  }

  close(): void {
    this.#bot.halt()
  }

  #move(): void {
    this.#isThick = !this.#isThick
    this.#venue.move(this.#isThick ? JUMP.to : JUMP.from)
  }
}

function rehearsedConfig({ venue, folder, params, placeOf }: Config): Config {
  const file = configSchema.parse({
    ...{
      venue: { profile: venue.profile, url: venue.url, apiKey: 'rehearsal' },
      markets: { ids: [REHEARSED_ID] },
      strategy: { name: 'rehearsal' },
    },
    execution: { minRepriceMs: 0 },
  })
  return { ...file, venue, folder, params, placeOf }
}

const NO_FILES: JournalFiles = {
  names: async () => [],
  async *read() {},
  create: async () => ({ write: () => undefined, sync: (done) => done(null), close: () => undefined }),
  rename: async () => undefined,
  remove: async () => undefined,
  syncNames: async () => undefined,
}
