// At the end, when nothing moves any more: the bot's books are the venue's, every fill is counted once, and nothing rests after a stop.

import { paidRaw } from '../../../../src/chain/policy.js'
import type { ChainAct } from '../../../../src/domain/account/chain-transaction.js'
import { matchedRawOf } from '../../../../src/domain/orders/own-order.js'
import { ACCOUNT } from '../../virtual/simulate.js'
import type { BotLife } from '../bot-life.js'
import type { Truth } from '../truth.js'
import { unitRawOf } from '../unit.js'
import { COLLATERAL } from '../venue-process.js'
import type { World } from '../world.js'

/** What differs between the books; nothing when all is told. `isWhole`: this life has seen all that ever happened. */
export function differences(
  world: World,
  truth: Truth,
  { life, isWhole }: { life: BotLife; isWhole: boolean },
): string[] {
  const { bot } = life
  if (bot === undefined) return ['no bot']
  const { exchange } = world.api
  const { beliefs } = bot.core
  const found: string[] = []
  const { setting } = world.scenario
  let cashRaw = BigInt(setting.collateral ?? COLLATERAL) * unitRawOf(setting)
  for (const market of beliefs.markets.values()) {
    const { conditionId, id } = market
    const { tokensRaw, cashFlowRaw } = beliefs.positions.position(market)
    cashRaw += cashFlowRaw
    const status = exchange.market(conditionId)?.status
    if (status === 'RESOLVED' || status === 'CANCELLED') continue
    const held = truth.tokensRaw(conditionId)
    for (const i of [0, 1] as const)
      if (held[i] !== tokensRaw[i]) found.push(`${id} token ${i}: venue ${held[i]}, bot ${tokensRaw[i]}`)
    for (const order of beliefs.orders.livingOf(conditionId)) {
      if (order.phase === 'unknown' || order.phase === 'signing' || order.origin !== 'placed') continue
      const record = exchange.order(order.hash)
      if (record !== undefined && record.filledRaw + record.pendingRaw !== matchedRawOf(order))
        found.push(`order ${order.hash}: matched ${record.filledRaw + record.pendingRaw}, bot ${matchedRawOf(order)}`)
    }
  }
  const pending = bot.snapshot().capital?.pending
  if (pending !== undefined)
    found.push(`the transaction with nonce ${pending.nonce} is pending: ${pending.trouble ?? ''}`)
  if (isWhole) {
    const { totalRaw } = exchange.ledger.collateral(ACCOUNT)
    if (totalRaw !== cashRaw) found.push(`cash: venue ${totalRaw}, bot ${cashRaw}`)
  }
  return found
}

/** Orders at the venue that the bot does not know of, although it has had the time to. */
export function orphans(truth: Truth, life: BotLife): string[] {
  const orders = life.bot?.core.beliefs.orders
  return truth
    .resting()
    .filter(({ hash }) => {
      const phase = orders?.byHash(hash)?.phase
      return phase === undefined || phase === 'ended'
    })
    .map(({ hash, conditionId }) => `${hash} in ${conditionId}`)
}

/** Acts that the chain has mined more often than they were decided on. */
export function minedTwice({ chain }: World): string[] {
  const asked = (chain?.asked ?? []).map(inWords)
  const twice: string[] = []
  for (const act of (chain?.mined ?? []).map(inWords)) {
    const at = asked.indexOf(act)
    if (at < 0) twice.push(act)
    else asked.splice(at, 1)
  }
  return twice
}

const inWords = (act: ChainAct) => `${act.kind} ${'conditionId' in act ? act.conditionId : act.spender} ${paidRaw(act)}`
