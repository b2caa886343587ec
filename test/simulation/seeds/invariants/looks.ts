// The looks at what a bot believes, concludes and does, together, as the run tells them.

import type { Bot } from '../../../../src/bot/bot.js'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Decision } from '../../../../src/domain/run/decision.js'
import type { BotSnapshot } from '../../../../src/domain/run/snapshot.js'
import type { StandingChange } from '../../../../src/domain/run/standing.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { ExchangeEvent } from '../../../../src/venue/simulated/exchange/exchange.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import type { CautionName } from '../cautions.js'
import type { GroupAsked, MarketAsked } from '../spells.js'
import { Admitted } from './admitted.js'
import { Allowed } from './allowed.js'
import { Arrived } from './arrived.js'
import { Asked } from './asked.js'
import { Calm } from './calm.js'
import { Closing } from './closing.js'
import { Compared } from './compared.js'
import { Concluded } from './concluded.js'
import { Consistent } from './consistent.js'
import { Consulted } from './consulted.js'
import { Differing } from './differing.js'
import { Estimated } from './estimated.js'
import { Facts } from './facts.js'
import { GoesOn } from './goes-on.js'
import { Grids, type GridsParts } from './grids.js'
import { Grouped } from './grouped.js'
import { HeldBack } from './held-back.js'
import { Known } from './known.js'
import { Pegged } from './pegged.js'
import { Planned } from './planned.js'
import { ReadsLeft } from './reads-left.js'
import { Said } from './said.js'
import { Selected } from './selected.js'
import { Settled, type SettledParts } from './settled.js'
import { SharedKey } from './shared-key.js'
import { ShownTokens } from './shown-tokens.js'
import { SignedInVain } from './signed-in-vain.js'
import { Streams } from './streams.js'
import { Timely } from './timely.js'
import { Unconfirmed } from './unconfirmed.js'
import { Undone } from './undone.js'
import { UnexplainedTrades } from './unexplained-trades.js'
import { Wanted } from './wanted.js'
import { Words } from './words.js'
import { WorthIt } from './worth-it.js'

/** Where markets live for a part of a run. */
export const TURN_OVERS = ['market-listed', 'market-ended'] as const
type TurnOver = (typeof TURN_OVERS)[number]

interface LookParts extends Omit<SettledParts, 'reads'>, Pick<GridsParts, 'isReturned'> {
  /** What risk held back was met, or a market has come or ended by itself. */
  readonly reached: (name: CautionName | TurnOver) => void
}

export class Looks {
  readonly streams: Streams
  readonly reads: ReadsLeft
  readonly selected: Selected
  readonly tokens: ShownTokens
  readonly admitted: Admitted
  readonly #allowed: Allowed
  readonly #arrived: Arrived
  readonly #asked: Asked
  readonly #calm: Calm
  readonly #closing: Closing
  readonly #compared: Compared
  readonly #concluded: Concluded
  readonly #consistent: Consistent | undefined
  readonly #consulted: Consulted
  readonly #differing: Differing
  readonly #estimated: Estimated
  readonly #facts: Facts
  readonly #goesOn: GoesOn
  readonly #grids: Grids
  readonly #grouped: Grouped
  readonly #heldBack: HeldBack
  readonly #known: Known
  readonly #pegged: Pegged | undefined
  readonly #planned: Planned
  readonly #said: Said
  readonly #settled: Settled
  readonly #signedInVain: SignedInVain
  readonly #sharedKey: SharedKey
  readonly #timely: Timely
  readonly #unconfirmed: Unconfirmed
  readonly #undone: Undone
  readonly #unexplainedTrades: UnexplainedTrades
  readonly #wanted: Wanted
  readonly #words: Words
  readonly #turnedOver: (name: TurnOver) => void
  /** It was not there when the run began. */
  readonly #isLate: (conditionId: ConditionId) => boolean
  readonly #worthIt: WorthIt
  /** That the bot works off. */
  #event: readonly [CoreEvent, BotLife] | undefined

