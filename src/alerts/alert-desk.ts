// What happens in a bot, as alerts: at once, after a while where it may pass by itself, or many as one.

import { type Market, rawToShares } from '../domain/market/market.js'
import type { Fill } from '../domain/orders/fill.js'
import type { BotSnapshot } from '../domain/run/snapshot.js'
import { type Halt, LOSS_CAUSES, type PnlMarks, type StandingChange } from '../domain/run/standing.js'
import { visible } from '../domain/visible-text.js'
import type { Alert, AlertKind } from './alert.js'
import type { AlertSettings } from './schema.js'
import { Silence } from './silence.js'

export interface DeskParts {
  readonly settings: Pick<AlertSettings, 'waitsLongerSec' | 'noQuotesSec' | 'digestSec' | 'nearLimit'>
  readonly clock: { wallMs(): number; after(delayMs: number, run: () => void): () => void }
  readonly send: (alert: Alert) => void
}

interface LossLimits {
  readonly maxLoss: number
  readonly maxDailyLoss: number
  readonly maxDrawdown: number
}

/** Once told, a loss near its limit is told again only after it was this much of it away. */
const AWAY = 0.1
const MOST_REMEMBERED = 5000
const MOST_MARKETS = 5
const MOST_FAULTS = 5
/** Of each, so that all of them find room in a message. */
const MOST_FAULT_CHARS = 300

export class AlertDesk {
  readonly #parts: DeskParts
  #endWait: (() => void) | undefined
  #isWaitTold = false
  readonly #silence: Silence
  readonly #seen = new Set<string>()
  readonly #fills = new Map<string, { buys: number; sells: number; shares: number }>()
  readonly #faults = new Map<string, number>()
  #digest: (() => void) | undefined
  readonly #near = new Set<string>()
  #mayRest = false
  /** Until a person resumes it: then no wait's end brings quotes back. */
  #isHalted = false

  constructor(parts: DeskParts) {
    this.#parts = parts
    this.#silence = new Silence(parts.settings.noQuotesSec * 1000)
  }

  tell(kind: AlertKind, text: string): void {
    this.#parts.send({ kind, text, atMs: this.#parts.clock.wallMs() })
  }

