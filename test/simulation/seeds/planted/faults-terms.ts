// Faults of what the configuration says: a setting that counts for nothing.

import { fault, type PlantedFault } from './planted-fault.js'

export const TERMS_FAULTS: readonly PlantedFault[] = [
  fault(
    'a group may lose whatever its markets may',
    'risk/totals/headroom',
    [
      [
        'this.#groups.lossRaw(groupId, after) > maxGroupLoss',
        'this.#groups.lossRaw(groupId, after) < 0n && maxGroupLoss > 0n',
      ],
    ],
    'limits',
    'exposure',
  ),
  fault(
    'of a group of which one market wins the worst cases add up',
    'risk/totals/group-losses',
    [['const isSure = size === ends.length && !others', 'const isSure = size === -1 && !others']],
    'concluded',
    'limits',
  ),
  fault(
    'an order may be of any size',
    'risk/limits/order-limits',
    [['if (!(shares <= maxOrderShares + SLACK))', 'if (!(shares <= maxOrderShares * 1000))']],
    'limits',
  ),
  fault(
    'an order may be as dear as it likes',
    'risk/limits/order-limits',
    [['if (!(p * shares <= maxOrderCollateral + SLACK))', 'if (!(p * shares <= maxOrderCollateral * 1000))']],
    'limits',
  ),
  fault(
    'a quote may stand anywhere',
    'risk/limits/order-limits',
    [['if (Math.abs(p - worth) <= maxFairDistance + SLACK)', 'if (Math.abs(p - worth) <= maxFairDistance + 1)']],
    'limits',
  ),
  fault(
    'prices outside the band are quoted',
    'quoting/price-band',
    [['if (band === undefined) return quotes', 'if (band !== null) return quotes']],
    'limits',
  ),
  fault(
    'what all markets may lose together is not held against its limit',
    'risk/totals/headroom',
    [['lossRaw + added.lossRaw > limits.maxTotalLoss) return true', 'lossRaw + added.lossRaw < 0n) return true']],
    'limits',
    'exposure',
  ),
  fault(
    'what all markets may hold together is not held against its limit',
    'risk/totals/headroom',
    [
      [
        'positionRaw + added.positionRaw > limits.maxTotalShares) return true',
        'positionRaw + added.positionRaw < 0n) return true',
      ],
    ],
    'limits',
    'exposure',
  ),
  fault(
    'orders live as long as they always did, whatever the settings say',
    'execution/planning/lifetime',
    [["const meant = input.configured === 'auto' ? autoSec(input) : input.configured", 'const meant = 120']],
    'planned',
  ),
  fault(
    'the book is compared once a minute, whatever the settings say',
    'core/settings',
    [['compareBookEveryMs: feed.compareBookEverySec * 1000', 'compareBookEveryMs: 60_000']],
    'calm',
  ),
  fault(
    'money that is left goes to who earns least for what it locks',
    'risk/totals/allocation',
    [['(INCUMBENT * edge) / locked : edge / locked', '(INCUMBENT * edge) / locked : edge * locked']],
    'limits',
  ),
]
