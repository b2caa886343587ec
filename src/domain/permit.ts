// The request budget in words: the right to one request, who gives it out, and what an answer tells of what is left.

export const ROUTE_CLASSES = ['read', 'write', 'cancel', 'account'] as const
/** Each class of routes has a budget of its own. */
export type RouteClassName = (typeof ROUTE_CLASSES)[number]

/** Requests per window of one second and of one minute. */
export interface WindowLimits {
  readonly perSecond: number
  readonly perMinute: number
}

/** Requests to read, and likewise to write, that may be without an answer: a class has as many connections to itself. */
export const MOST_UNDER_WAY = 64

export type ByClass<T> = Readonly<Record<RouteClassName, T>>

/** What is ours of a key that several bots use. */
export interface KeyPart {
  readonly limits: ByClass<WindowLimits>
  /** It holds until then, monotonic: whoever gave it may be away. */
  readonly untilMonoMs: number
  readonly afterwards: ByClass<WindowLimits>
}

export const ENDING_STEP_MS = 2000

/** What whoever divides a key asks each bot. */
export interface ClassUse {
  /** The whole key's; what the venue has not told is the profile's guess. */
  readonly limit: WindowLimits
  /** The same where the venue has told it, 0 otherwise. */
  readonly learned: WindowLimits
  /** Requests that count in each window. */
  readonly used: WindowLimits
  /** Of those of the minute: how many end to count in each step of `ENDING_STEP_MS` from now on. One without an answer is in none. */
  readonly ending: readonly number[]
  /** What is ours now. */
  readonly part: WindowLimits
}

/** Each life rounds up what it leaves to the next one: by little, so that many of them add little. */
export const FORMER_STEP_MS = 500

/** What a process has used of a class's minute, for the next one with the same key. */
export interface LeftUse {
  /** The limit as the venue has told it, to that process or to one before it; 0 where it has not. */
  readonly perMinute: number
  /** How many of its requests end to count in each step of `FORMER_STEP_MS` from now on; one without an answer in a late one. */
  readonly ending: readonly number[]
  /** What others use. */
  readonly strangers: number
}

/** The same as the next one finds it. */
export interface FormerUse extends LeftUse {
  /** How long ago it was written down. */
  readonly agoMs: number
}

/** `short` is one second, `medium` one minute. */
export type WindowName = 'short' | 'medium'

/** `routine` requests leave a reserve of each window to `urgent` ones, and both leave some to the `emergency`: everything is cancelled. */
export type Priority = 'emergency' | 'urgent' | 'routine'

/** The right to one request: spent by an answer, or by one that never came, or given back unused. */
export interface Permit {
  readonly routeClass: RouteClassName
  /** Running number in its class. */
  readonly serial: number
  /** Counts as spent and lost from then on, monotonic: a request is answered or given up before. */
  readonly untilMonoMs: number
}

/** What an answer tells of the budget; empty where it tells nothing. */
export interface Told {
  readonly short?: WindowTold
  readonly medium?: WindowTold
  /** It was none: the venue is not well (5xx), or something else answered in its place. */
  readonly failed?: true
  /** It was none: the request never reached the venue. */
  readonly unsent?: true
  /** The venue asks for silence (429). */
  readonly block?: { readonly waitMs?: number; readonly window?: WindowName }
}

export interface WindowTold {
  readonly limit?: number
  /** Left after this request, by the venue's count. */
  readonly remaining?: number
}

export interface PermitWant {
  readonly routeClass: RouteClassName
  readonly priority: Priority
}

/** What requests are paid from. */
export interface PermitDesk {
  /** Calls back once, maybe at once; with `undefined` when there is none for longer than the desk has patience. */
  want(want: PermitWant, done: (permit: Permit | undefined) => void): void
  /** `told` is absent when no answer came: the request may still arrive. */
  answered(permit: Permit, told?: Told): void
  /** Nothing was sent, and nothing will be. */
  unused(permit: Permit): void
}

/** What the keeper of a stock is told. */
export type StockOrder =
  /** So many spent permits come back to each window after the given times. */
  | {
      readonly kind: 'return-permits'
      readonly routeClass: RouteClassName
      readonly count: number
      readonly shortMs: number
      readonly mediumMs: number
    }
  /** What can be spent at most per window, the use of others taken off; `back`: permits drawn beyond that. */
  | ({ readonly kind: 'resize-stock'; readonly routeClass: RouteClassName; readonly back: number } & WindowLimits)

/** A second keeper of the same budget, from whom permits are drawn ahead of need. */
export interface PermitStock {
  /** One listener; told at once of what was drawn before. */
  listen(onDrawn: (routeClass: RouteClassName, count: number) => void): void
  carryOut(order: StockOrder): void
}
