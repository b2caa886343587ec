import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { MarketClaiming } from '../../../../src/bot/claim-desk.js'
import { FleetMarkets } from '../../../../src/cli/bot/fleet/fleet-markets.js'
import { openGoneNotice } from '../../../../src/cli/bot/fleet/open-gone-notice.js'
import type { Address, ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { MarketBook } from '../../../../src/fleet/markets/market-book.js'
import { createRealClock } from '../../../../src/venue/transport/real-clock.js'
import { hasRedis, startRedis, type TestRedis } from '../../../fleet/redis-server.js'
import { configWith } from '../../../keys/bot-file.js'

const MARKETS = ['1', '2', '3', '4'].map(
  (n) => ({ id: `id-${n}`, conditionId: `0x${n.repeat(64)}` as ConditionId }) as Market,
)
const ACCOUNT = '0xABCDEF0000000000000000000000000000000001' as Address

function opened(changes: Record<string, unknown>, mode: 'paper' | 'live' = 'paper') {
  const config = configWith(changes as never)
  const warned: string[] = []
  const logger = { info: () => undefined, warn: (message: string) => void warned.push(message) }
  const fleet = new FleetMarkets({ config, inForce: () => config, mode, clock: createRealClock(), logger })
  const listen = (isClear = true): Parameters<MarketClaiming['start']>[0] => ({
    wants: () => MARKETS.map(({ conditionId }) => conditionId),
    holdsTokens: () => false,
    isClear: () => isClear,
    tell: () => undefined,
  })
  const start = () => {
    fleet.start(listen())
    for (const market of MARKETS) fleet.selected(market)
  }
  const held = () => MARKETS.filter(({ conditionId }) => fleet.refusal(conditionId) === undefined).length
  return { config, fleet, warned, start, held }
}

describe('the markets of a bot', () => {
  it('are all its own where nobody divides them', () => {
    const { fleet, held } = opened({})
    expect([fleet.claims, fleet.view, held(), fleet.lastCheck({ params: { id: 'x' } })]).toEqual([
      ...[undefined, undefined, 4, undefined],
    ])
  })

  it('are a fixed share without Redis, and it says so', () => {
    const shares = [1, 2].map((bot) => opened({ 'fleet.markets.name': 'desk', 'fleet.markets.fixed': { bot, of: 2 } }))
    for (const { start } of shares) start()
    expect(shares.reduce((sum, { held }) => sum + held(), 0)).toBe(4)
    expect(shares[0]?.warned).toEqual([
      'fleet desk: without fleet.redis this bot takes the share 1 of 2 of its markets by itself; what another leaves is not taken over',
    ])
    expect(openGoneNotice(shares[0]?.config as never, { account: ACCOUNT, note: () => undefined })).toBeUndefined()
  })
})

describe.skipIf(!hasRedis)('the markets of a bot with Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.end())

  async function book(mode: string): Promise<MarketBook | undefined> {
    const [key = ''] = await redis.client.keys(`quoin:markets:*:${mode}:desk`)
    const text = await redis.client.get(key)
    return text === null ? undefined : JSON.parse(text)
  }

  it('are claimed by its wallet and the number of its lease, for as long as an order may live', async () => {
    const changes = {
      'fleet.redis.url': redis.url,
      'fleet.markets': { name: 'desk', weight: 3 },
      'execution.orderLifetimeSec': 'auto',
    }
    const { fleet, start, held } = opened(changes, 'live')
    fleet.trades({ account: ACCOUNT, fence: 42 })
    start()
    await vi.waitFor(async () => expect(await book('live')).toBeDefined(), { timeout: 20_000 })
    expect((await book('live'))?.bots[ACCOUNT.toLowerCase()]).toMatchObject({
      ...{
        weight: 3,
        run: 42,
        leaseMs: 12_000,
        restMs: expect.closeTo(316_000, 3),
        label: expect.stringMatching(/^0xabcdef on .*:\d+$/),
      },
    })
    // nobody knows what a forgotten bot has left
    expect([held(), fleet.view?.memory]).toEqual([0, 'forgotten'])
    expect(fleet.lastCheck({ params: { id: 'id-1' } })).toContain('Redis knows of no market who quotes it')
    expect(fleet.lastCheck({ params: { id: 'elsewhere' } })).toBe('not a market of this bot')
    await fleet.end(true)
    expect((await book('live'))?.bots).toEqual({})
    expect(fleet.lastCheck({ params: { id: 'id-1' } })).toBe('the bot ends')
  })

  it('on paper rest no longer than its process', async () => {
    const { fleet, start, held } = opened({
      'fleet.redis.url': redis.url,
      'fleet.markets.name': 'desk',
      'fleet.leaseSec': 3,
    })
    start()
    await vi.waitFor(() => expect(held()).toBe(4), { timeout: 20_000 })
    expect(Object.values((await book('paper'))?.bots ?? {})).toMatchObject([{ restMs: 0, run: 1 }])
    await fleet.end(false)
  })
})
