// Faults of what hardly anybody configures, of strategies of whole groups, and of a key that the venue refuses.

import { fault, type PlantedFault } from './planted-fault.js'

export const CONFIGURED_FAULTS: readonly PlantedFault[] = [
  fault(
    'a book may be silent for ten times as long as the settings say',
    'state/market/feeds',
    [['return this.#limits.staleAfterMs / 2', 'return this.#limits.staleAfterMs * 5']],
    'timely',
  ),
  fault(
    'a poll may be ten times as old as the settings say',
    'state/market/feeds',
    [['if (ageMs <= this.#limits.pollStaleAfterMs)', 'if (ageMs <= this.#limits.pollStaleAfterMs * 10)']],
    'timely',
  ),
  fault(
    'a change of a book may come as late as it likes',
    'venue/session/socket/late-rooms',
    [['this.#maxLagMs = maxLagMs', 'this.#maxLagMs = maxLagMs * 1000']],
    'timely',
  ),
  fault(
    'a transaction may cost whatever it brings',
    'chain/policy',
    [['return cost <= paid * maxCostShare', 'return cost <= paid * (maxCostShare + 1)']],
    'chain-worth',
  ),
  fault(
    'fewer sets are merged than are worth it by the settings',
    'chain/policy',
    [['rawToShares(setsRaw, market) < mergeMin', 'rawToShares(setsRaw, market) < mergeMin / 10']],
    'chain-worth',
  ),
  fault(
    'a strategy of a group begins each time with the memory that it began with',
    'core/strategy/group-strategy-stage',
    [['group.memory = memory', 'group.memory ??= memory']],
    'grouped',
  ),
  fault(
    'a group is not asked anew when all may rest again',
    'core/strategy/group-strategy-stage',
    [['readonly showsStops = true', 'readonly showsStops = false']],
    'grouped',
    'two-sided',
  ),
  fault(
    'a bot whose key is refused goes on trying',
    'domain/error',
    [["'bad-api-key': 'stop'", "'bad-api-key': 'retry'"]],
    'turn-ends',
  ),
  fault(
    'a limit counts in millionths, whatever a unit of collateral has',
    'risk/limits/breach',
    [
      [
        'return (BigInt(Math.floor(limit * 1e6 + 1e-6)) * unitRaw) / 1_000_000n',
        'return unitRaw < 0n ? unitRaw : BigInt(Math.floor(limit * 1e6 + 1e-6))',
      ],
    ],
    'limits',
    'two-sided',
    'trades',
  ),
  fault(
    "the operator's value of a market counts for ever",
    'state/market/market-estimate',
    [['(prior.untilSec ?? Infinity) * 1000 <= this.#around.now.venueMs', 'prior.untilSec === 0']],
    'estimated',
  ),
  fault(
    "the operator's value of a market is found by its id alone",
    'state/market/market-estimate',
    [['Object.entries(priors).find(([name]) => isCalled(name, market))?.[1] ?? prior', 'prior']],
    'estimated',
  ),
  fault(
    'what another configuration says of values and ages is not taken up',
    'core/settings-in-force',
    [['overwrite(this.beliefs, beliefSettings(this.core))', '']],
    'estimated',
    'timely',
  ),
  fault(
    'held tokens are sold, whatever the settings say',
    'core/strategy/wanted-quotes',
    [['settings.execution.useHeldTokens && ', '']],
    'limits',
  ),
  fault(
    'held tokens are never sold, whatever the settings say',
    'core/strategy/wanted-quotes',
    [['settings.execution.useHeldTokens && ', '!settings && ']],
    'limits',
  ),
  fault(
    'the calendar begins half as early before the end of a market as it says',
    'risk/caution/calendar',
    [['const fromMs = atMs - beforeSec * 1000', 'const fromMs = atMs - beforeSec * 500']],
    'held-back',
  ),
  fault(
    'the books of the first of the list are looked at each time, and never those of the others',
    'feed/select-markets',
    [
      [
        'return suitable.toSorted((a, b) => (lookedMs.get(a.conditionId) ?? 0) - (lookedMs.get(b.conditionId) ?? 0))',
        'return [...suitable]',
      ],
    ],
    'selected',
  ),
  fault(
    'a market that was let go of takes the place of one that is quoted',
    'feed/selection',
    [['new Set(this.chosen.map(({ conditionId }) => conditionId))', 'new Set(this.#markets.keys())']],
    'selected',
  ),
  fault(
    'a chosen market whose entry in the list cannot be read is let go of',
    'feed/selection',
    [
      [
        'const unread = this.#unread(answer.value.refused)',
        'const unread = this.#unread(answer.value.refused).slice(0, 0)',
      ],
    ],
    'selected',
  ),
]
