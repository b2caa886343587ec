// Whether the books of the chosen markets arrive over the socket, as they must before anything is quoted.

import type { ConditionId, Market } from '../domain/market/market.js'
import type { MarketData } from '../venue/market-data.js'
import { type Finding, failed, ok } from './finding.js'

const PATIENCE_MS = 4000

/** Follows the markets for some seconds; the port is stopped afterwards. */
export async function feed(marketData: MarketData, markets: readonly Market[]): Promise<Finding> {
  const seen = new Set<ConditionId>()
  const refused: string[] = []
  let isUp = false
  const fromMs = Date.now()
  await new Promise<void>((done) => {
    const timer = setTimeout(done, PATIENCE_MS)
    marketData.listen((event) => {
      if (event.kind === 'link' && event.state === 'up') isUp = true
      if (event.kind === 'snapshot') seen.add(event.conditionId)
      if (event.kind === 'subscribed' && !event.accepted) refused.push(event.reason ?? 'without a reason')
      if (seen.size < markets.length) return
      clearTimeout(timer)
      done()
    })
    marketData.watch(markets)
    marketData.start()
  })
  marketData.listen(() => undefined)
  marketData.stop()
  const evidence = `${seen.size} of ${markets.length} books over the socket within ${((Date.now() - fromMs) / 1000).toFixed(1)} s`
  if (seen.size === markets.length) return ok('feed', evidence)
  const why =
    refused.length > 0 ? `; refused: ${refused[0]}` : isUp ? '; the line is open, and silent' : '; no connection'
  const fix = isUp
    ? 'does the venue serve these markets in real time? Without the socket the bot polls, and quotes slower'
    : 'does a proxy or firewall let websockets through, and is socket.path of the profile right?'
  return failed('feed', { evidence: evidence + why, fix, exit: 'unreachable' })
}
