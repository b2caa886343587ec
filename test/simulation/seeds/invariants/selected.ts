// Which markets the bot has taken up is what its choice says: never more than that, none that it excludes, each until something lets go of it; and once
// all is calm, as many as there are. It goes by what the bot was told of them, and in the end by the venue's own list and books.

import { z } from 'zod'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { MarketChoice } from '../../../../src/feed/schema.js'
import type { HttpRequest, HttpResult } from '../../../../src/venue/session/transport.js'
import type { BotLife } from '../bot-life.js'
import type { World } from '../world.js'
import { booksPerLook, mostOf, type Said, spreadTold, unfit, unnamed } from './choosable.js'
import { Lasting } from './lasting.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 100
/** Two looks are no closer to each other, whatever happens. */
const GAP_MS = 2000
/** A list, the books after it one by one, and what is made of them. */
const LOOK_TAKES_MS = 3000
/** Beside the others' requests of a key that allows few. */
const SCARCE_TAKES_MS = 12_000
/** The bot's idea of the venue's clock, and how long a list is on its way. */
const CLOCK_MS = 1500
const TINY = 1e-6
/** Named, and not taken up for longer: it has had the time to be quoted. */
const QUOTED_WITHIN_MS = 12_000
/** The bot itself asks for the list; where it counts a group, of every status. */
const LIST = /^\/markets\?(?=.*status=OPEN)/
const BOOK = /^\/markets\/([^/?]+)\/orderbook/

const entry = z
  .object({
    id: z.string(),
    conditionId: z.string(),
    status: z.string(),
    clobMarketStatus: z.string(),
    endTimestamp: z.string(),
  })
  .transform((one) => ({ ...one, registration: one.clobMarketStatus, endMs: Date.parse(one.endTimestamp) }))
const list = z.object({ data: z.array(z.looseObject({ id: z.string() })) })
type Entry = z.output<typeof entry>

/** One look at the markets: the list as it was told, by id, and what was asked for it; nothing of an entry that cannot be read. */
interface Look {
  readonly sentMs: number
  listed: ReadonlyMap<string, Entry | undefined> | undefined
  books: number
}

export class Selected {
  readonly #world: World
  readonly #violations: Violations
  #life: BotLife | undefined
  #choice: MarketChoice | undefined
  /** What was in force before, and may be until the venue has answered. */
  #former: MarketChoice | undefined
  #choseMs = 0
  readonly #taken = new Map<ConditionId, number>()
  /** Taken up in this turn. */
  readonly #fresh = new Set<ConditionId>()
  /** In this turn the selection has told of markets. */
  #isTold = false
  #look: Look | undefined
  /** How wide each book was when it was told last, by the id of its market. */
  readonly #spreads = new Map<string, number>()
  readonly #lasting = new Lasting()
  readonly #waiting = new Map<ConditionId, number>()
  #calmMs = Number.POSITIVE_INFINITY
  #dueMs = 0

  constructor(world: World, violations: Violations) {
    this.#world = world
    this.#violations = violations
  }

