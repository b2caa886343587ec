// One window of a route class: its limit, our part of it, our own requests in it, and what strangers use of it.
//
// An answer bounds the strangers' use from below by the most of ours that the venue can have counted by then; that of the minute from above
// too, by the least that it must have counted. So what a former life of the bot has used is free again when the venue says so, and not up to
// a minute later: where strangers leave little, a few requests are kept to ask with, one now and then.
//
// What that life has written down counts as ours, until it ends; the first answer that tells what remains corrects it: of what the venue does
// not count, as after its restart or ours of a machine that slept, nothing is waited for. Before that answer one request is sent, unless the
// window is full to the last.

import { FORMER_STEP_MS, type FormerUse, type Priority, type WindowTold } from '../../domain/permit.js'
import { createForeignUse } from './foreign-use.js'
import { createWindowCount, type WindowCount } from './window-count.js'

/** Part of the window that routine requests leave to urgent ones. Rounded up, never the whole window. */
const RESERVE_SHARE = 0.1
/** Part that both leave to the emergency. Rounded down. */
const EMERGENCY_SHARE = 0.02
/** Requests that the least part of a divided key leaves to it, and the part of it that they may be at most. */
const EMERGENCY_LISTS = 2
const EMERGENCY_LEAST = 4

/** In a shorter window others come and go with each answer: the most of it is the better guess there. */
const CAPPED_MS = 10_000
/** A request of ours that leaves the window so soon may have left the venue's already: it was there before it was answered. */
const UNDER_WAY_MS = 2000

/** What several lives have rounded up, one after the other. */
const COARSE_MS = 2000

/** Requests that stay for asking what others leave, where they leave little: what is over the limit is answered by a block. */
const PROBES = 3
/** What others have used leaves the window evenly, as far as anybody knows: once so much of it may have, it is asked. */
const PROBE_AFTER = 10
/** Where nothing had left by then, it came in a burst and leaves in one: the next of the last requests to ask with waits so many times as long. */
const PROBE_BACK_OFF = 2

export interface WindowPart {
  readonly limit: number
  readonly untilMonoMs: number
  readonly afterwards: number
}

interface Ours {
  readonly most: number
  readonly part: number
  readonly at: { readonly serial: number; readonly takenMonoMs: number }
}

interface Reserved {
  readonly priority: Priority
  /** Requests that stay untouched besides. */
  readonly reserve: number
}

export class BudgetWindow {
  readonly count: WindowCount
  readonly #windowMs: number
  limit = 0
  /** Bots that share the key, ourselves included: without a part of its own each takes an equal one. */
  sharers = 1
  /** What is ours of the limit where the key is shared. */
  part: WindowPart | undefined
  /** The last look. */
  #atMonoMs = 0
  /** Whether the venue has told the limit. */
  #isLearned = false
  readonly #foreign = createForeignUse()
  /** What the strangers' use was at the last look. */
  #foreignUse = 0
  /** The newest request whose answer told what remains. */
  #toldSerial = 0
  /** When an answer told last what remains, monotonic. */
  #toldMonoMs = Number.NEGATIVE_INFINITY
  /** A former life has heard the limit. */
  #isFormerLimit = false
  /** A former life's requests that count, one by one, by when they end. */
  #former: number[] = []
  /** No answer has told yet how many of them the venue counts. */
  #isFormerUntold = false
  /** Of the ends in `count`, some are known to a step only. */
  #untilCoarseMonoMs = Number.NEGATIVE_INFINITY
  /** Answers in a row by which nothing of the strangers' use had left. */
  #inVain = 0

  constructor(windowMs: number, marginMs: number) {
    this.#windowMs = windowMs
    this.count = createWindowCount(windowMs, marginMs)
  }

  /** What the process before this one has used. */
  takeFormer({ perMinute, ending, strangers, agoMs }: FormerUse, nowMonoMs: number): void {
    // it has heard from the venue what this one only assumes
    if (perMinute > 0) {
      this.limit = perMinute
      this.#isFormerLimit = true
    }
    this.#foreign.note(strangers, nowMonoMs - agoMs + this.count.holdMs)
    const ends = ending.map((count, step) => ({ count, atMonoMs: nowMonoMs - agoMs + (step + 1) * FORMER_STEP_MS }))
    for (const { count, atMonoMs } of ends.filter((end) => end.atMonoMs > nowMonoMs)) {
      this.count.addFormer(count, atMonoMs)
      for (let i = 0; i < count; i++) this.#former.push(atMonoMs)
    }
    this.#isFormerUntold = this.#former.length > 0
    this.#untilCoarseMonoMs = this.#former.at(-1) ?? nowMonoMs
  }

