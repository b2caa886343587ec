// Where the venue's list says another question, end or name of an outcome than the bot has taken the market up with: with each list that it was told it
// knows so, or goes by the new ones where it may; and once all is calm it knows what the list says.

import { z } from 'zod'
import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import { isSameGrid } from '../../../../src/domain/market/market-terms.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { BotLife } from '../bot-life.js'
import { RECOVERS_WITHIN_MS } from '../scenario.js'
import type { World } from '../world.js'
import { Lasting } from './lasting.js'
import { listedGrid, listedWords, wordsOf } from './listed.js'
import type { Violations } from './violation.js'

/** From an answer to what the bot makes of it; where others have come within that, it is not certain which of them it was. */
const JUDGED_WITHIN_MS = 5000
const LOOK_EVERY_MS = 1000
/** Of the selection: all pages of the list, or each market by its own id. */
const LOOKS = /^\/markets(\?.*includeIncomplete|\/(?!0x)[^/?]+$)/

const entry = z.object({
  conditionId: z.string(),
  question: z.string(),
  endTimestamp: z.string(),
  outcomes: z.array(z.object({ name: z.string() })),
})
const answer = z.union([
  z.object({ data: z.array(entry) }).transform(({ data }) => data),
  entry.transform((one) => [one]),
])
type Entry = z.output<typeof entry>

interface Told {
  readonly words: string
  readonly atMs: number
}

export class Words {
  readonly #world: World
  readonly #violations: Violations
  #life: BotLife | undefined
  /** With which each was taken up in this life, first or where that is accepted last. */
  readonly #taken = new Map<ConditionId, string>()
  /** What was told of each a moment ago. */
  readonly #told = new Map<string, readonly Told[]>()
  /** Known to be other than they were taken up. */
  readonly #changed = new Set<ConditionId>()
  readonly #lasting = new Lasting()
  #dueMs = 0

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
  }

  answered({ method, path }: HttpRequest, result: HttpResult, life: BotLife): void {
    this.#begin(life)
    if (method !== 'GET' || !LOOKS.test(path) || result.kind !== 'response' || result.status !== 200) return
    for (const one of entriesOf(result.body)) {
      const told = { words: toldOf(one), atMs: this.#world.clock.monoMs() }
      this.#told.set(one.conditionId, [...this.#lately(one.conditionId), told])
    }
  }

  heard(event: CoreEvent, life: BotLife): void {
    this.#begin(life)
    if (event.kind === 'market-changed') {
      if (event.detail === undefined) this.#changed.delete(event.conditionId)
      else this.#changed.add(event.conditionId)
    } else if (event.kind === 'market') this.#judged(event.market)
  }

  /** Now and then. */
  look(): void {
    const { clock, life, isCalm, api } = this.#world
    const { beliefs } = life?.bot?.core ?? {}
    if (clock.monoMs() < this.#dueMs || beliefs === undefined || life !== this.#life) return
    this.#dueMs = clock.monoMs() + LOOK_EVERY_MS
    this.#lasting.begin(clock.monoMs())
    if (!isCalm) return
    for (const [conditionId, taken] of this.#taken) {
      const here = beliefs.markets.get(conditionId)
      const there = api.exchange.market(conditionId)
      if (there?.status !== 'OPEN' || here === undefined) continue
      const words = listedWords(conditionId, this.#world)
      const isAsListed = words === wordsOf(here)
      // what its tick or size step has to say is looked at elsewhere
      const grid = listedGrid(conditionId, this.#world)
      if (grid === undefined || !isSameGrid(here, grid)) continue
      const isPulled = beliefs.heldBack.changed.has(conditionId)
      if (this.#isAccepting ? isAsListed && !isPulled : isPulled === (words !== taken)) continue
      if (this.#lasting.seen(conditionId) > RECOVERS_WITHIN_MS)
        this.#add(
          `${here.id} is listed as ${words}, was taken up as ${taken}, and ${isPulled ? 'is' : 'is not'} pulled`,
        )
    }
  }

  get #isAccepting(): boolean {
    return this.#world.settings.feed.acceptMarketChanges
  }

  #begin(life: BotLife): void {
    if (life === this.#life) return
    this.#life = life
    for (const kept of [this.#taken, this.#told, this.#changed]) kept.clear()
  }

  #lately(conditionId: string): readonly Told[] {
    const sinceMs = this.#world.clock.monoMs() - JUDGED_WITHIN_MS
    return (this.#told.get(conditionId) ?? []).filter(({ atMs }) => atMs >= sinceMs)
  }

  /** It tells of a market that it has just looked at. */
  #judged(market: Market): void {
    const { conditionId } = market
    const [first, ...others] = this.#lately(conditionId)
    // only something of ours was found there, or it is over, and nobody has judged its words
    if (first === undefined || market.status !== 'OPEN') return
    const words = wordsOf(market)
    const taken = this.#taken.get(conditionId) ?? words
    this.#taken.set(conditionId, taken)
    if (others.some((one) => one.words !== first.words)) return
    const isPulled = this.#changed.has(conditionId)
    const says = `${market.id} was taken up as ${taken}, is listed as ${first.words}, and`
    if (isPulled && !this.#hasOtherGrids && (this.#isAccepting || first.words === taken)) this.#add(`${says} is pulled`)
    // what is new may have to wait until nothing is left that is told by its former tick or size step
    const may = this.#isAccepting ? [first.words, ...(isPulled ? [taken] : [])] : [taken]
    if (!may.includes(words)) this.#add(`${says} known as ${words}`)
    if (this.#isAccepting) this.#taken.set(conditionId, words)
    else if (first.words !== taken && !isPulled) this.#add(`${says} nobody pulls it`)
  }

  /** A tick or a size step becomes another in this run. */
  get #hasOtherGrids(): boolean {
    return this.#world.scenario.disturbances.some(({ kind }) => kind === 'grid-change')
  }

  #add(what: string): void {
    this.#violations.add('words', what)
  }
}

/** Of an answer that can be read. */
function entriesOf(body: string): readonly Entry[] {
  try {
    return answer.safeParse(JSON.parse(body)).data ?? []
  } catch {
    return []
  }
}

const toldOf = ({ question, endTimestamp, outcomes }: Entry) =>
  JSON.stringify([question, Date.parse(endTimestamp), outcomes.map(({ name }) => name)])
