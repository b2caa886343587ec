// A scene over the core, driven through the loop: the CPU time, or the bytes, of one operation.

import type { OpenCase } from '../harness/figure.js'
import { allocatedBytes, cpuMicros } from '../harness/measure.js'
import { openStage } from './driver.js'
import { type Scene, type SceneName, sceneOf } from './scenes.js'
import type { Setting } from './stage.js'

export interface CoreArgs extends Setting {
  readonly scene: SceneName
  readonly measure: 'cpu' | 'bytes'
}

/** Of a sample; so long that reading the CPU time is nothing beside it. */
const SAMPLE_MICROS = 250_000
/** Of the trial that tells how many plays a sample has. */
const TRIAL_MICROS = 20_000
/**
 * A bot runs for weeks: what it runs is compiled. An event that changes nothing is after a second; one that changes the quotes, or is answered
 * to by twenty more, after six: until then a faster core looks little faster.
 */
const WARM_MICROS = 6_000_000
/** Reprices leave orders behind that ended, which may make the next ones dearer: so many, then a fresh stage. */
const REPRICES = 200
/** One play may leave what spoils the next. */
const QUICK_PLAYS = 3
/** A larger stage is set up once only: beside its own orders those that ended are few. */
const FRESH_UP_TO = 20

export const open: OpenCase = async ({ root, args, quick }) => {
  const given = coreArgs(args)
  const make = async () => sceneOf(given.scene, await openStage(root, given), given.markets)
  const isFresh = given.scene === 'reprice' && given.markets <= FRESH_UP_TO
  let scene = await make()
  let played = 0
  const playsOf = (): number => {
    if (quick) return QUICK_PLAYS
    if (given.scene === 'reprice') return Math.max(1, Math.round(REPRICES / scene.operations))
    // a single play may be struck by the collector: one sample in ten would be a tenth as long
    let micros = 0
    let plays = 0
    for (; micros < TRIAL_MICROS; plays++) micros += cpuMicros(() => scene.play())
    played += plays
    return Math.max(1, Math.round((SAMPLE_MICROS * plays) / micros))
  }
  const fresh = async () => {
    if (played === 0) return
    scene = await make()
    played = 0
  }
  const sample = async () => {
    let cost = 0
    let operations = 0
    // a stage that must be fresh gives short samples: several of them make one
    do {
      if (isFresh) await fresh()
      const plays = playsOf()
      cost += measureOf(given.measure)(() => repeat(scene, plays))
      played += plays
      operations += plays * scene.operations
      scene.check(played)
    } while (isFresh && !quick && cost < SAMPLE_MICROS)
    return cost / operations
  }
  let isWarm = quick
  return {
    async measure() {
      for (const begin = usedMicros(); !isWarm; isWarm = usedMicros() - begin >= WARM_MICROS) await sample()
      return sample()
    },
  }
}

/** CPU of the process so far. */
function usedMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function measureOf(kind: CoreArgs['measure']): (work: () => void) => number {
  return kind === 'cpu' ? cpuMicros : allocatedBytes
}

function repeat(scene: Scene, plays: number): void {
  for (let i = 0; i < plays; i++) scene.play()
}

function coreArgs({ scene, markets, ended, resolved, measure }: Readonly<Record<string, unknown>>): CoreArgs {
  if (scene !== 'unchanged' && scene !== 'quotes-change' && scene !== 'reprice')
    throw new Error(`scene: got ${String(scene)}`)
  return {
    scene,
    markets: Number(markets ?? 1),
    ended: Number(ended ?? 0),
    resolved: Number(resolved ?? 0),
    measure: measure === 'bytes' ? 'bytes' : 'cpu',
  }
}
