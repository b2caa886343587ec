// Latencies of a bot on the tape of its own run: each message takes what its counterpart took in the recording, there and back.
//
//   counterpart   the nearest in time of its kind and of the same side of a market that was sent in the second before, and stands for no other
//                 message yet; else the nearest of its kind; else it takes what such messages take otherwise
//   there         as long as the venue's own stamp says, which is how it meets the records of the tape; without a stamp, the whole way
//   news          of an order of which the recorded bot was told at the same moment of the venue: when that one heard of it
//
// Nothing of a counterpart counts before it has happened: neither its arrival nor its answer come earlier than they did in the recording, and one
// that was under way when the recording ended comes no earlier than that.

import {
  ABOUT_LISTING,
  type MatchedMessages,
  type RecordedMessages,
  type RequestKind,
  type SentMessage,
} from '../domain/run/sent-message.js'
import type { Latency, Trip } from '../venue/simulated/fills/latency.js'
import { LONGEST_WAY_MS } from './tape-player.js'

/** Milliseconds by the wall clock of the tape. */
export interface TapeTimes {
  /** It never falls. */
  now(): number
  /** How much later than its stamp the last record was taken to have happened at the venue. */
  venueBehind(): number
}

/** A bot decides this much later than it hears, at most, and a backtest at once. */
const SAME_MS = 5
const NEAR_MS = 1000
/** Stamps of the venue are whole milliseconds. */
const STAMP_MS = 0.6

export class AsItWas implements Latency {
  readonly longestBackMs: number
  readonly #recorded: RecordedMessages
  readonly #otherwise: Latency
  readonly #times: TapeTimes
  readonly #taken = new Set<SentMessage>()
  /** Before these, everything is too long ago. */
  #fromSent = 0
  #fromTold = 0
  #matched = { messages: 0, alike: 0, same: 0 }

  /** `otherwise`: of what has no counterpart. */
  constructor(recorded: RecordedMessages, otherwise: Latency, times: TapeTimes) {
    this.#recorded = recorded
    this.#otherwise = otherwise
    this.#times = times
    this.longestBackMs = recorded.sent.reduce(
      (longest, { tookMs = 0 }) => Math.max(longest, tookMs),
      otherwise.longestBackMs,
    )
  }

  get matched(): MatchedMessages {
    return this.#matched
  }

  trip(kind: RequestKind, about?: string): Trip {
    const nowMs = this.#times.now()
    const { marketsMs = nowMs } = this.#recorded.start
    if (about === ABOUT_LISTING && nowMs < marketsMs) return { thereMs: marketsMs - nowMs, backMs: 0 }
    if (about === undefined || about === ABOUT_LISTING) return this.#otherwise.trip(kind)
    this.#matched.messages += 1
    const found = this.#counterpart(kind, about, nowMs)
    if (found === undefined) return this.#otherwise.trip(kind)
    this.#taken.add(found)
    this.#matched.alike += 1
    if (found.about === about && Math.abs(found.sentMs - nowMs) <= SAME_MS) this.#matched.same += 1
    return this.#tripAs(found, nowMs)
  }

  newsMs(): number {
    return this.#otherwise.newsMs()
  }

  signedInMs(): number | undefined {
    const { signedInMs } = this.#recorded.start
    const waitMs = (signedInMs ?? 0) - this.#times.now()
    return waitMs < 0 ? undefined : waitMs
  }

  knownNewsMs(about: string): number | undefined {
    const { told } = this.#recorded
    const nowMs = this.#times.now()
    const stampMs = nowMs - this.#times.venueBehind()
    while ((told[this.#fromTold]?.atMs ?? nowMs) < nowMs) this.#fromTold += 1
    for (let i = this.#fromTold; (told[i]?.atMs ?? Number.POSITIVE_INFINITY) <= nowMs + LONGEST_WAY_MS; i += 1) {
      const news = told[i]
      if (news?.about === about && Math.abs(news.venueMs - stampMs) <= STAMP_MS) return news.atMs - nowMs
    }
    return undefined
  }

  #counterpart(kind: RequestKind, about: string, nowMs: number): SentMessage | undefined {
    const { sent } = this.#recorded
    while ((sent[this.#fromSent]?.sentMs ?? nowMs) < nowMs - NEAR_MS) this.#fromSent += 1
    let [own, other]: (SentMessage | undefined)[] = []
    for (let i = this.#fromSent; (sent[i]?.sentMs ?? Number.POSITIVE_INFINITY) <= nowMs + SAME_MS; i += 1) {
      const message = sent[i]
      if (message?.kind !== kind || this.#taken.has(message)) continue
      if (message.about === about) own = nearer(own, message, nowMs)
      else other = nearer(other, message, nowMs)
    }
    return own ?? other
  }

  /** So much later as it is sent later. */
  #tripAs({ sentMs, answeredMs, venueMs }: SentMessage, nowMs: number): Trip {
    const lateMs = Math.max(0, nowMs - sentMs)
    const arrivedMs = venueMs === undefined ? answeredMs : venueMs + this.#times.venueBehind()
    const thereMs = Math.max(0, Math.min(arrivedMs, answeredMs) + lateMs - nowMs)
    return { thereMs, backMs: Math.max(0, answeredMs + lateMs - nowMs - thereMs) }
  }
}

/** Of two that are as near, the first. */
function nearer(one: SentMessage | undefined, other: SentMessage, nowMs: number): SentMessage {
  return one !== undefined && Math.abs(one.sentMs - nowMs) <= Math.abs(other.sentMs - nowMs) ? one : other
}
