// What a running bot answers on its control port: questions from its snapshot, commands as events of the core, each written down first.

import type { Failure } from '../domain/error.js'
import type { ConditionId } from '../domain/market/market.js'
import type { OperatorAction } from '../domain/run/core-event.js'
import type { BotSnapshot, MarketSnapshot } from '../domain/run/snapshot.js'
import { type ControlAnswer, type ControlRequest, refusal } from './control-protocol.js'
import { explainView } from './explain/explain-view.js'
import { statusView } from './view/status-view.js'
import type { ViewSource } from './view/view-source.js'
import { decisionsView, fillsView, marketNamed, ordersView, positionsView } from './view/views.js'

/** The bot as the port knows it. */
export interface ControlledBot {
  snapshot(): BotSnapshot
  /** `done`: the turn in which it took effect is over; `unkept`: a restart would forget it, and what frees has no effect. */
  operate(
    action: OperatorAction,
    by: { readonly actor: string; readonly reason: string; readonly conditionId?: ConditionId },
    done: (unkept?: Failure) => void,
  ): void
}

export interface DeskParts
  extends Pick<ViewSource, 'memory' | 'losses' | 'pauses' | 'book' | 'look' | 'termNotes' | 'fleet'> {
  readonly bot: ControlledBot
  readonly lately: () => ViewSource['lately']
  /** What is shown of the process itself. */
  readonly about: Readonly<Record<string, unknown>>
  readonly venueMs: () => number
  /** The last lines of the log. */
  readonly logs: (wanted: { readonly from?: number | undefined; readonly most: number }) => unknown
  /** Writes a command down before it is carried out. */
  readonly journal: (entry: OperationEntry) => Failure | undefined
  /** Reads the configuration again; rejects where that changes nothing. Absent where there is no file. */
  readonly reload?: (request: ReloadRequest) => Promise<unknown>
  /** Calls back once, later. */
  readonly after: (delayMs: number, run: () => void) => void
}

export interface OperationEntry {
  readonly command: string
  readonly actor: string
  readonly reason: string
  readonly conditionId?: ConditionId
}

export interface ReloadRequest {
  readonly actor: string
  readonly reason: string
  /** Only what would change. */
  readonly dry: boolean
  /** To the configuration before this one. */
  readonly back: boolean
}

type Act = Extract<ControlRequest, { reason: string }>

/** A turn that does not end for so long is a hung bot. */
const TURN_MS = 5000
/** So long cancels are waited for. */
const CANCEL_MS = 10_000
const LOOK_MS = 100
/** What frees the bot is not done without a record; what holds it back is. */
const FREEING: ReadonlySet<string> = new Set(['resume', 'unpause'])

export class ControlDesk {
  readonly #parts: DeskParts

  constructor(parts: DeskParts) {
    this.#parts = parts
  }

