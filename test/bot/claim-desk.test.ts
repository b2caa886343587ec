import { describe, expect, it } from 'vitest'
import { ClaimDesk, type ClaimDeskParts, type MarketClaiming } from '../../src/bot/claim-desk.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'

const market = (id: string, status = 'OPEN') => ({ id, conditionId: `0x${id}` as ConditionId, status }) as Market
const [open, over] = [market('a'), market('b', 'CANCELLED')]
type Listened = Parameters<MarketClaiming['start']>[0]

function desk(
  more: {
    living?: readonly object[]
    settling?: readonly object[]
    known?: readonly string[]
    unverified?: string
  } = {},
) {
  const told: (CoreInput | string)[] = []
  let bot: Listened | undefined
  const beliefs = {
    orders: {
      livingOf: () => more.living ?? [],
      settling: () => more.settling ?? [],
      byHash: (hash: string) => (more.known ?? []).includes(hash) || undefined,
    },
    positions: { tokensRaw: (conditionId: ConditionId) => (conditionId === '0xa' ? [0n, 5n] : [0n, 0n]) },
  }
  const claims: MarketClaiming = {
    start: (given) => {
      bot = given
    },
    selected: ({ id }) => void told.push(`selected ${id}`),
    refusal: (conditionId) => (conditionId === '0xa' ? 'not ours' : undefined),
  }
  const parts = {
    ...{ claims, beliefs, standing: { unverified: more.unverified }, selected: () => [open, over] },
    recovered: [{ hash: '0x1', draft: { conditionId: '0xa' } }],
    emit: (input: CoreInput) => void told.push(input),
  }
  const made = new ClaimDesk(parts as unknown as ClaimDeskParts)
  made.start()
  if (bot === undefined) throw new Error('not started')
  return { desk: made, told, bot: bot as Listened }
}

describe('the desk of claims', () => {
  it('wants what is selected and not over, and tells of tokens', () => {
    const { bot } = desk()
    expect(bot.wants()).toEqual(['0xa'])
    expect([bot.holdsTokens('0xa' as ConditionId), bot.holdsTokens('0xb' as ConditionId)]).toEqual([true, false])
  })

  it('tells the core whose a market is before the market comes', () => {
    const { desk: at, told, bot } = desk()
    at.selected({ kind: 'market', market: open })
    expect(told).toEqual(['selected a', { kind: 'market', market: open }])
    const whyNot = { reason: 'other-bot', detail: 'bot b quotes it' } as const
    bot.tell('0xa' as ConditionId, whyNot)
    bot.tell('0xa' as ConditionId, undefined)
    expect(told.slice(2)).toEqual([
      { kind: 'market-claim', conditionId: '0xa', whyNot },
      { kind: 'market-claim', conditionId: '0xa' },
    ])
    expect(at.refusal('0xa' as ConditionId)).toBe('not ours')
  })

  it('is clear when nothing of ours can rest: not open, not settling, not of a former run, and the start verified', () => {
    const isClear = (more?: Parameters<typeof desk>[0]) => desk(more).bot.isClear('0xa' as ConditionId)
    expect(isClear({ known: ['0x1'] })).toBe(true)
    expect(isClear()).toBe(false)
    expect(isClear({ known: ['0x1'], living: [{}] })).toBe(false)
    expect(isClear({ known: ['0x1'], settling: [{ draft: { conditionId: '0xa' } }] })).toBe(false)
    expect(isClear({ known: ['0x1'], settling: [{ draft: { conditionId: '0xb' } }] })).toBe(true)
    expect(isClear({ known: ['0x1'], unverified: 'the orders that rest to be listed' })).toBe(false)
  })

  it('has nothing to say where all markets are ours', () => {
    const told: CoreInput[] = []
    const parts = { recovered: [], selected: () => [], emit: (input: CoreInput) => void told.push(input) }
    const alone = new ClaimDesk(parts as unknown as ClaimDeskParts)
    alone.start()
    alone.selected({ kind: 'market', market: open })
    expect([told.length, alone.refusal('0xa' as ConditionId)]).toEqual([1, undefined])
  })
})
