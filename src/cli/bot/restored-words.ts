// What a start takes up from the run before, in one line.

import type { Standing } from '../../domain/standing.js'
import type { Logger } from '../../telemetry/log.js'

const HOW = 'quoin resume lifts it'

export function sayRestored(standing: Standing, logger: Logger): void {
  const { halt, pauses } = standing
  logger[halt === undefined ? 'info' : 'error']({ ...(halt ? { halt } : {}), pauses }, restoredWords(standing))
}

/** `taken up from the former run: halted since … by …: …; 2 markets paused; P&L …`. */
export function restoredWords({ halt, pauses, pnl }: Standing): string {
  const parts = [
    ...(halt === undefined ? [] : [`halted since ${timeOf(halt.atMs)} by ${halt.actor}: ${halt.reason} (${HOW})`]),
    ...(pauses.length === 0 ? [] : [`${pauses.length} ${pauses.length === 1 ? 'market' : 'markets'} paused`]),
    `P&L ${pnl.total.toFixed(2)} (${pnl.realised.toFixed(2)} realised, peak ${pnl.peak.toFixed(2)}, ${(pnl.total - pnl.dayStart).toFixed(2)} since midnight UTC of ${dayOf(pnl.day)})`,
  ]
  return `taken up from the former run: ${parts.join('; ')}`
}

const DAY_MS = 86_400_000

const timeOf = (ms: number) => new Date(ms).toISOString()
const dayOf = (day: number) => timeOf(day * DAY_MS).slice(0, 10)
