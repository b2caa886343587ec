// One line of the journal: an order signed, or the end of one. And what only its files say: where they begin, and what is past. Each carries a
// sum of what it says: a byte that has turned into another may leave a line that reads well and names another order. Lines of older releases
// have none.

import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { ticks } from '../../domain/amounts/price.js'
import { lots } from '../../domain/amounts/size.js'
import type { ConditionId, Hex } from '../../domain/market/market.js'
import { ORDER_TYPES, type OrderDraft } from '../../domain/orders/order.js'
import type { SignedDraft } from '../../domain/orders/signed-draft.js'

const hash = z.templateLiteral(['0x', z.string().regex(/[0-9a-fA-F]{64}/)])

const draft = z.object({
  conditionId: z.string().transform((text) => text as ConditionId),
  outcome: z.union([z.literal(0), z.literal(1)]),
  side: z.enum(['BUY', 'SELL']),
  price: z.int().transform(ticks),
  size: z.int().min(0).transform(lots),
  type: z.enum(ORDER_TYPES),
  expirationSec: z.int().min(0),
  feeRateBps: z.int().min(0),
})

/** Of the process that wrote the line; absent in lines of older releases. */
const fence = z.int().min(1).exactOptional()

const signed = z.object({
  kind: z.literal('signed'),
  hash,
  marketId: z.string(),
  draft,
  body: z.string(),
  atWallMs: z.number(),
  fence,
})
const ended = z.object({ kind: z.literal('ended'), hash, atWallMs: z.number(), fence })
const past = z.object({ kind: z.literal('past'), hash, untilMs: z.number() })
const begins = z.object({ kind: z.literal('begins'), version: z.literal(2) })

/** What a newer release says besides is passed over. */
const summedLine = z.discriminatedUnion('kind', [signed, ended, past, begins])
/** Says nothing that is not known here: it may be one whose sum cannot be read. */
const bareLine = z.discriminatedUnion('kind', [signed.strict(), ended.strict(), past.strict(), begins.strict()])

/** Everything needed to send the order again, byte for byte. */
export interface SignedLine {
  readonly kind: 'signed'
  readonly hash: Hex
  readonly marketId: string
  readonly draft: OrderDraft
  /** The exact request body. */
  readonly body: string
  readonly atWallMs: number
  /** Number of the process that wrote it (`Lease`); absent in lines of older releases. */
  readonly fence?: number
}

/** One that is read back, with the amounts that its body has signed. */
export interface FormerLine extends SignedLine, SignedDraft {}

/** The venue's word that nothing of the order can be matched any more. */
export interface EndedLine {
  readonly kind: 'ended'
  readonly hash: Hex
  readonly atWallMs: number
  readonly fence?: number
}

export type JournalLine = SignedLine | EndedLine

/** An order that ended a while ago, and could rest again until then: unix milliseconds of this machine. */
export interface PastLine {
  readonly kind: 'past'
  readonly hash: Hex
  readonly untilMs: number
}

/** The first line of a segment; one without it is of a release that kept its checkpoint at the head of the segment. */
export interface BeginsLine {
  readonly kind: 'begins'
  readonly version: 2
}

export type StoredLine = JournalLine | PastLine | BeginsLine

export const BEGINS: BeginsLine = { kind: 'begins', version: 2 }

const SUMMED = /^(.*),"sum":"([0-9a-f]{8})"\}$/

/** As it stands in a file, its end included. */
export function textOf(line: StoredLine): string {
  const said = JSON.stringify(line)
  return `${said.slice(0, -1)},"sum":"${sumOf(said)}"}\n`
}

/** `undefined` for text that is no whole line, or not what was written. */
export function parseStoredLine(text: string): StoredLine | undefined {
  const [, members, sum] = SUMMED.exec(text) ?? []
  const said = members === undefined ? text : `${members}}`
  if (sum !== undefined && sum !== sumOf(said)) return undefined
  try {
    return (sum === undefined ? bareLine : summedLine).parse(JSON.parse(said))
  } catch {
    return undefined
  }
}

const sumOf = (said: string): string => crc32(said).toString(16).padStart(8, '0')
