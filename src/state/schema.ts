// Settings of the engine's own estimates.

import { z } from 'zod'

export const estimateSettings = z.strictObject({
  fairTauSec: z.number().gt(0).default(20).describe('Memory of the fair value, in seconds'),
  volatilityTauSec: z.number().gt(0).default(900).describe('Memory of the volatility, in seconds'),
})
