import { expect, it } from 'vitest'
import { KeptHeld } from '../../../src/core/standing/kept-held.js'
import { type NextHeldParts, nextHeld } from '../../../src/core/standing/next-held.js'
import { NO_TOKENS, type Tokens } from '../../../src/domain/account/tokens.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { HeldTokens } from '../../../src/domain/run/standing.js'
import { A, B, market } from '../../risk/builders.js'
import { account, Believer } from '../../state/believer.js'

interface Now {
  readonly kept: readonly HeldTokens[]
  /** What the account shows in A, which is followed, and in B, which is not. */
  readonly held: Readonly<Record<string, Tokens>>
  readonly unjudged?: readonly ConditionId[]
  readonly fromRaw?: Tokens
  readonly worth?: number
}

function next({ kept, held, unjudged = [], ...counted }: Now): readonly HeldTokens[] {
  const bot = new Believer([market(A)])
  bot.tell({ kind: 'account', snapshot: account(0n, held), askedSeq: 1 })
  const former = new KeptHeld()
  former.restore({ pauses: [], pnl: { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }, held: kept })
  const absence: NextHeldParts['absence'] = {
    isOpen: () => false,
    open: () => [],
    asKept: (one) => ({ ...one, ...counted }),
  }
  const start = { open: () => new Set(unjudged) }
  return nextHeld({ beliefs: bot.beliefs, absence, kept: former, start, past: [], refuses: true })
}

const KEPT = { conditionId: A, tokensRaw: [10n, 2n], worth: 4 } as const

it('is what is counted, and in markets that are not followed what was read', () => {
  expect(next({ kept: [KEPT], held: { [A]: [30n, 0n], [B]: [5n, 0n] }, worth: 9 })).toEqual([
    { conditionId: B, tokensRaw: [5n, 0n], worth: 9 },
    { conditionId: A, tokensRaw: [30n, 0n], worth: 9 },
  ])
  expect(next({ kept: [KEPT], held: {} })).toEqual([])
})

it('is what was kept where it differs and is not judged, beside what this run counts it for', () => {
  const held = { [A]: [30n, 0n] } as const
  expect(next({ kept: [KEPT], held, unjudged: [A], worth: 9 })).toEqual([
    { conditionId: A, tokensRaw: [10n, 2n], worth: 9, fromRaw: [30n, 0n] },
  ])
  const fromRaw = [10n, 2n] as const
  expect(next({ kept: [KEPT], held, unjudged: [A], worth: 9, fromRaw })).toMatchObject([{ fromRaw }])
  expect(next({ kept: [KEPT], held: {}, unjudged: [A], worth: 0 })).toMatchObject([
    { tokensRaw: [10n, 2n], fromRaw: NO_TOKENS },
  ])
  expect(next({ kept: [], held, unjudged: [A] })).toEqual([{ conditionId: A, tokensRaw: NO_TOKENS }])
})

it('has no worth where it was not known which token is which', () => {
  const unordered = { conditionId: A, tokensRaw: [10n, 2n], unordered: true } as const
  expect(next({ kept: [unordered], held: { [A]: [30n, 0n] }, unjudged: [A], worth: 9 })).toEqual([unordered])
})

it('is what was kept before the account is read', () => {
  const former = new KeptHeld()
  former.restore({ pauses: [], pnl: { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }, held: [KEPT] })
  const absence = { isOpen: () => false, open: () => [], asKept: (one: HeldTokens) => one }
  const start = { open: () => new Set<ConditionId>() }
  const { beliefs } = new Believer()
  expect(nextHeld({ beliefs, absence, kept: former, start, past: [], refuses: false })).toEqual([KEPT])
})