  standing(change: StandingChange): void {
    if (change.kind === 'halted') {
      this.#isHalted = true
      this.tell('halted', `${change.cause} by ${change.actor}: ${change.reason}`)
    } else if (change.kind === 'resumed') {
      this.#isHalted = false
      this.tell('resumed', resumedWords(change))
    } else if (change.kind === 'waiting') this.#waits(`${change.cause}: ${change.reason}`)
    else if (change.kind === 'waited') {
      this.#endWait?.()
      if (this.#isWaitTold)
        this.tell('waited', `over after ${Math.round(change.forMs / 1000)} s (${change.cause})${this.#haltedToo()}`)
      this.#isWaitTold = false
    }
  }

  /** Each is told once, however long it takes and however often it is looked at; a list that came soon is told of nowhere. */
  massCancel(event: 'begun' | 'unverified' | 'verified'): void {
    const mayRest = event === 'unverified'
    if (event === 'begun' || mayRest === this.#mayRest) return
    this.#mayRest = mayRest
    if (mayRest) this.tell('unverified', 'no list has shown yet that nothing rests')
    else this.tell('verified', 'a list has shown that nothing rests')
  }

  /** A start has taken up a halt: what was told of it then may have reached nobody. */
  stillHalted({ cause, actor, reason, atMs }: Halt): void {
    this.#isHalted = true
    this.tell('halted', `still, since ${new Date(atMs).toISOString()}: ${cause} by ${actor}: ${reason}`)
  }

  /** Looked at each second. */
  look(snapshot: Pick<BotSnapshot, 'markets' | 'halted' | 'waiting'>): void {
    const news = this.#silence.look(snapshot, this.#parts.clock.wallMs())
    if (news !== undefined) this.tell(news.kind, news.text)
  }

  /** Each is told once, whatever is listed again. */
  filled(fills: readonly Fill[], marketOf: (fill: Fill) => Market | undefined): void {
    for (const fill of fills) {
      const key = `${fill.tradeId}/${fill.hash}`
      const market = marketOf(fill)
      if (this.#seen.has(key) || market === undefined) continue
      this.#seen.add(key)
      const [oldest] = this.#seen
      if (this.#seen.size > MOST_REMEMBERED && oldest !== undefined) this.#seen.delete(oldest)
      const question = visible(market.question)
      const sum = this.#fills.get(question) ?? { buys: 0, sells: 0, shares: 0 }
      sum[fill.side === 'BUY' ? 'buys' : 'sells']++
      sum.shares += rawToShares(fill.sizeRaw, market)
      this.#fills.set(question, sum)
      this.#collect()
    }
  }

  fault(where: string, message: string): void {
    const what = `${where}: ${message}`
    this.#faults.set(what, (this.#faults.get(what) ?? 0) + 1)
    this.#collect()
  }

  /** Looked at from time to time. */
  losses({ total, start, dayStart, peak }: PnlMarks, { maxLoss, maxDailyLoss, maxDrawdown }: LossLimits): void {
    this.#judge('loss', start - total, maxLoss)
    this.#judge('loss of the day', dayStart - total, maxDailyLoss)
    this.#judge('drawdown', peak - total, maxDrawdown)
  }

  /** What was to be told as one is told now. */
  flush(): void {
    this.#digest?.()
    this.#digest = undefined
    if (this.#fills.size > 0) this.tell('fills', fillWords(this.#fills))
    this.#fills.clear()
    if (this.#faults.size > 0) this.tell('fault', faultWords(this.#faults))
    this.#faults.clear()
  }

  stop(): void {
    this.#endWait?.()
    this.flush()
  }

  #waits(reason: string): void {
    this.#endWait?.()
    const { waitsLongerSec } = this.#parts.settings
    this.#endWait = this.#parts.clock.after(waitsLongerSec * 1000, () => {
      this.#isWaitTold = true
      this.tell('waiting', `for ${waitsLongerSec} s, ${reason}${this.#haltedToo()}`)
    })
  }

  #haltedToo(): string {
    return this.#isHalted ? '; it is halted besides, and quotes nothing until it is resumed' : ''
  }

  #collect(): void {
    const { clock, settings } = this.#parts
    this.#digest ??= clock.after(settings.digestSec * 1000, () => this.flush())
  }

  #judge(name: string, loss: number, limit: number): void {
    const { nearLimit } = this.#parts.settings
    if (loss < (nearLimit - AWAY) * limit) this.#near.delete(name)
    if (limit === 0 || loss < nearLimit * limit || this.#near.has(name)) return
    this.#near.add(name)
    this.tell(
      'near-limit',
      `${name} at the best bids ${loss.toFixed(2)} of ${limit} allowed; beyond it everything is pulled`,
    )
  }
}

/** Whether it quotes is not said: it may wait, or be halted again at once. */
function resumedWords({ cause, actor, reason }: Extract<StandingChange, { kind: 'resumed' }>): string {
  const what = cause === undefined ? 'it was not halted' : 'it is halted no more'
  return `${what}, by ${actor}: ${reason}${LOSS_CAUSES.has(cause) ? '; losses count anew from here' : ''}`
}

function fillWords(fills: ReadonlyMap<string, { buys: number; sells: number; shares: number }>): string {
  const counts = [...fills].sort(([, a], [, b]) => b.buys + b.sells - a.buys - a.sells)
  const all = counts.reduce((sum, [, { buys, sells }]) => sum + buys + sells, 0)
  const lines = counts
    .slice(0, MOST_MARKETS)
    .map(
      ([question, { buys, sells, shares }]) =>
        `${question}: ${buys} bought, ${sells} sold, ${shares.toFixed(2)} shares`,
    )
  const more = counts.length - lines.length
  return [`${all} fills`, ...lines, ...(more > 0 ? [`and ${more} more markets`] : [])].join('\n')
}

/** The most frequent first. Of many markets at once each alone would keep what comes after them, as a halt, waiting for minutes. */
function faultWords(faults: ReadonlyMap<string, number>): string {
  const counts = [...faults].sort(([, a], [, b]) => b - a)
  const short = (what: string) => (what.length > MOST_FAULT_CHARS ? `${what.slice(0, MOST_FAULT_CHARS - 1)}…` : what)
  const lines = counts
    .slice(0, MOST_FAULTS)
    .map(([what, times]) => (times === 1 ? short(what) : `${short(what)} (${times} times)`))
  const more = counts.length - lines.length
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}
