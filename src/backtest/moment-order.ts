// The order in which records of one moment at the venue are taken: an own order of the recording bot before the level that shows it.
//
//   as told    level at 48 grows, own order at 48 rests        as taken   own order, level
//   as told    level 60 -> 20, level 20 -> 0, own order gone   as taken   level 60 -> 20, own order, level 20 -> 0
//
// Of several changes at its place the last one before it is its own: those before were of others, who stood ahead of it. Taken the other way
// round, others would seem to come and to leave again, which moves queues that did not move.

import { levelKey } from '../domain/collections/level-map.js'
import type { TapeRecord } from '../recording/tape-record.js'

/** The same records; nothing but own orders moves, and only towards the front. */
export function inOrderOfCause(records: readonly TapeRecord[]): readonly TapeRecord[] {
  if (records.length < 2 || !records.some(({ event }) => event.kind === 'own-order')) return records
  const ordered: TapeRecord[] = []
  const shown = new Set<TapeRecord>()
  for (const record of records) {
    const own = shownPlace(record)
    const at = own === undefined ? -1 : ordered.findLastIndex((each) => !shown.has(each) && changedPlace(each) === own)
    const level = ordered[at]
    if (level === undefined) ordered.push(record)
    else {
      shown.add(level)
      ordered.splice(at, 0, record)
    }
  }
  return ordered
}

function shownPlace({ event }: TapeRecord): string | undefined {
  if (event.kind !== 'own-order') return undefined
  const { conditionId, outcome, side, price } = event.record
  return `${conditionId} ${levelKey(outcome, side, price)}`
}

function changedPlace({ event }: TapeRecord): string | undefined {
  if (event.kind !== 'market-data' || event.event.kind !== 'change') return undefined
  const { conditionId, change } = event.event
  return `${conditionId} ${levelKey(change.outcome, change.side, change.price)}`
}
