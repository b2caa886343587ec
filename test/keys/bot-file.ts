// A small configuration of the bot as data, and what it becomes with one key changed.

import { type Config, parseConfig } from '../../src/config/config.js'
import { type Changes, changedBy, type Probe } from './key-rows.js'

const FILE = {
  venue: { profile: 'config/venues/sandbox.yaml', url: 'http://127.0.0.1:1', apiKey: 'shared-key-1234' },
  markets: { ids: ['m1'] },
  strategy: { name: 'fixed-spread' },
}

export function configWith(changes: Changes = {}): Config {
  // JSON is YAML
  return parseConfig({ file: 'bot.yaml', text: JSON.stringify(changedBy(FILE, changes)) })
}

/** What `observe` makes of the small configuration, and of the same with `changes`. */
export function seenBy<T>(observe: (config: Config) => T | Promise<T>, changes: Changes, around: Changes = {}): Probe {
  return async () => [await unchanged(observe, around), await observe(configWith({ ...around, ...changes }))]
}

const kept = new Map<unknown, Map<Changes, unknown>>()

/** Observed once for all rows that share it. */
async function unchanged(observe: (config: Config) => unknown, around: Changes): Promise<unknown> {
  const ofObserver = kept.get(observe) ?? new Map<Changes, unknown>()
  kept.set(observe, ofObserver)
  if (!ofObserver.has(around)) ofObserver.set(around, await observe(configWith(around)))
  return ofObserver.get(around)
}
