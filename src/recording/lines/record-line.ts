// A record as a line that any reader of tapes takes: for tapes that are made, imported or merged, not recorded.

import type { VenueProfile } from '../../venue/wire/profile.js'
import type { TapeRecord } from '../tape-record.js'
import { lineText, TAPE_FORMAT } from './tape-line.js'

/** The first line of such a tape; the profile is that of the venue which the records were read of, where it is known. */
export function headLine(run: string, atMs: number, profile?: VenueProfile): string {
  const head = { k: 'head', at: micros(atMs), format: TAPE_FORMAT, stream: 'market', run, segment: 1 } as const
  return lineText(profile === undefined ? head : { ...head, profile })
}

/** The last one: nothing was lost. */
export function endLine(atMs: number, reason: string): string {
  return lineText({ k: 'end', at: micros(atMs), reason })
}

export function recordLine({ atMs, venueMs, event }: TapeRecord): string {
  const at = micros(atMs)
  switch (event.kind) {
    case 'market-data':
      return lineText({ k: 'event', at, event: event.event, ...(venueMs === undefined ? {} : { venueMs }) })
    case 'market':
      return lineText({ k: 'market', at, via: 'watch', market: event.market })
    case 'market-dropped':
      return lineText({ k: 'dropped', at, conditionId: event.conditionId })
    case 'fee':
      return lineText({ k: 'fee', at, conditionId: event.conditionId, feeRateBps: event.feeRateBps })
    case 'best-bids':
      return lineText({ k: 'best-bids', at, conditionId: event.conditionId, bids: event.bids })
    case 'book': {
      const { conditionId, book, seq } = event
      return lineText({ k: 'book', at, conditionId, book, ...(seq === undefined ? {} : { seq }) })
    }
    case 'own-order':
      return lineText({ k: 'own-order', at, order: event.record })
  }
}

const micros = (ms: number) => Math.round(ms * 1000)
