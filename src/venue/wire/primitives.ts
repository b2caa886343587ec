// The building blocks of the venue's messages. Plain types parse several times faster than regexes; the checks are at the parse.
// `meta` says the same to the published documents.

import { z } from 'zod'
import type { ConditionId } from '../../domain/market/market.js'

const RAW_UNITS = 'Raw token units as text: whole, one token is 10^decimals of them'

/** Raw token units as a decimal string. */
export const rawAmount = z
  .string()
  .refine((s) => /^\d{1,78}$/.test(s), { message: 'expected a whole number of raw units' })
  .meta({ pattern: '^\\d{1,78}$', examples: ['1000000'], description: RAW_UNITS })

/** The same where it may be below zero. */
export const signedAmount = z
  .string()
  .refine((s) => /^-?\d{1,78}$/.test(s), { message: 'expected a whole number of raw units' })
  .meta({ pattern: '^-?\\d{1,78}$', examples: ['-250000'], description: `${RAW_UNITS}; may be below zero` })

/** A decimal price string such as "0.47". */
export const decimalPrice = z
  .string()
  .refine((s) => /^\d(\.\d{1,18})?$/.test(s), { message: 'expected a decimal price' })
  .meta({
    pattern: '^\\d(\\.\\d{1,18})?$',
    examples: ['0.47'],
    description: 'Collateral per outcome token, decimal text from 0 to 1',
  })

export const address = z
  .string()
  .refine((s) => /^0x[0-9a-fA-F]{40}$/.test(s), { message: 'expected an address: 0x and 40 hex digits' })
  .meta({ pattern: '^0x[0-9a-fA-F]{40}$', examples: ['0x1111111111111111111111111111111111111111'] })

export const bytes32 = z
  .string()
  .refine((s) => /^0x[0-9a-fA-F]{64}$/.test(s), { message: 'expected 32 bytes: 0x and 64 hex digits' })
  .meta({ pattern: '^0x[0-9a-fA-F]{64}$' })

export const hexBytes = z
  .string()
  .refine((s) => /^0x([0-9a-fA-F]{2})*$/.test(s), { message: 'expected 0x and hex bytes' })
  .meta({ pattern: '^0x([0-9a-fA-F]{2})*$' })

const HEX = /^0x[0-9a-f]+$/i

/** The one spelling of a condition id: hex names the same in any case, any other text is itself. */
export function conditionKey(conditionId: string): ConditionId {
  return (HEX.test(conditionId) ? conditionId.toLowerCase() : conditionId) as ConditionId
}

/** A whole number as a decimal string, as the signed order's fields are. */
export const uintString = z
  .string()
  .refine((s) => /^\d{1,78}$/.test(s), { message: 'expected a whole number' })
  .meta({ pattern: '^\\d{1,78}$' })

export const dateTime = z.iso.datetime({ offset: true })

export const pagination = z
  .object({
    page: z.int(),
    pageSize: z.int(),
    total: z.int(),
    totalPages: z.int(),
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
  })
  .meta({ id: 'Pagination' })
export type Pagination = z.infer<typeof pagination>

/** Body of every failure; `code` is stable and machine-readable, absent on some answers. */
export const errorBody = z
  .looseObject({
    statusCode: z.int(),
    message: z.union([z.string(), z.array(z.string())]),
    error: z.string().optional(),
    code: z.string().optional(),
  })
  .meta({ id: 'Error', description: '`statusCode` and `message` are the stable fields; `code` is machine-readable.' })
export type ErrorBody = z.infer<typeof errorBody>
