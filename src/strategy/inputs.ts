// What a strategy may read of its market: it declares its inputs, sees nothing else, and is asked when one of them has moved.

/** Each input, and the fields that it puts into the view. */
export const INPUT_FIELDS = {
  /** Best level of each side of both outcomes' books. */
  top: ['bestBid', 'bestAsk'],
  /** Every level of the others. */
  depth: ['depth'],
  /** Recent public trades, ours included. */
  trades: ['trades'],
  /** Its age alone, passing, is no movement. */
  fair: ['fair'],
  volatility: ['volatility'],
  /** What trades cost makers. */
  toxicity: ['toxicity'],
  /** What is held, and our own recent fills. */
  inventory: ['inventory', 'fills'],
  ownQuotes: ['ownQuotes'],
  fee: ['feeRateBps'],
  /** Moves every `everyMs` of the strategy. */
  time: ['nowMs', 'timeLeftMs'],
  /** Values from outside, those named in `signals` of the strategy. */
  signals: ['signal'],
} as const

export type Input = keyof typeof INPUT_FIELDS

/** Fields of the view that these inputs put there. */
export type FieldOf<I extends Input> = (typeof INPUT_FIELDS)[I][number]

/** What the engine is told of a strategy's declaration. */
export interface Reads {
  readonly inputs: readonly Input[]
  /** Milliseconds after which the passing of time counts as movement, where `time` is an input. */
  readonly everyMs: number
  readonly signals: readonly string[]
}

const isInput = (value: unknown): value is Input => typeof value === 'string' && Object.hasOwn(INPUT_FIELDS, value)

export const INPUTS: readonly Input[] = Object.keys(INPUT_FIELDS).filter(isInput)

/** Default of `everyMs`. */
export const EVERY_MS = 1000
/** Shorter periods are no time to answer in, longer ones no look at the clock. */
export const SHORTEST_PERIOD_MS = 20
export const LONGEST_PERIOD_MS = 3_600_000

/** A strategy that declares nothing, as a plain function in a test: it sees all there is but signals. */
export const EVERYTHING: Reads = { inputs: INPUTS, everyMs: EVERY_MS, signals: [] }

export interface Declaration {
  readonly inputs: readonly Input[]
  readonly everyMs?: number
  readonly signals?: readonly string[]
}

export function readsOf({ inputs, everyMs = EVERY_MS, signals = [] }: Declaration): Reads {
  return { inputs: [...new Set(inputs)], everyMs, signals: [...new Set(signals)] }
}

/** What a declaration from untyped code has wrong; `undefined` for one that can be worked with. */
export function declarationProblem(declared: {
  readonly scope?: unknown
  readonly inputs?: unknown
  readonly everyMs?: unknown
  readonly signals?: unknown
}): string | undefined {
  const { scope, inputs, everyMs, signals } = declared
  if (scope !== undefined && scope !== 'market' && scope !== 'group')
    return `scope: expected market or group, got ${shown(scope)}`
  if (!Array.isArray(inputs))
    return `inputs: expected a list of what it reads (${INPUTS.join(', ')}), got ${shown(inputs)}`
  const unknown = inputs.findIndex((name) => !isInput(name))
  if (unknown >= 0) return `inputs: expected names of ${INPUTS.join(', ')}, got ${shown(inputs[unknown])}`
  if (everyMs !== undefined) {
    const isPeriod = typeof everyMs === 'number' && everyMs >= SHORTEST_PERIOD_MS && everyMs <= LONGEST_PERIOD_MS
    if (!isPeriod)
      return `everyMs: expected milliseconds from ${SHORTEST_PERIOD_MS} to ${LONGEST_PERIOD_MS}, got ${shown(everyMs)}`
    if (!inputs.includes('time')) return "everyMs: expected 'time' among the inputs"
  }
  return signalsProblem(inputs.includes('signals'), signals)
}

function signalsProblem(isRead: boolean, names: unknown): string | undefined {
  if (names === undefined) return isRead ? "signals: expected their names, as 'signals' is among the inputs" : undefined
  const isList =
    Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === 'string' && name !== '')
  if (!isList) return 'signals: expected a list of names'
  return isRead ? undefined : "signals: expected 'signals' among the inputs"
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
