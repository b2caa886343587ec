// Faults of following a market whose tick, size step, smallest order or words become others while it is quoted.

import { fault, type PlantedFault } from './planted-fault.js'

export const GRID_FAULTS: readonly PlantedFault[] = [
  fault(
    'a market is taken up by another tick while orders of ours may still live there',
    'feed/selection',
    [['if (isGrid && this.#parts.isClear?.(conditionId)) return market', 'if (isGrid) return market']],
    'grid',
  ),
  fault(
    'a market that is known to have changed is quoted on',
    'core/standing/market-stop',
    [['const detail = changed.get(conditionId)', 'const detail = changed.size < 0 ? conditionId : undefined']],
    'grid',
  ),
  fault(
    'a market that waits to be taken up by another tick is looked at when its list is due, and no sooner',
    'feed/selection',
    [['if (isGrid) this.#parts.awaitsClear?.()\n', '\n']],
    'grid',
  ),
  fault(
    'what is estimated of a market is forgotten where its tick or size step changes',
    'state/former-markets',
    [['estimates.regrid(before, now)', 'estimates.forgetMarket(now.conditionId)']],
    'estimated',
  ),
  fault(
    'another question is taken up whatever the settings say',
    'feed/selection',
    [['isStructural || !this.#parts.acceptChanges', 'isStructural']],
    'words',
  ),
  fault(
    'a market whose question is what it was again stays pulled',
    'feed/selection',
    [['if (!this.#changes.delete(conditionId)) return', 'if (this.#changes.size >= 0) return']],
    'words',
    'two-sided',
  ),
]
