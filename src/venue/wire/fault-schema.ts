// Faults on demand of the bundled server (`POST /sandbox/faults`): what goes wrong, for whom, how often and for how long.
//
//   answers      answer-dropped, answer-delayed, server-error, proxy-429, stale-book, fee-changed, expired-token,
//                cancel-only, halted, clock-skew, restart
//   settlement   settlement-late, settlement-failed
//   sockets      socket-silent, socket-cut, room-refused, subscribe-lost, event-duplicated, event-reordered, event-lost

import { z } from 'zod'
import { SERVER_EVENTS } from './event-schema.js'
import { address } from './primitives.js'

const DAY_MS = 86_400_000
const EVENT_NAMES = Object.keys(SERVER_EVENTS)

/** Whom it meets, how often, and for how long. What is left out does not narrow it. */
const scope = {
  route: z
    .string()
    .max(200)
    .regex(/^([A-Z]{1,10}|\*) (\/\S*|\*)$/, {
      error: 'expected a method and a path template such as "POST /markets/{id}/orders", "GET *" or "* /orders"',
    })
    .optional()
    .describe('Method and path template; * stands for any'),
  account: address
    .optional()
    .describe('Only this wallet: of the bearer, the maker, the signed-in socket or a side of the match'),
  conditionId: z.string().max(100).optional().describe('Only this market'),
  rate: z.number().min(0).max(1).default(1).describe('Chance of each occasion'),
  count: z.int().min(1).max(1_000_000).optional().describe('Ends after so many times'),
  afterMs: z.int().min(0).max(DAY_MS).default(0).describe('Milliseconds until it begins'),
  durationMs: z.int().min(1).max(DAY_MS).optional().describe('Milliseconds from its beginning to its end'),
  seed: z.int().min(0).optional().describe("Seed of its own chance; the server's by default"),
}

const delayMs = z.int().min(1).max(DAY_MS)
const event = z
  .string()
  .refine((name) => EVENT_NAMES.includes(name), { error: `expected one of ${EVENT_NAMES.join(', ')}` })
  .optional()
  .describe('Only this event')

const fault = <K extends string, S extends z.ZodRawShape>(kind: K, settings: S) =>
  z.strictObject({ kind: z.literal(kind).describe('What goes wrong'), ...settings, ...scope })

export const faultSpec = z.discriminatedUnion('kind', [
  fault('answer-dropped', {
    carriedOut: z.boolean().default(true).describe('Whether the request is carried out before its answer is lost'),
  }),
  fault('answer-delayed', { delayMs: delayMs.describe('Milliseconds the answer is held') }),
  fault('server-error', {
    status: z
      .union([z.literal(500), z.literal(502), z.literal(503), z.literal(504)])
      .default(500)
      .describe('500, 502, 503 or 504'),
    carriedOut: z.boolean().default(false).describe('Whether the request is carried out all the same'),
  }),
  fault('proxy-429', {
    retryAfterSec: z.int().min(0).max(3600).optional().describe('Value of a plain Retry-After'),
  }),
  fault('stale-book', {}),
  fault('fee-changed', {
    deltaBps: z.int().min(1).max(500).default(50).describe('How far the fee moves, down where the cap is near'),
  }),
  fault('expired-token', {}),
  fault('cancel-only', {}),
  fault('halted', {}),
  fault('clock-skew', { skewMs: z.int().min(-DAY_MS).max(DAY_MS).describe('Added to Date headers and event times') }),
  fault('restart', {
    losesOrders: z.boolean().default(false).describe('Whether the resting orders are cancelled by it'),
  }),
  fault('settlement-late', { delayMs: delayMs.describe('Milliseconds on top of the usual delay') }),
  fault('settlement-failed', {}),
  fault('socket-silent', { event }),
  fault('socket-cut', {}),
  fault('room-refused', {}),
  fault('subscribe-lost', {}),
  fault('event-duplicated', { event }),
  fault('event-reordered', { event }),
  fault('event-lost', { event }),
])
export type FaultSpec = z.output<typeof faultSpec>
export type FaultSpecInput = z.input<typeof faultSpec>
export type FaultKind = FaultSpec['kind']
export const FAULT_KINDS: readonly FaultKind[] = faultSpec.options.map(({ shape }) => shape.kind.value)

/** A fault as the server holds it: times in unix milliseconds of the venue's clock. */
export const activeFault = z.looseObject({
  id: z.string(),
  fault: faultSpec,
  fromMs: z.number().describe("Its beginning, the venue's clock in unix milliseconds"),
  untilMs: z.number().optional().describe("Its end, the venue's clock in unix milliseconds"),
  /** How often it struck. */
  hits: z.int(),
  /** How often it still may; absent without a count. */
  left: z.int().optional(),
})
export type WireActiveFault = z.infer<typeof activeFault>
export const activeFaultList = z.object({ data: z.array(activeFault) })
export const clearedFaults = z.object({ cleared: z.int() })
