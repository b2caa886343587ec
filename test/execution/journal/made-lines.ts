// Lines of a journal, by number.

import { ticks } from '../../../src/domain/amounts/price.js'
import { lots } from '../../../src/domain/amounts/size.js'
import type { ConditionId, Hex } from '../../../src/domain/market/market.js'
import type { JournalLine, SignedLine } from '../../../src/execution/journal/journal-line.js'

export const NOW = 1_000_000_000_000

export const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as Hex

export function signed(n: number, expirationSec = NOW / 1000 + 120): SignedLine {
  return {
    kind: 'signed',
    hash: hash(n),
    marketId: 'm1',
    draft: {
      conditionId: '0xc0' as ConditionId,
      outcome: 0,
      side: 'BUY',
      price: ticks(51),
      size: lots(100),
      type: 'POST_ONLY',
      expirationSec,
      feeRateBps: 0,
    },
    body: `{"order":{"salt":"${n}"}}`,
    atWallMs: NOW,
  }
}

export const ended = (n: number, atWallMs = NOW): JournalLine => ({ kind: 'ended', hash: hash(n), atWallMs })
