import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { Decision } from '../../../src/domain/run/decision.js'
import type { StandingChange } from '../../../src/domain/run/standing.js'
import type { FormerOrders } from '../../../src/execution/journal/journal.js'
import type { JournalLine } from '../../../src/execution/journal/journal-line.js'
import type { HttpRequest, HttpResult } from '../../../src/venue/session/transport.js'
import type { OrderMessage } from '../../../src/venue/wire/typed-data.js'
import type { BotLife } from './bot-life.js'
import type { TokenNews } from './invariants/shown-tokens.js'

/** Who watches what a bot does. */
export interface LifeWatch {
  event(event: CoreEvent, life: BotLife): void
  decided(decision: Decision, life: BotLife): void
  /** Leaves the machine of the bot. */
  sent(request: HttpRequest, life: BotLife): void
  answered(request: HttpRequest, result: HttpResult, life: BotLife): void
  /** Its socket is up or down, as it hears of it; and what it hears there, after it has. */
  linked(isUp: boolean, life: BotLife): void
  /** Something has come over it, be it a frame or a sign of life. */
  received(life: BotLife): void
  framed(name: string, payload: unknown, life: BotLife): void
  /** Of its sign-in, over its socket. */
  showed(news: TokenNews, life: BotLife): void
  signing(message: OrderMessage, life: BotLife): void
  /** Given to the journal. */
  written(lines: readonly JournalLine[], life: BotLife): void
  /** What a start has found of former lives. */
  found(former: FormerOrders, life: BotLife): void
  /** Something in its standing has become otherwise. */
  stood(change: StandingChange, life: BotLife): void
  log(level: string, message: string, life: BotLife): void
}
