// What a bot has of a key that several use, and what it tells of its own use.

import {
  type ClassUse,
  ENDING_STEP_MS,
  FORMER_STEP_MS,
  type KeyPart,
  type LeftUse,
  type RouteClassName,
  type WindowName,
} from '../../domain/permit.js'
import type { BudgetWindow } from './budget-window.js'
import { LOST_MARGIN_MS } from './unheard-requests.js'

export type Windows = Readonly<Record<WindowName, BudgetWindow>>

/** So many bots share the key; without a part of its own each has an equal one. */
export function takePart(
  { short, medium }: Windows,
  routeClass: RouteClassName,
  { bots, part }: { readonly bots: number; readonly part: KeyPart | undefined },
): void {
  const [now, afterwards] = [part?.limits[routeClass], part?.afterwards[routeClass]]
  const of = (limit: number, least: number) => ({ limit, untilMonoMs: part?.untilMonoMs ?? 0, afterwards: least })
  for (const window of [short, medium]) window.sharers = bots
  short.part = now && afterwards && of(now.perSecond, afterwards.perSecond)
  medium.part = now && afterwards && of(now.perMinute, afterwards.perMinute)
}

/** For the next process: what is in flight may reach the venue as late as it may be answered. */
export function leftOf({ medium }: Windows, nowMonoMs: number): LeftUse {
  const { count, handedOn } = medium
  const ending = [...count.ending(nowMonoMs, FORMER_STEP_MS)]
  const last = Math.ceil((count.holdMs + LOST_MARGIN_MS) / FORMER_STEP_MS)
  for (let step = ending.length; step <= last; step++) ending.push(0)
  ending[last] = (ending[last] ?? 0) + count.inFlight
  return { perMinute: handedOn, ending, strangers: medium.strangersAt(nowMonoMs) }
}

export function useOf({ short, medium }: Windows, nowMonoMs: number): ClassUse {
  const both = (of: (window: BudgetWindow) => number) => ({ perSecond: of(short), perMinute: of(medium) })
  return {
    limit: both(({ limit }) => limit),
    learned: both(({ learned }) => learned),
    used: both(({ count }) => count.used(nowMonoMs)),
    ending: medium.count.ending(nowMonoMs, ENDING_STEP_MS),
    part: both((window) => window.partAt(nowMonoMs)),
  }
}