  async answer(request: ControlRequest): Promise<ControlAnswer> {
    switch (request.command) {
      case 'status':
        return told({ bot: this.#parts.about, ...statusView(this.#source()) })
      case 'positions':
        return told(positionsView(this.#source()))
      case 'orders':
        return told(ordersView(this.#source()))
      case 'fills':
        return told(fillsView(this.#source()))
      case 'decisions':
        return told(decisionsView(this.#source()))
      case 'logs':
        return told(this.#parts.logs(request))
      case 'explain':
        return this.#inMarket(request.market, async (market) => told(explainView(market, this.#source())))
      case 'pause':
      case 'unpause':
        return this.#inMarket(request.market, ({ conditionId }) => this.#operate(request, request.command, conditionId))
      case 'cancel-all':
        return this.#cancelAll(request)
      case 'halt':
      case 'resume':
        return this.#operate(request, request.command)
      case 'reload':
        return this.#reload(request)
    }
  }

  async #reload(request: ReloadRequest): Promise<ControlAnswer> {
    const { reload } = this.#parts
    if (reload === undefined) return refusal('bad-config', 'reload: expected a bot with a configuration in a file')
    return told({ ...this.#standing(), ...Object(await reload(request)) })
  }

  /** A bot that quotes on would place them again: so it is halted, too. */
  async #cancelAll(request: Act): Promise<ControlAnswer> {
    const { bot } = this.#parts
    const before = bot.snapshot().totals.openOrders
    const halted = await this.#operate(request, 'halt')
    if (!halted.ok) return halted
    // counted alone: to say of each order why it is there, again and again, would hold up what cancels it
    const mayRest = () => {
      const seen = bot.snapshot()
      return seen.totals.openOrders > 0 || !isVerified(seen)
    }
    for (let waitedMs = 0; waitedMs < CANCEL_MS && mayRest(); waitedMs += LOOK_MS) await this.#wait(LOOK_MS)
    const { left, massCancel } = this.#left()
    return told({ ...this.#standing(), cancelled: before - left.length, left, massCancel })
  }

  async #operate(request: Act, action: OperatorAction, conditionId?: ConditionId): Promise<ControlAnswer> {
    const { bot, journal } = this.#parts
    const { command, actor, reason } = request
    const which = conditionId === undefined ? {} : { conditionId }
    const failure = journal({ command, actor, reason, ...which })
    if (failure && FREEING.has(command)) return refusal(failure.code, failure.message)
    let unkept: Failure | undefined
    const isDone = await this.#within(TURN_MS, (done) =>
      bot.operate(action, { actor, reason, ...which }, (why) => {
        unkept = why
        done()
      }),
    )
    if (!isDone) return refusal('unreachable', `the bot has not taken it up within ${TURN_MS / 1000} s; it may still`)
    if (unkept && FREEING.has(command)) return refusal(unkept.code, `${command}: not done: ${unkept.message}`)
    const about = conditionId === undefined ? {} : this.#paused(conditionId)
    const unwritten = unkept ? `a restart forgets it until it is: ${unkept.message}` : failure?.message
    return told({ ...this.#standing(), ...about, ...(unwritten ? { unwritten } : {}) })
  }

  /** Of one market: its name, and who has paused it. */
  #paused(conditionId: ConditionId) {
    const { bot, pauses } = this.#parts
    const found = bot.snapshot().markets.find((market) => market.conditionId === conditionId)
    const { conditionId: _, ...paused } = pauses().find((pause) => pause.conditionId === conditionId) ?? {}
    const market = { conditionId, question: found?.question ?? conditionId }
    return { market, ...('actor' in paused ? { paused } : {}) }
  }

  async #inMarket(name: string, run: (market: MarketSnapshot) => Promise<ControlAnswer>): Promise<ControlAnswer> {
    const found = marketNamed(name, this.#source())
    if ('conditionId' in found) return run(found)
    const got = found.length === 0 ? 'a name of none' : `one of ${found.length}: ${found.slice(0, 3).join('; ')}`
    return refusal('not-found', `market: expected an id, or a part of one question of this bot, got ${got}`)
  }

  #standing() {
    const { halted, waiting } = this.#parts.bot.snapshot()
    return { ...(halted ? { halted } : {}), ...(waiting ? { waiting } : {}) }
  }

  #left() {
    const source = this.#source()
    return { left: ordersView(source).orders, massCancel: source.snapshot.massCancel }
  }

  /** The snapshot is taken by the first view that needs it. */
  #source(): ViewSource {
    const { bot, venueMs, lately, memory, losses, pauses, book, look, termNotes, fleet } = this.#parts
    let taken: BotSnapshot | undefined
    return {
      ...{ venueMs: venueMs(), lately: lately(), memory, losses, pauses, book, look, termNotes },
      ...(fleet && { fleet }),
      get snapshot() {
        taken ??= bot.snapshot()
        return taken
      },
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((done) => this.#parts.after(ms, done))
  }

  /** Whether it was done in time. */
  #within(ms: number, run: (done: () => void) => void): Promise<boolean> {
    return new Promise((resolve) => {
      this.#parts.after(ms, () => resolve(false))
      run(() => resolve(true))
    })
  }
}

const isVerified = ({ massCancel }: BotSnapshot) => massCancel === undefined || massCancel.verifiedMs !== undefined

const told = (data: unknown): ControlAnswer => ({ ok: true, data })
