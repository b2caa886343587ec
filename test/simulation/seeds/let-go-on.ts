// A person lets a bot go on that was halted, or a market that was paused.

import type { ConditionId } from '../../../src/domain/market/market.js'
import type { World } from './world.js'

const AGAIN_MS = 100

/** By a person, who waits until there is a bot that hears it, and says it again where it is refused, or where the bot dies without an answer. */
export function letGoOn(world: World, action: 'resume' | 'unpause', conditionId?: ConditionId): void {
  const { life, paused } = world
  const again = (then = () => letGoOn(world, action, conditionId)) => world.clock.after(AGAIN_MS, then)
  if (!life?.isWorking) {
    again()
    return
  }
  world.freed.set(conditionId ?? 'all', ++world.said)
  const held = { isKilled: world.isKilled, paused: [...paused] }
  if (action === 'resume') world.isKilled = false
  else if (conditionId !== undefined) paused.delete(world.api.markets.find(conditionId).id)
  const where = conditionId === undefined ? {} : { conditionId }
  let isAnswered = false
  const look = () => {
    if (isAnswered) return
    if (life.isOver) letGoOn(world, action, conditionId)
    else again(look)
  }
  again(look)
  life.bot?.operate(action, { actor: 'test', reason: 'over', ...where }, (refused) => {
    isAnswered = !life.isOver
    if (refused === undefined || life.isOver) return
    world.isKilled = held.isKilled
    for (const [id, isKept] of held.paused) paused.set(id, isKept)
    again()
  })
}
