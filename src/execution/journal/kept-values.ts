// Values that the files beside the journal keep as texts.

import { z } from 'zod'
import type { ConditionId, Hex } from '../../domain/market/market.js'

export const hex = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/)
  .transform((text) => text as Hex)

export const conditionId = z.string().transform((text) => text as ConditionId)
