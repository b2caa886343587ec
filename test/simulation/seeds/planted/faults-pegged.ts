// A fault of what is taken out of a book as ours, by which a peg would chase itself.

import { fault, type PlantedFault } from './planted-fault.js'

export const PEGGED_FAULTS: readonly PlantedFault[] = [
  fault(
    'an order of which a cancel is on its way counts as one of others',
    'state/market/venue-book',
    [
      [
        "if (order.phase === 'signing') return",
        "if (order.phase === 'signing' || order.phase === 'cancelling') return",
      ],
    ],
    'pegged',
  ),
]
