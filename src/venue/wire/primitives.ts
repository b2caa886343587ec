// The building blocks of the venue's messages. Plain types parse several times faster than regexes; the checks are at the parse.

import { z } from 'zod'

/** Raw token units as a decimal string. */
export const rawAmount = z
  .string()
  .refine((s) => /^\d{1,78}$/.test(s), { message: 'expected a whole number of raw units' })

/** A decimal price string such as "0.47". */
export const decimalPrice = z
  .string()
  .refine((s) => /^\d(\.\d{1,18})?$/.test(s), { message: 'expected a decimal price' })

export const address = z.string().refine((s) => /^0x[0-9a-fA-F]{40}$/.test(s), {
  message: 'expected an address: 0x and 40 hex digits',
})

export const bytes32 = z.string().refine((s) => /^0x[0-9a-fA-F]{64}$/.test(s), {
  message: 'expected 32 bytes: 0x and 64 hex digits',
})

export const hexBytes = z
  .string()
  .refine((s) => /^0x([0-9a-fA-F]{2})*$/.test(s), { message: 'expected 0x and hex bytes' })

/** A whole number as a decimal string, as the signed order's fields are. */
export const uintString = z.string().refine((s) => /^\d{1,78}$/.test(s), { message: 'expected a whole number' })

export const dateTime = z.iso.datetime({ offset: true })

export const pagination = z.object({
  page: z.int(),
  pageSize: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
})
export type Pagination = z.infer<typeof pagination>

/** Body of every failure; `code` is stable and machine-readable, absent on some answers. */
export const errorBody = z.looseObject({
  statusCode: z.int(),
  message: z.union([z.string(), z.array(z.string())]),
  error: z.string().optional(),
  code: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