  #formerAt(nowMonoMs: number): number {
    const ended = this.#former.findIndex((endMonoMs) => endMonoMs > nowMonoMs)
    if (ended !== 0) this.#former = ended < 0 ? [] : this.#former.slice(ended)
    return this.#former.length
  }

  /** What is ours of the limit, as of the last look; zero before it is known. */
  get open(): number {
    return this.limit === 0 ? 0 : Math.max(1, this.#ours())
  }

  /** The limit where the venue has told it, 0 otherwise. */
  get learned(): number {
    return this.#isLearned ? this.limit : 0
  }

  /** The same for the next process: what the one before has heard, where this one has heard nothing. */
  get handedOn(): number {
    return this.#isLearned || this.#isFormerLimit ? this.limit : 0
  }

  /** The strangers' use ends by time alone, and so does a part. */
  look(nowMonoMs: number): void {
    this.#foreignUse = this.#foreign.at(nowMonoMs)
    this.#atMonoMs = nowMonoMs
  }

  strangersAt(nowMonoMs: number): number {
    return this.#foreign.at(nowMonoMs)
  }

  /** What is ours of a shared key, whatever the others leave; all of one that is not. */
  partAt(nowMonoMs: number): number {
    if (this.part !== undefined) {
      const { limit, untilMonoMs, afterwards } = this.part
      return Math.min(this.limit, nowMonoMs < untilMonoMs ? limit : afterwards)
    }
    return Math.min(this.limit, Math.max(1, Math.floor(this.limit / this.sharers)))
  }

  /** The same for a request that is taken: all of a limit that nobody has told yet, and that its answer tells. */
  partAtTake(nowMonoMs: number): number {
    return this.#isLearned || this.part !== undefined ? this.partAt(nowMonoMs) : Number.POSITIVE_INFINITY
  }

  /**
   * Of our requests in the window those that take nothing of what is ours now. Whoever divides the key goes on keeping for us what a part held
   * that has ended: what was used in it is besides the least, as long as both together stay within that part.
   */
  besidesPart(nowMonoMs: number): number {
    if (this.part === undefined || nowMonoMs < this.part.untilMonoMs) return 0
    const { limit, untilMonoMs, afterwards } = this.part
    return Math.min(this.count.settledBefore(untilMonoMs, nowMonoMs, 0), Math.max(0, limit - afterwards))
  }

  /** Those that do. */
  usedOfPart(nowMonoMs: number): number {
    return this.count.used(nowMonoMs) - this.besidesPart(nowMonoMs)
  }

  /** For who keeps the count, too, and takes off whatever we have used. */
  keptAt(nowMonoMs: number): number {
    this.look(nowMonoMs)
    return this.open + this.besidesPart(nowMonoMs)
  }

  /** May be negative. */
  free(nowMonoMs: number, reserved: Reserved): number {
    this.look(nowMonoMs)
    const used = this.usedOfPart(nowMonoMs)
    const free = this.#most(reserved) - used
    if (this.#isFormerUntold) return Math.max(free, Math.min(1, this.#ours() - used))
    return free <= 0 && this.#probeMonoMs(nowMonoMs) <= nowMonoMs ? 1 : free
  }

  /** When `requests` may be free; `undefined` while only answers can free them. */
  freeAt(nowMonoMs: number, requests: number, reserved: Reserved): number | undefined {
    const missing = requests - this.free(nowMonoMs, reserved)
    if (missing <= 0) return nowMonoMs
    const probeMonoMs = requests === 1 ? this.#probeMonoMs(nowMonoMs) : Number.POSITIVE_INFINITY
    if (this.#most(reserved) < requests)
      return Math.min(probeMonoMs, this.#foreign.endsMonoMs ?? Number.POSITIVE_INFINITY)
    const freeAt = this.count.freeAt(nowMonoMs, missing)
    return probeMonoMs === Number.POSITIVE_INFINITY ? freeAt : Math.min(probeMonoMs, freeAt ?? probeMonoMs)
  }

  /** When one may ask what others leave by now, monotonic; never while an answer is awaited, where none is left, nor where they use nothing. */
  #probeMonoMs(nowMonoMs: number): number {
    if (!this.#isCrowded || this.count.inFlight > 0) return Number.POSITIVE_INFINITY
    const left = this.#ours() - this.usedOfPart(nowMonoMs)
    if (left <= 0) return Number.POSITIVE_INFINITY
    const backOff = PROBE_BACK_OFF ** Math.max(0, Math.min(this.#inVain, PROBES - left))
    return this.#toldMonoMs + (this.#windowMs * PROBE_AFTER * backOff) / this.#foreignUse
  }

  /** Others use of it, and that lasts. */
  get #isCrowded(): boolean {
    return this.#windowMs >= CAPPED_MS && this.#foreignUse > 0
  }

  /** `ours`: the most of our requests that the venue can have counted by then, our part when it was asked, and when that was. */
  learn({ limit, remaining }: WindowTold, nowMonoMs: number, ours: Ours | undefined): void {
    if (limit !== undefined) {
      this.limit = limit
      this.#isLearned = true
    }
    if (remaining !== undefined) this.#told(remaining, nowMonoMs)
    if (remaining !== undefined && this.#isLearned && ours !== undefined) {
      const before = this.#foreign.at(nowMonoMs)
      const part = Math.min(ours.part, this.partAt(nowMonoMs))
      this.#foreign.note(part - remaining - ours.most, nowMonoMs + this.count.holdMs)
      this.#cap(part - remaining, nowMonoMs, ours)
      this.#inVain = this.#foreign.at(nowMonoMs) < before ? 0 : this.#inVain + 1
    }
    this.look(nowMonoMs)
  }

  #told(remaining: number, nowMonoMs: number): void {
    this.#toldMonoMs = nowMonoMs
    if (!this.#isFormerUntold) return
    this.#isFormerUntold = false
    // the request that was answered has counted itself; others of ours may be on their way
    const beyond = Math.max(0, this.#formerAt(nowMonoMs) - (this.limit - remaining - 1))
    this.count.forget(beyond, nowMonoMs)
    this.#former = this.#former.slice(beyond)
  }

  /** Never more is taken for free than what remains: what is not counted here as others' use counts as ours. */
  #cap(used: number, nowMonoMs: number, { at }: Ours): void {
    // a later request that was answered before knows better
    if (this.#windowMs < CAPPED_MS || at.serial <= this.#toldSerial) return
    this.#toldSerial = at.serial
    // what is answered has counted itself
    const underWayMs = nowMonoMs < this.#untilCoarseMonoMs ? UNDER_WAY_MS + COARSE_MS : UNDER_WAY_MS
    const least = this.count.settledBefore(at.takenMonoMs, nowMonoMs, underWayMs) + 1
    this.#foreign.cap(used - least)
  }

  /** A venue that publishes no limits teaches them by refusing. */
  halve(): void {
    if (!this.#isLearned) this.limit = Math.max(1, Math.floor(this.limit / 2))
  }

  /** Others' use within their parts takes nothing of ours; what was noted of strangers is beyond those. */
  #ours(): number {
    return this.partAt(this.#atMonoMs) - this.#foreignUse
  }

  #most({ priority, reserve }: Reserved): number {
    const open = this.#ours()
    const probes = this.#isCrowded && priority !== 'emergency' ? Math.min(PROBES, Math.floor(this.limit / 8), open) : 0
    // of what former lives leave, as of what strangers do: else a start found nothing where they had used all but the reserve
    const left = this.#former.length === 0 ? open : open - this.#formerAt(this.#atMonoMs)
    return open - Math.max(0, probes, keptFrom(priority, left) + this.#keptOfLeast(priority, open)) - reserve
  }

  /** Of a least part the share that is left to the emergency is none: two lists, of which one shows that nothing rests, are. */
  #keptOfLeast(priority: Priority, open: number): number {
    const isLeast = this.part !== undefined && this.#atMonoMs >= this.part.untilMonoMs
    return isLeast && priority !== 'emergency' ? Math.min(EMERGENCY_LISTS, Math.floor(open / EMERGENCY_LEAST)) : 0
  }
}

function keptFrom(priority: Priority, open: number): number {
  if (priority === 'emergency') return 0
  if (priority === 'urgent') return Math.floor(open * EMERGENCY_SHARE)
  // a reserve that left nothing for routine work would stop it for ever
  return Math.min(Math.ceil(open * RESERVE_SHARE), open - 1)
}
