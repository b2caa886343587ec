// What of a configuration may change while a bot runs, and how two configurations differ, key by key.

import type { ConfigFile } from './config.js'

/** Keys, and whole sections, that a running bot takes up. Of two that fit the longer one counts; what none names needs a restart. */
const WHILE_RUNNING: Readonly<Record<string, boolean>> = {
  'markets.ids': true,
  'markets.select': true,
  'markets.exclusiveGroups': true,
  'strategy.params': true,
  'strategy.slowAfterMs': true,
  'strategy.maxLevels': true,
  risk: true,
  // how our fills are judged is kept with each market
  'risk.toxicity': false,
  'risk.ramp': false,
  'execution.feeMaxAgeMs': true,
  'execution.orderLifetimeSec': true,
  'execution.repriceTicks': true,
  'execution.resizeFraction': true,
  'execution.renewBeforeFraction': true,
  'execution.minRepriceMs': true,
  'execution.useHeldTokens': true,
  feed: true,
  // the session's
  'feed.maxLagMs': false,
  'feed.maxClockOffsetSec': false,
  'feed.acceptMarketChanges': false,
  estimates: true,
  // its source is opened at the start
  'estimates.signal': false,
  'telemetry.logLevel': true,
  // no run reads them
  backtest: true,
  sweep: true,
}

/** Whether a running bot takes up another value of this key. */
export function changesWhileRunning(key: string): boolean {
  let at = key
  for (;;) {
    const found = Object.hasOwn(WHILE_RUNNING, at) ? WHILE_RUNNING[at] : undefined
    if (found !== undefined) return found
    const end = at.lastIndexOf('.')
    if (end < 0) return false
    at = at.slice(0, end)
  }
}

/** Limits that hold back more the lower they are. */
const LOWER_HOLDS_MORE: ReadonlySet<string> = new Set([
  ...['risk.maxMarketShares', 'risk.maxMarketCollateral', 'risk.maxMarketLoss', 'risk.maxGroupLoss'],
  ...['risk.maxTotalShares', 'risk.maxTotalCollateral', 'risk.maxTotalLoss'],
  ...['risk.maxOrderShares', 'risk.maxOrderCollateral', 'risk.maxFairDistance', 'risk.maxFeeRateBps'],
  ...['risk.orderRate.perSecond', 'risk.orderRate.perMinute', 'risk.priceBand.max'],
  ...['risk.killSwitch.maxLoss', 'risk.killSwitch.maxDailyLoss', 'risk.killSwitch.maxDrawdown'],
])
const HIGHER_HOLDS_MORE = 'risk.priceBand.min'

/** Whether it is a limit that lets less through than before, whatever else there is. */
export function tightens({ key, from, to }: KeyChange): boolean {
  if (to === undefined) return false
  if (key === HIGHER_HOLDS_MORE) return Number(to) > Number(from)
  return LOWER_HOLDS_MORE.has(key) && (from === undefined || Number(to) < Number(from))
}

/** Values as JSON; `undefined` where there is none. */
export interface KeyChange {
  readonly key: string
  readonly from: string | undefined
  readonly to: string | undefined
}

/** A configuration as plain data; `strategy` besides the file: as its own schema gives its parameters, and what the strategy's file says. */
export interface Comparable {
  readonly config: ConfigFile
  readonly params: unknown
  /** Of the content of `strategy.file`. */
  readonly sha256?: string | undefined
  /** What tells the contents of the files of secrets apart, by the keys that name the files. */
  readonly secrets?: ReadonlyMap<string, string>
}

/** Of keys with a value of their own, lists being values; in the order of their names. */
export function changesBetween(before: Comparable, after: Comparable): readonly KeyChange[] {
  const [from, to] = [leavesOf(before), leavesOf(after)]
  const keys = [...new Set([...from.keys(), ...to.keys()])].sort()
  return keys.flatMap((key) => {
    const change = { from: from.get(key), to: to.get(key) }
    return change.from === change.to ? [] : [{ key, ...shown(key, change) }]
  })
}

/** `risk.maxOrderShares: 500 -> 20`. */
export const inWords = ({ key, from = 'none', to = 'none' }: KeyChange) => `${key}: ${from} -> ${to}`

const CONTENT = ' (content)'
const STRATEGY_CONTENT = `strategy.file${CONTENT}`

/** Of what stands in a file that is named, and not in the configuration itself. */
export const isContent = ({ key }: Pick<KeyChange, 'key'>): boolean => key.endsWith(CONTENT)

/** The key itself, and whatever stands in a file of secrets. */
const isSecret = (key: string) => key === 'venue.apiKey' || (isContent({ key }) && key !== STRATEGY_CONTENT)

function shown(key: string, { from, to }: Omit<KeyChange, 'key'>): Omit<KeyChange, 'key'> {
  if (!isSecret(key)) return { from, to }
  return { from: from && '[secret]', to: to && '[another secret]' }
}

function leavesOf({ config, params, sha256, secrets = new Map() }: Comparable): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  collect({ ...config, strategy: { ...config.strategy, params } }, '', leaves)
  if (sha256 !== undefined) leaves.set(STRATEGY_CONTENT, sha256.slice(0, 16))
  for (const [key, content] of secrets) leaves.set(`${key}${CONTENT}`, content)
  return leaves
}

function collect(value: unknown, path: string, leaves: Map<string, string>): void {
  // a rule of the file, not a value of it
  if (value === undefined || typeof value === 'function') return
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    leaves.set(path, JSON.stringify(value))
    return
  }
  for (const [key, inner] of Object.entries(value)) collect(inner, path === '' ? key : `${path}.${key}`, leaves)
}
