// What a venue finds in its store at the start: the exchange as it was left, and whose venue it was.

import { QuoinError } from '../../../domain/error.js'
import type { Exchange } from '../../../venue/simulated/exchange/exchange.js'
import type { ServerConfig } from '../../schema.js'
import type { DurableValues } from './durable-values.js'
import type { VenueStore } from './venue-store.js'

const HOUR_MS = 3_600_000

interface Opening {
  readonly config: Pick<ServerConfig, 'keepEndedHours'>
  readonly nowMs: number
}

/**
 * Brings a fresh exchange to where the store left it; from then on its changes go there. Returns by how many milliseconds
 * the calendar went back since then: 0, or less.
 */
export function openSaved(exchange: Exchange, store: VenueStore, { nowMs, config }: Opening): number {
  if (store.saved !== undefined) exchange.restore(store.saved)
  store.attach(exchange, { keepEndedMs: config.keepEndedHours * HOUR_MS })
  const byMs = Math.min(0, nowMs - (store.saved?.sums.nowMs ?? nowMs))
  if (byMs < 0) exchange.rebase(byMs)
  return byMs
}

/**
 * Settings on which kept ids, hashes and amounts rest: they cannot change under kept state.
 * Throws `bad-config` naming the one that did.
 */
export function checkIdentity({ seed, chain, typedData, collateral }: ServerConfig, values: DurableValues): void {
  const now: Record<string, string> = {
    seed: String(seed),
    'chain.chainId': String(chain.chainId),
    'chain.exchange': chain.exchange.toLowerCase(),
    'chain.domainName': chain.domainName,
    'chain.domainVersion': chain.domainVersion,
    'collateral.decimals': String(collateral.decimals),
    typedData,
  }
  const kept = values.get<Record<string, string>>('venue', 'identity') ?? now
  for (const [field, value] of Object.entries(now)) {
    if (kept[field] === value) continue
    throw new QuoinError('bad-config', `${field}: expected ${kept[field]}, as in the data file, got ${value}`)
  }
  values.put('venue', 'identity', now)
}

/** How often the venue was started on this store before. */
export function countStart(values: DurableValues): number {
  const starts = values.get<number>('venue', 'starts') ?? 0
  values.put('venue', 'starts', starts + 1)
  return starts
}
