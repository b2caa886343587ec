// What people and the machines around a bot tell it: halts and pauses, another configuration, a right to trade that is not renewed.

import type { ConditionId } from '../../../src/domain/market/market.js'
import type { Stage } from './apply-disturbance.js'
import { letGoOn } from './let-go-on.js'
import type { Of } from './scenario.js'
import type { World } from './world.js'

const FREE_AGAIN_MS = 100
/** The lease is looked at so often. */
const LEASE_EVERY_MS = 250

export function applyToBot(
  disturbance: Of<'halt' | 'pause' | 'lease-lost' | 'reload' | 'market-out' | 'signer-trouble'>,
  stage: Stage,
): void {
  const { world, reached, byHand } = stage
  switch (disturbance.kind) {
    case 'lease-lost':
      loseLease(disturbance, stage)
      return
    case 'signer-trouble':
      world.signer.begin(disturbance, (hits) => {
        reached(disturbance.kind, hits)
        if (disturbance.how === 'refuses') letGoOn(world, 'resume')
      })
      return
    case 'market-out':
      leaveOut(disturbance, stage)
      return
    case 'reload': {
      if (world.life?.isWorking) reached(disturbance.kind)
      const change = (to: Parameters<World['reload']>[0]) => {
        world.reload(to)
        // what rested by other limits is cancelled first
        byHand('all')
      }
      change(disturbance.to)
      if (disturbance.forMs !== undefined) world.clock.after(disturbance.forMs, () => change(undefined))
      return
    }
    default:
      operate(disturbance, stage)
  }
}

function leaveOut({ market, forMs, how }: Of<'market-out'>, { world, reached }: Stage): void {
  const { markets } = world.api
  const listed = markets.all()[market]
  if (listed === undefined || !world.venue.isUp || !world.life?.bot?.core.beliefs.markets.has(listed.conditionId))
    return
  const { id } = listed
  reached('market-out')
  if (how === 'unregistered') {
    markets.setRegistration(id, 'FAILED')
    world.clock.after(forMs, () => registerAgain(id, world))
    return
  }
  world.choose(markets.all().flatMap((one) => (one.id === id ? [] : [one.id])))
  world.clock.after(forMs, () => world.choose(undefined))
}

/** By a venue that is there. */
function registerAgain(id: string, world: World): void {
  if (world.venue.isUp) world.api.markets.setRegistration(id, 'REGISTERED')
  else world.clock.after(FREE_AGAIN_MS, () => registerAgain(id, world))
}

function loseLease({ forMs, overAfterMs }: Of<'lease-lost'>, { world, reached }: Stage): void {
  const sinceMs = world.clock.monoMs()
  const forHowLong = () => world.clock.monoMs() - sinceMs
  world.leaseLosses++
  if (world.life?.isWorking) reached('lease-lost')
  const tell = () => {
    const isEnd = forHowLong() >= forMs
    if (isEnd) world.leaseLosses--
    else world.clock.after(Math.min(LEASE_EVERY_MS, forMs - forHowLong()), tell)
    const told = { reason: 'the lease is not renewed', isOver: forHowLong() >= overAfterMs }
    if (world.life?.isWorking) world.life.bot?.leaseTold(world.leaseLosses > 0 ? told : undefined)
  }
  tell()
}

function operate(disturbance: Of<'halt' | 'pause'>, { world, reached }: Stage): void {
  const { life } = world
  if (life?.bot === undefined || !life.isWorking) return
  const { bot } = life
  const by = { actor: 'test', reason: 'for a while' }
  reached(disturbance.kind)
  const said = ++world.said
  // who lets it go on in the same moment has the last word
  const isFreed = (where: ConditionId | 'all') => (world.freed.get(where) ?? 0) > said
  if (disturbance.kind === 'halt') {
    bot.operate('halt', by, (unkept) => {
      if (life.isOver || isFreed('all')) return
      world.isKilled = true
      world.isKillUnkept = unkept !== undefined
    })
    world.clock.after(disturbance.forMs, () => letGoOn(world, 'resume'))
    return
  }
  const conditionId = world.markets[disturbance.market]
  if (conditionId === undefined) return
  bot.operate('pause', { ...by, conditionId }, (unkept) => {
    if (!life.isOver && !isFreed(conditionId))
      world.paused.set(world.api.markets.find(conditionId).id, unkept === undefined)
  })
  world.clock.after(disturbance.forMs, () => letGoOn(world, 'unpause', conditionId))
}
