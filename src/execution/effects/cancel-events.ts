// What the answer to a cancel tells the core.

import type { Answer, Failure } from '../../domain/error.js'
import type { Hex } from '../../domain/market/market.js'
import type { CoreInput } from '../../domain/run/core-event.js'
import type { CancelResult } from '../../venue/trading.js'

const SILENT: Failure = { code: 'bad-payload', message: 'cancel-many: a hash is in neither list' }

/** Of `hashes`, which it asked for. One that the venue does not name is one of which nobody knows. */
export function cancelEvents(hashes: readonly Hex[], answer: Answer<CancelResult>): readonly CoreInput[] {
  if (!answer.ok) return [{ kind: 'cancel-failed', hashes, failure: answer.failure }]
  const { cancelled, failed } = answer.value
  // written down as over when nothing of it is pending any more: what it matched before is not held until it has settled
  const answered = { kind: 'cancel-answered', ...answer.value } as const
  const named = new Set([...cancelled, ...failed.map(({ hash }) => hash)])
  const silent = hashes.filter((hash) => !named.has(hash))
  return silent.length === 0 ? [answered] : [answered, { kind: 'cancel-failed', hashes: silent, failure: SILENT }]
}
