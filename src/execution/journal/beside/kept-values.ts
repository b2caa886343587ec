// Values that the files beside the journal keep as texts, and what one release reads of another's files: keys that it does not know are passed
// over, so that whoever goes back to an older release can. What an older one must not pass over has a higher version, and is refused by it.

import { z } from 'zod'
import type { ConditionId, Hex } from '../../../domain/market/market.js'

export const hex = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/)
  .transform((text) => text as Hex)

export const raw = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt)

export const conditionId = z.string().transform((text) => text as ConditionId)

/** What a file says, unless a newer release has written it otherwise. */
export function notNewer(said: unknown, version: number): unknown {
  const written = z.object({ version: z.int() }).safeParse(said).data?.version
  if (written === undefined || written <= version) return said
  throw new Error(
    `version ${written}, as a newer release of Quoin writes it: go on with that one (this one knows ${version})`,
  )
}
