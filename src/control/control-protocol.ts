// What is said on the control port: one JSON line for a request, one for its answer.
//
//   {"command":"halt","reason":"maintenance","actor":"ann"}     {"ok":true,"data":…} or {"ok":false,"error":{"code","message"}}

import { z } from 'zod'
import type { ErrorCode } from '../domain/error.js'

/** Longest request, bytes. */
export const MAX_REQUEST_BYTES = 16_384
/** Longest answer that a client takes, bytes. */
export const MAX_ANSWER_BYTES = 32_000_000

const word = (longest: number) => z.string().trim().min(1).max(longest)
/** Who asks, and on TCP the proof that they may. */
const who = { actor: word(100), token: z.string().max(500).optional() }
const reason = word(500)
const market = word(200)

const question = <C extends string>(command: C) => z.strictObject({ command: z.literal(command), ...who })
const act = <C extends string>(command: C) => z.strictObject({ command: z.literal(command), reason, ...who })
const ofMarket = <C extends string>(command: C) =>
  z.strictObject({ command: z.literal(command), market, reason, ...who })

export const controlRequest = z.discriminatedUnion('command', [
  question('status'),
  question('positions'),
  question('orders'),
  question('fills'),
  question('decisions'),
  z.strictObject({ command: z.literal('explain'), market, ...who }),
  /** `from`: the number of the first line; without one the last `most`. */
  z.strictObject({
    command: z.literal('logs'),
    from: z.int().min(0).optional(),
    most: z.int().min(1).max(1000),
    ...who,
  }),
  act('halt'),
  act('resume'),
  act('cancel-all'),
  ofMarket('pause'),
  ofMarket('unpause'),
  /** The configuration is read again. `dry`: the difference is only told; `back`: the one before is taken instead. */
  z.strictObject({
    command: z.literal('reload'),
    dry: z.boolean().default(false),
    back: z.boolean().default(false),
    reason,
    ...who,
  }),
])
export type ControlRequest = z.infer<typeof controlRequest>
export type ControlCommand = ControlRequest['command']

export const controlAnswer = z.union([
  z.object({ ok: z.literal(true), data: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string(), message: z.string() }) }),
])

export type ControlAnswer =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: { readonly code: ErrorCode; readonly message: string } }

export const refusal = (code: ErrorCode, message: string): ControlAnswer => ({ ok: false, error: { code, message } })
