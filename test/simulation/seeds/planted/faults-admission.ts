// Faults of the bot at a venue that does not take every order.

import { fault, type PlantedFault } from './planted-fault.js'

export const ADMISSION_FAULTS: readonly PlantedFault[] = [
  fault(
    'an order is given the shortest life that the venue takes, and nothing for the way there',
    'execution/planning/lifetime',
    [['minLifetimeSec === 0 ? 0 : minLifetimeSec + ON_THE_WAY_SEC', 'minLifetimeSec']],
    'admitted',
    'planned',
  ),
  fault(
    'a leg that was refused asks again every half second',
    'execution/planning/leg-back-off',
    [['FIRST_MS * 2 ** (refusals - 1)', 'FIRST_MS']],
    'admitted',
  ),
]
