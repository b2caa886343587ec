// What a start takes up from the run before, in one line; and what it could not read.

import type { Standing } from '../domain/run/standing.js'
import type { OpenedJournal } from '../execution/journal/journal.js'
import { type OtherWallet, otherWalletWords, WHAT_TO_DO_WITH_OTHERS } from '../execution/journal/other-wallets.js'
import { placeOf } from '../execution/journal/set-aside.js'
import type { Logger } from '../telemetry/log/log.js'

const HOW = 'quoin resume lifts it'

export function sayRestored(standing: Standing, logger: Logger): void {
  const { halt, pauses } = standing
  logger[halt === undefined ? 'info' : 'error']({ ...(halt ? { halt } : {}), pauses }, restoredWords(standing))
}

/**
 * `taken up from the former run: halted since … by …: …; 2 markets paused; P&L …`. It is the kill switch's: lower than what a table shows, which
 * has what is held at its fair value.
 */
export function restoredWords({ halt, pauses, pnl }: Standing): string {
  const parts = [
    ...(halt === undefined ? [] : [`halted since ${timeOf(halt.atMs)} by ${halt.actor}: ${halt.reason} (${HOW})`]),
    ...(pauses.length === 0 ? [] : [`${pauses.length} ${pauses.length === 1 ? 'market' : 'markets'} paused`]),
    `P&L of all runs ${pnl.total.toFixed(2)} with what is held at its worst price (${pnl.realised.toFixed(2)} realised, peak ${pnl.peak.toFixed(2)}, ${(pnl.total - pnl.dayStart).toFixed(2)} since midnight UTC of ${dayOf(pnl.day)})`,
  ]
  return `taken up from the former run: ${parts.join('; ')}`
}

/** Wallets that nobody trades with any more, and that have left orders. */
export function sayOthers(others: readonly OtherWallet[], logger: Logger): void {
  for (const other of others)
    logger.warn({ event: 'other-wallet', ...other }, `${otherWalletWords(other)}: ${WHAT_TO_DO_WITH_OTHERS}`)
}

/** Places named of damage that is larger. */
const NAMED = 5

/** Lines of the journal that say nothing any more. */
export function sayDamage({ damage, folder }: Pick<OpenedJournal, 'damage' | 'folder'>, logger: Logger): void {
  if (damage.length > 0) logger.error(damageWords({ damage, folder }))
}

/** `…: 2 damaged lines are set aside: orders-000007.jsonl:12 (byte 3456), …`. */
export function damageWords({ damage, folder }: Pick<OpenedJournal, 'damage' | 'folder'>): string {
  const places = damage.slice(0, NAMED).map(placeOf)
  const more = damage.length > NAMED ? ` and ${damage.length - NAMED} more` : ''
  const what = damage.length === 1 ? 'a damaged line is' : `${damage.length} damaged lines are`
  return `${folder}: ${what} set aside: ${places.join(', ')}${more}; what they named is found by listing before anything is quoted`
}

const DAY_MS = 86_400_000

const timeOf = (ms: number) => new Date(ms).toISOString()
const dayOf = (day: number) => timeOf(day * DAY_MS).slice(0, 10)
