// Ready-made worlds: `demo` shows fills within seconds, `calm` is slower and longer.

import { type WorldConfig, type WorldInput, worldSchema } from './schema.js'

const PRESETS = {
  /** Five markets, each resolving within a few minutes. */
  demo: {},
  /** Lives of a quarter to half an hour, a third of the flow, a third of the variance. */
  calm: {
    markets: { minSec: 900, maxSec: 1800 },
    probability: { volatility: 0.008, jumpsPerSec: 0.001 },
    noise: { arrivalsPerSec: 0.35 },
    rivals: { requoteMs: 4000, lagMs: 1500, noiseMemoryMs: 4000 },
    informed: { looksPerSec: 0.4 },
  },
} satisfies Record<string, WorldInput>

export type WorldPreset = keyof typeof PRESETS

export const WORLD_PRESETS: readonly WorldPreset[] = ['demo', 'calm']

export function worldPreset(name: WorldPreset): WorldConfig {
  return worldSchema.parse(PRESETS[name])
}
