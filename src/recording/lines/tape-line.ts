// The lines of a tape. Each is one JSON object: `k` is its kind, `at` when it was received (unix microseconds by the recorder's wall clock,
// never falling), `mono` the monotonic clock in milliseconds. A frame's payload is the venue's JSON as it came; all else is exact JSON.

import { z } from 'zod'
import { QuoinError } from '../../domain/error.js'
import { jsonOf } from '../../domain/json.js'
import { venueProfile } from '../../venue/wire/profile.js'
import { bestBids, conditionId, market, marketBook, marketDataEvent, ownOrder } from './domain-values.js'
import { exactValue, toExactJson } from './exact-json.js'

/** Readers refuse a tape of a later format. */
export const TAPE_FORMAT = 1

const stamp = { at: z.int().min(0), mono: z.number().exactOptional() }

const head = z.object({
  k: z.literal('head'),
  ...stamp,
  format: z.literal(TAPE_FORMAT),
  stream: z.enum(['market', 'core']),
  run: z.string().min(1),
  segment: z.int().min(1),
  /** Frames are read by it; absent where there are none. */
  profile: venueProfile.exactOptional(),
})

const frame = z.object({
  k: z.literal('frame'),
  ...stamp,
  /** Connections count from 1 in each run, and so do the frames of each. */
  conn: z.int().min(1),
  n: z.int().min(1),
  name: z.string(),
  payload: z.unknown(),
})

const tapeLine = z.discriminatedUnion('k', [
  head,
  frame,
  /** The clocks beside each other: `wallMs` as the machine says now, `venueMs` as far as the venue's clock is known. */
  z.object({ k: z.literal('clock'), ...stamp, wallMs: z.number(), venueMs: z.number().exactOptional() }),
  /** `again`: told though they are the terms that were told last, as by another run on a merged tape. */
  z.object({
    k: z.literal('market'),
    ...stamp,
    via: z.enum(['watch', 'read', 'list']),
    again: z.literal(true).exactOptional(),
    market,
  }),
  z.object({ k: z.literal('dropped'), ...stamp, conditionId }),
  /** `standing`: a book as it stood, for whoever has not read what was before. */
  z.object({
    k: z.literal('event'),
    ...stamp,
    standing: z.literal(true).exactOptional(),
    event: marketDataEvent,
    venueMs: z.number().exactOptional(),
  }),
  z.object({ k: z.literal('fee'), ...stamp, conditionId, feeRateBps: z.number().min(0) }),
  z.object({ k: z.literal('best-bids'), ...stamp, conditionId, bids: bestBids }),
  z.object({
    k: z.literal('book'),
    ...stamp,
    conditionId,
    book: marketBook,
    seq: z.int().exactOptional(),
    hash: z.string().exactOptional(),
  }),
  /** An order of the recording bot, of a merged tape; elsewhere it stands in a frame. `standing`: as it rested, for whoever begins there. */
  z.object({ k: z.literal('own-order'), ...stamp, standing: z.literal(true).exactOptional(), order: ownOrder }),
  /** An event of the core, and what it decided; without a decision its step failed. */
  z.object({ k: z.literal('core'), ...stamp, event: z.unknown(), decision: z.unknown().optional() }),
  /** So many lines were not written. */
  z.object({ k: z.literal('gap'), ...stamp, lines: z.int().min(1), reason: z.string() }),
  z.object({ k: z.literal('end'), ...stamp, reason: z.string() }),
])
export type TapeLine = z.infer<typeof tapeLine>
export type FrameLine = z.infer<typeof frame>
export type HeadLine = z.infer<typeof head>

/** A frame's text; the payload is not looked into. */
export function frameText({ payload, ...line }: Omit<FrameLine, 'k'>): string {
  const rest = payload === undefined ? '' : `,"payload":${JSON.stringify(payload)}`
  return `${JSON.stringify({ k: 'frame', ...line }).slice(0, -1)}${rest}}`
}

/** Any other line's text. */
export const lineText = (line: Exclude<TapeLine, FrameLine>): string => toExactJson(line)

/** Throws `bad-tape` with the place, the field, what was expected and what was got. */
export function parseTapeLine(text: string, place: () => string): TapeLine {
  const parsed = parsedJson(text, place)
  const isFrame = typeof parsed === 'object' && parsed !== null && 'k' in parsed && parsed.k === 'frame'
  const value = isFrame ? parsed : exactValue(parsed)
  const read = tapeLine.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = issue?.path.join('.') || '(line)'
  throw new QuoinError('bad-tape', `${place()}: ${field}: ${issueText(issue, value)}`)
}

function parsedJson(text: string, place: () => string): unknown {
  const json = jsonOf(text)
  if (json !== undefined) return json
  throw new QuoinError('bad-tape', `${place()}: (line): expected one JSON object, got ${text.slice(0, 60)}`)
}

function issueText(issue: z.core.$ZodIssue | undefined, value: unknown): string {
  if (issue === undefined) return 'expected a line of a tape, got something else'
  const got = issue.path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), value)
  const expected = issue.code === 'invalid_type' ? issue.expected : expectation(issue.message)
  return `expected ${expected}, got ${shown(got)}`
}

/** Without the library's own beginning; a list of words as one. */
const expectation = (message: string) =>
  message
    .replace(/^Invalid (input|option): expected /, '')
    .replace(/^Invalid discriminator value. Expected /, 'one of ')
    .replaceAll(/['"]/g, '')
    .replaceAll(/ ?\| ?/g, ', ')

const shown = (got: unknown) => (got === undefined ? 'nothing' : toExactJson(got).slice(0, 60))