  sent({ method, path }: HttpRequest, life: BotLife): void {
    this.#begin(life)
    if (method !== 'GET') return
    const nowMs = this.#world.clock.monoMs()
    if (LIST.test(path)) this.#look = { sentMs: nowMs, listed: undefined, books: 0 }
    const id = BOOK.exec(path)?.[1]
    const { select } = this.#choice ?? {}
    if (id === undefined || this.#look === undefined || select === undefined) return
    const conditionId = this.#idOf(id)
    // one that is followed is compared now and then
    if (conditionId === undefined || life.bot?.core.beliefs.markets.has(conditionId) === true) return
    const most = select.maxSpread === undefined ? 0 : booksPerLook(select)
    if (++this.#look.books > most && this.#former === undefined)
      this.#add(`the book of ${id} is read as the ${this.#look.books}. of one look, of at most ${most}`)
  }

  answered({ method, path }: HttpRequest, result: HttpResult, life: BotLife): void {
    this.#begin(life)
    if (method !== 'GET' || result.kind !== 'response' || result.status !== 200) return
    if (LIST.test(path) && this.#look !== undefined) this.#look.listed = entriesOf(result.body) ?? this.#look.listed
    const id = BOOK.exec(path)?.[1]
    const spread = id === undefined ? undefined : spreadTold(result.body)
    if (id !== undefined && spread !== undefined) this.#spreads.set(id, spread)
  }

  heard(event: CoreEvent, life: BotLife): void {
    this.#begin(life)
    if (event.kind === 'market') {
      this.#isTold = true
      const { conditionId } = event.market
      if (!this.#taken.has(conditionId)) this.#fresh.add(conditionId)
      else if (!this.#fresh.has(conditionId)) return
      this.#taken.set(conditionId, this.#world.clock.monoMs())
    } else if (event.kind === 'market-dropped') {
      // only something of ours was found there
      const isFresh = this.#fresh.delete(event.conditionId)
      if (this.#taken.delete(event.conditionId) && !isFresh) this.#letGo(event.conditionId, event.at.venueMs)
    } else if (event.kind === 'turn-end') this.#turned(event.at.venueMs)
  }

  /** Now and then. */
  look(): void {
    const { clock, life, isCalm, isEnding } = this.#world
    const nowMs = clock.monoMs()
    if (nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    this.#lasting.begin(nowMs)
    this.#waiting.clear()
    if (isCalm) this.#calmMs = Math.min(this.#calmMs, nowMs)
    const choice = this.#choice
    if (life === undefined || life !== this.#life || !life.isWorking || isEnding || choice === undefined) return
    for (const said of this.#listed()) this.#note(said, choice)
    const settledMs = nowMs - Math.max(this.#calmMs, this.#choseMs, life.startedMs ?? nowMs)
    if (settledMs >= this.#withinMs(choice)) this.#judge(choice)
  }

  /** It is not taken up, or has been for a moment alone, and that is as the choice has it: by the venue's own list and books. */
  isLeftOut(conditionId: ConditionId): boolean {
    const choice = this.#choice
    const said = this.#listed().find((one) => one.conditionId === conditionId)
    if (choice === undefined || said === undefined) return false
    const takenMs = this.#taken.get(conditionId)
    if (takenMs !== undefined) return this.#world.clock.monoMs() - takenMs < QUOTED_WITHIN_MS
    if (unnamed(choice, said) !== undefined || this.#taken.size >= mostOf(choice)) return true
    // it has been so that it may be taken up for a while at most
    return (this.#waiting.get(conditionId) ?? 0) < this.#withinMs(choice)
  }

  #begin(life: BotLife): void {
    if (life !== this.#life) {
      for (const kept of [this.#taken, this.#fresh, this.#spreads]) kept.clear()
      this.#look = undefined
      this.#life = life
      this.#choice = undefined
    }
    if (life.choice === this.#choice) return
    this.#former = this.#choice
    this.#choice = life.choice
    this.#choseMs = this.#world.clock.monoMs()
  }

  #turned(venueMs: number): void {
    const choice = this.#choice
    if (choice === undefined) return
    for (const conditionId of this.#fresh) this.#tookUp(conditionId, choice, venueMs)
    this.#fresh.clear()
    const most = Math.max(mostOf(choice), this.#former === undefined ? 0 : mostOf(this.#former))
    const isAnswered = choice.select === undefined || (this.#look?.listed && this.#look.sentMs >= this.#choseMs)
    if (this.#isTold && isAnswered) this.#former = undefined
    this.#isTold = false
    if (this.#taken.size > most) this.#add(`${this.#taken.size} are taken up, of at most ${most}`)
  }

  /** By what the bot was told. */
  #tookUp(conditionId: ConditionId, choice: MarketChoice, venueMs: number): void {
    const said = this.#listed().find((one) => one.conditionId === conditionId)
    if (said === undefined) return
    const why = unnamed(choice, said) ?? (choice.select && this.#excluded(said, choice.select, venueMs))
    if (why !== undefined) this.#add(`${said.id} is taken up, and ${why}`)
  }

  #excluded(said: Said, select: NonNullable<MarketChoice['select']>, venueMs: number): string | undefined {
    const entry = this.#look?.listed?.get(said.id)
    if (entry === undefined) return 'no list has told of it'
    // the look began before its books were there
    const lookedMs = venueMs - (this.#world.clock.monoMs() - (this.#look?.sentMs ?? 0))
    const why = unfit({ ...said, ...entry }, select.minTimeLeftSec, lookedMs - CLOCK_MS)
    const spread = this.#spreads.get(said.id) ?? Number.POSITIVE_INFINITY
    if (why !== undefined || select.maxSpread === undefined || spread <= select.maxSpread + TINY) return why
    return `its book was ${spread} wide, of at most ${select.maxSpread}`
  }

  /** What is taken up stays, unless it is not named any more, or is over by what the bot was told. */
  #letGo(conditionId: ConditionId, venueMs: number): void {
    const said = this.#listed().find((one) => one.conditionId === conditionId)
    const choice = this.#choice
    if (said === undefined || choice === undefined || unnamed(choice, said) !== undefined) return
    if (this.#former !== undefined && this.#taken.size + 1 > mostOf(choice)) return
    const { listed } = this.#look ?? {}
    const entry = listed?.get(said.id)
    const isOver =
      choice.select !== undefined &&
      (entry === undefined ? listed?.has(said.id) === false : unfit({ ...said, ...entry }, 0, venueMs + CLOCK_MS))
    if (!isOver) this.#add(`${said.id} is let go of, and nothing says so`)
  }

  /** By the venue's own list. */
  #listed(): readonly (Said & { readonly conditionId: ConditionId })[] {
    const { markets, exchange } = this.#world.api
    return markets.all().map((one) => ({
      ...{ id: one.id, conditionId: one.conditionId, question: one.question, category: one.category },
      ...{ tagSlugs: one.tagSlugs, groupId: one.groupId, groupTitle: markets.groupOf(one)?.title },
      ...{ status: exchange.market(one.conditionId)?.status, registration: one.registration, endMs: one.spec.endMs },
    }))
  }

  /** Since when it is as it has to be, or is no more what it was chosen for. */
  #note(said: Said & { readonly conditionId: ConditionId }, choice: MarketChoice): void {
    const { conditionId } = said
    const { select } = choice
    const nowMs = this.#world.clock.wallMs()
    const isTaken = this.#taken.has(conditionId)
    const why = unnamed(choice, said) ?? (select && unfit(said, isTaken ? 0 : select.minTimeLeftSec, nowMs))
    if (isTaken) {
      if (why !== undefined) this.#waiting.set(conditionId, this.#lasting.seen(`out ${conditionId}`))
      return
    }
    const isNarrow = select?.maxSpread === undefined || this.#spreadOf(conditionId) <= select.maxSpread + TINY
    if (why === undefined && isNarrow) this.#waiting.set(conditionId, this.#lasting.seen(`in ${conditionId}`))
  }

  #judge(choice: MarketChoice): void {
    this.#former = undefined
    const withinMs = this.#withinMs(choice)
    for (const [conditionId, forMs] of this.#waiting) {
      if (forMs <= withinMs) continue
      const { id } = this.#world.api.markets.find(conditionId)
      if (this.#taken.has(conditionId)) this.#add(`${id} is taken up ${forMs} ms after it is not to be any more`)
      else if (this.#taken.size < mostOf(choice))
        this.#add(`${id} is not taken up after ${forMs} ms, beside ${this.#taken.size} of ${mostOf(choice)}`)
    }
  }

  /** From when a market is as it has to be until it is taken up at the latest: all others have their turn before, and one look is on its way. */
  #withinMs(choice: MarketChoice): number {
    const { scenario, api } = this.#world
    const { select } = choice
    const takesMs = LOOK_TAKES_MS + (scenario.setting.tier === 'DEFAULT' ? SCARCE_TAKES_MS : 0)
    if (select === undefined) return takesMs + GAP_MS
    // one that something has hinted at puts the next one off by no more than the gap
    const everyMs = select.refreshSec * 1000 + GAP_MS
    const looks = select.maxSpread === undefined ? 1 : 1 + Math.ceil(api.markets.all().length / booksPerLook(select))
    return looks * everyMs + takesMs
  }

  #spreadOf(conditionId: ConditionId): number {
    const { exchange } = this.#world.api
    const [yes, no] = exchange.bestBids(conditionId)
    const { ticksPerUnit = 1 } = exchange.market(conditionId)?.spec ?? {}
    return yes && no ? 1 - (yes.price + no.price) / ticksPerUnit : Number.POSITIVE_INFINITY
  }

  #idOf(id: string): ConditionId | undefined {
    return this.#world.api.markets.all().find((one) => one.id === id)?.conditionId
  }

  #add(what: string): void {
    this.#violations.add('selected', what)
  }
}

/** Of an answer that can be read, by id. */
function entriesOf(body: string): ReadonlyMap<string, Entry | undefined> | undefined {
  try {
    const { data } = list.safeParse(JSON.parse(body))
    return data && new Map(data.data.map((one) => [one.id, entry.safeParse(one).data]))
  } catch {
    return undefined
  }
}