  constructor(given: LookParts) {
    const { world, truth, violations } = given
    this.streams = new Streams(world, truth, violations)
    this.reads = new ReadsLeft(world)
    this.selected = new Selected(world, violations)
    const { setting, markets } = world.scenario
    this.#turnedOver = (name) => {
      if (setting.lives !== undefined) given.reached(name)
    }
    this.#isLate = (id) => !world.markets.slice(0, markets).includes(id)
    this.tokens = new ShownTokens({ setting, nowMs: () => world.life?.clock.monoMs() ?? 0 }, violations)
    const parts = { ...given, reads: this.reads }
    this.#wanted = new Wanted(world, truth, violations)
    this.#words = new Words(world, violations)
    this.#worthIt = new WorthIt(world, violations)
    this.admitted = new Admitted(parts)
    this.#allowed = new Allowed(world, violations)
    this.#arrived = new Arrived((what) => violations.add('settled', what))
    this.#asked = new Asked(world, violations)
    this.#calm = new Calm(world, violations)
    this.#closing = new Closing(world, violations)
    this.#compared = new Compared((what) => violations.add('book', what))
    this.#concluded = new Concluded(violations)
    if (setting.strategy === 'group-consistent') this.#consistent = new Consistent(parts)
    this.#consulted = new Consulted({
      isSlow: world.scenario.disturbances.some(({ kind }) => kind.startsWith('strategy-')),
      fairTauMs: () => world.settings.fairTauMs,
      add: (what) => violations.add('planned', what),
    })
    this.#differing = new Differing(parts)
    this.#estimated = new Estimated(world, violations)
    this.#facts = new Facts(parts)
    this.#goesOn = new GoesOn(parts)
    this.#grids = new Grids(parts)
    this.#grouped = new Grouped(world, (what) => violations.add('grouped', what))
    this.#heldBack = new HeldBack(world, violations, given.reached)
    this.#known = new Known(parts)
    if (setting.strategy === 'best-bid-peg') this.#pegged = new Pegged(parts)
    this.#planned = new Planned(world, violations, this.admitted)
    this.#said = new Said((what) => violations.add('planned', what))
    this.#settled = new Settled(parts)
    this.#signedInVain = new SignedInVain((what) => violations.add('planned', what))
    this.#sharedKey = new SharedKey(world, violations)
    this.#timely = new Timely(world, violations)
    this.#unconfirmed = new Unconfirmed(parts)
    this.#undone = new Undone(world, violations)
    this.#unexplainedTrades = new UnexplainedTrades((what) => violations.add('book', what))
  }

  happened(event: ExchangeEvent): void {
    if (event.kind === 'market' && event.status === 'CLOSED') this.#turnedOver('market-ended')
    this.#undone.happened(event)
    if (event.kind === 'level') this.#facts.moved(event.conditionId)
    this.admitted.happened(event)
    this.#pegged?.happened(event)
    if (event.kind === 'order' && event.record.account === ACCOUNT) this.#settled.moved(event.record.conditionId)
    if (event.kind === 'order') this.#grids.changed(event.record)
    if (event.kind === 'settlement') this.#settled.moved(event.trade.conditionId)
  }

  heard(event: CoreEvent, life: BotLife): void {
    this.#event = [event, life]
    if (event.kind === 'market' && this.#isLate(event.market.conditionId)) this.#turnedOver('market-listed')
    this.#undone.heard(event, life)
    this.#calm.heard(event)
    this.#planned.heard(event, life)
    this.#grouped.heard(event, life)
    this.#pegged?.heard(life)
    this.#heldBack.heard(event)
    this.#closing.heard(event, life)
    this.#compared.heard(event, life)
    this.#concluded.heard(event, life)
    this.#asked.heard(event, life)
    this.#estimated.heard(event, life)
    this.#facts.heard(event, life)
    this.#grids.heard(event, life)
    this.#said.heard(event, life)
    this.selected.heard(event, life)
    this.#signedInVain.heard(event)
    this.#sharedKey.heard(event, life)
    this.#timely.heard(event, life)
    this.#unexplainedTrades.heard(event, life)
    this.#words.heard(event, life)
  }

  decided(decision: Decision): void {
    this.#concluded.decided(decision)
    this.#estimated.decided(decision)
    if (this.#event !== undefined) this.#arrived.decided(...this.#event)
    this.#grids.decided(decision)
    this.#sharedKey.decided()
  }

  /** The strategy is asked; `fair`: the value that it is shown. */
  asked(conditionId: string, fair: number | undefined): void {
    this.#consulted.asked(conditionId, fair)
  }

  askedOfGroup(call: GroupAsked): void {
    this.#grouped.asked(call)
    this.#consistent?.asked(call)
  }

  askedOfMarket(call: MarketAsked): void {
    this.#pegged?.asked(call)
  }

  stood(change: StandingChange, life: BotLife): void {
    this.#goesOn.stood(change, life)
  }

  turned(decision: Decision, life: BotLife): void {
    this.#consulted.turned(life)
    this.streams.worked(life)
    this.#wanted.turned(life)
    this.#allowed.turned(decision, life)
    this.#differing.turned(life)
    this.#grouped.turned(life)
    this.#heldBack.turned(decision, life)
    this.#closing.turned(life)
    this.#pegged?.turned(life)
    this.#planned.turned(decision, life)
    this.#said.turned(decision, life)
    this.#signedInVain.turned(decision)
    this.#compared.turned(decision, life)
    this.#timely.turned(life)
    this.#unexplainedTrades.turned(life)
  }

  framed(name: string, payload: unknown, life: BotLife): void {
    this.streams.heard(name, payload, life)
    this.#calm.framed(name, payload, life)
  }

  sent(request: HttpRequest, life: BotLife): void {
    this.#asked.sent(request, life)
    this.#wanted.sent(request, life)
    this.#calm.sent(request, life)
    this.selected.sent(request, life)
    this.#sharedKey.sent(request, life)
    this.#timely.sent(request, life)
  }

  answered(request: HttpRequest, result: HttpResult, life: BotLife): void {
    this.reads.answered(request, result, life)
    this.admitted.answered(request, result, life)
    this.#asked.answered(request, result, life)
    this.#calm.answered(request, result, life)
    this.selected.answered(request, result, life)
    this.#sharedKey.answered(request, result, life)
    this.#timely.answered(request, result, life)
    this.#words.answered(request, result, life)
  }

  /** Now and then. */
  look(): void {
    // most who look do so at the same step, and nothing moves between them
    let snapshot: BotSnapshot | undefined
    const seen = (bot: Bot) => {
      snapshot ??= bot.snapshot()
      return snapshot
    }
    this.streams.look()
    this.admitted.look()
    this.#consistent?.look()
    this.#asked.look()
    this.#calm.look()
    this.#known.look()
    this.#unconfirmed.look()
    this.#undone.look()
    this.#facts.look(seen)
    this.#goesOn.look()
    this.#grids.look()
    this.selected.look()
    this.#settled.look(seen)
    this.#words.look()
    this.#worthIt.look()
  }
}
