// Faults of what a strategy is told of a group of which one market wins, and of what makes its prices sum to one.

import { fault, type PlantedFault } from './planted-fault.js'

export const CONSISTENT_FAULTS: readonly PlantedFault[] = [
  fault(
    'a market of a group that was cancelled counts as one that has lost',
    'domain/market/end',
    [
      [
        '|| !others.every(([, end]) => end === NO)) return false',
        '|| others.some(([, end]) => end === YES)) return false',
      ],
    ],
    'consistent',
    'grouped',
  ),
  fault(
    'prices of a group are divided by their sum, and not made to sum to one by their odds',
    'models/odds-ratio',
    [['const shift = shiftToOne(x)', 'const shift = 0']],
    'consistent',
  ),
]
