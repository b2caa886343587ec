// Who holds how much of an API key's limits: a book in Redis, and what becomes of it when one bot looks. Pure.
//
//   held     what the bot's count may come to: its part, or what it has used where that is more. The sum never passes the limit
//   more     is taken of what nobody holds, at once; of the minute a bot takes what it wishes, so that one that comes finds some
//   less     the bot keeps to it at once; it holds what it has used until its windows have forgotten that, and says so at its next look
//   silent   a bot that was not heard of has fallen back to its least part by itself after PART_MS. What it held is free for others
//            when the venue has forgotten it: of the minute step by step, as its own count told; the rest after KEEP_MS
//   gone     a silent one of whose process somebody on its machine sees that it is not there: it has no least part any more
//   spare    a little that nobody gets: whoever comes, as in the place of a dead bot, finds it
//   forgot   a Redis that was flushed is told by each bot of all that it knew; until then nobody takes more

import {
  type ByClass,
  type ClassUse,
  ENDING_STEP_MS,
  ROUTE_CLASSES,
  type RouteClassName,
  type WindowLimits,
} from '../../domain/permit.js'
import { jumpOf, type SeenBefore } from '../shared-book.js'
import { leastOf, shareOut } from './share-out.js'

/** Who has not been heard of for so long wishes nothing. */
export const QUIET_MS = 5_000
/** A part holds for so long after it was last asked for; then a bot falls back to its least. */
export const PART_MS = 8_000
/** Before, a permit may be taken where one has ended to count, so those do not free anything. */
const STEPS_BEFORE_FALL = PART_MS / ENDING_STEP_MS
/** What Redis's clock may have gone wrong unseen. */
const DRIFT_MS = 2_500
/** After a fall nothing that was used before counts any more: a permit's life, a late arrival, the window and the clocks' drift. */
const KEEP_MS = { perSecond: 24_000, perMinute: 84_000 }
/** Who has not been heard of for so long is dead. */
export const FORGET_MS = 600_000
/** A new book: so long nobody takes more, while those that know of each other tell it. */
const NEW_MS = 3_000
/** Between two turns: of those who get nothing where there are more bots than requests, and of those who get one more a second. */
const TURN_MS = { scarce: 5_000, odd: 20_000 }
/** Of the limit: wishes are rounded up to this, so that parts do not move with each request. */
const STEP = 0.05
/** A bot wishes so much more of the minute than it has used, and gets as much of the limit besides where nobody wishes it. */
const MORE = 1.25
const HEADROOM = 0.125
/** One that is alone leaves this to whoever comes, itself after a crash; several make room within a second or two. */
const SPARE = { perSecond: 0.125, perMinute: 0.0625 }
const SPARE_OF_SEVERAL = 0.01
/** Where so many requests a second are there for each, one is spare too. */
const PLENTY = 3
/** Of what is left beside the dead most is for those who live. */
const MOST_SPARE = 0.25

export type Windows = ByClass<WindowLimits>

export interface Member {
  /** By Redis's clock. */
  readonly seenMs: number
  readonly held: Windows
  /** Of the minute: how much of it the venue has forgotten after each step, had the bot sent nothing since. */
  readonly ending: ByClass<readonly number[]>
  /** What it falls back to by itself. */
  readonly least: Windows
  /** Of the minute. */
  readonly wish: ByClass<number>
  /** The key's, as the venue has told them; 0 where it has not. */
  readonly learned: Windows
  readonly guessed: Windows
  /** It has not been heard of since Redis forgot: another bot knew of it. */
  readonly isHearsay?: boolean
  /** Which process it is, for others on its machine. */
  readonly process?: string | undefined
}

export interface PartBook {
  readonly id: string
  readonly bornMs: number
  readonly writtenMs: number
  readonly members: Readonly<Record<string, Member>>
}

export interface Look {
  readonly name: string
  /** By the bot's own count. */
  readonly use: ByClass<ClassUse>
  /** What it was told last, and may not have heard of yet. */
  readonly told?: Pick<Seen, 'part' | 'least'> | undefined
  /** What it saw last, and how long ago by its own clock. */
  readonly last?: SeenBefore<PartBook> | undefined
  readonly process?: string | undefined
  /** Whether a process is known not to be there any more; absent: of none that is known. */
  readonly isGone?: ((process: string) => boolean) | undefined
  /** Of a new book. */
  readonly newId: string
  /** By Redis's clock. */
  readonly nowMs: number
}

export interface Seen {
  readonly book: PartBook
  readonly part: Windows
  /** What is left of it when no look succeeds any more. */
  readonly least: Windows
  readonly bots: number
}

/** The bot says what it has used, and gets its part. */
export function lookAt(found: PartBook | undefined, look: Look): Seen {
  const book = rightedBook(found, look)
  const { name, use, nowMs, process } = look
  const members = withoutTheDead(book, look)
  const others = Object.fromEntries(Object.entries(members).map(([bot, member]) => [bot, asOf(member, nowMs)]))
  const before = book.members[name]
  const held = eachWindow((routeClass, window) => {
    const { used, part: inForce } = use[routeClass]
    return Math.max(used[window], inForce[window], look.told?.part[routeClass][window] ?? 0)
  })
  const me: Member = { seenMs: nowMs, held, least: NOTHING, ending: endingOf(use), ...wishOf(use), process }
  const isSettled = before !== undefined && before.isHearsay !== true && nowMs - book.bornMs >= NEW_MS
  const { part, least, bots } = partOf({ ...others, [name]: me }, { name, nowMs, mayRise: isSettled })
  // neither is less than what the bot goes by if it never hears of this
  const kept = { held: larger(held, part), least: larger(least, look.told?.least ?? NOTHING) }
  const written = { ...members, [name]: { ...me, ...kept } }
  return { book: { ...book, writtenMs: nowMs, members: written }, part, least, bots }
}

/** The bot sends nothing any more: what it has used is held until the windows have forgotten it. */
export function leave(book: PartBook, { name, use, nowMs }: Pick<Look, 'name' | 'use' | 'nowMs'>): PartBook {
  const held = eachWindow((routeClass, window) => use[routeClass].used[window])
  // as one that fell back now
  const ending = eachClass((routeClass) => [...Array<number>(STEPS_BEFORE_FALL).fill(0), ...use[routeClass].ending])
  const gone: Member = { seenMs: nowMs - PART_MS, held, least: NOTHING, ending, ...wishOf(use) }
  return { ...book, writtenMs: nowMs, members: { ...book.members, [name]: gone } }
}

/** As it would be had Redis forgotten nothing, and had its clock not jumped. */
function rightedBook(found: PartBook | undefined, { last, newId, nowMs }: Look): PartBook {
  const book = found ?? { id: newId, bornMs: nowMs, writtenMs: nowMs, members: {} }
  if (last !== undefined && book.id !== last.book.id) return withHearsay(book, last, nowMs)
  // an old copy of itself
  if (last !== undefined && book.writtenMs < last.book.writtenMs) {
    const members = eachMember(book, (member) => ({ ...member, ...hearsay }))
    return withHearsay({ ...book, id: newId, bornMs: nowMs, members }, last, nowMs)
  }
  const jumpMs = jumpOf(book, nowMs, last)
  return jumpMs === 0 ? book : movedBy(book, jumpMs)
}

/** It may have looked again since, and taken what has ended to count. */
const hearsay = { isHearsay: true, ending: eachClass((): readonly number[] => []) }

function withHearsay(book: PartBook, last: NonNullable<Look['last']>, nowMs: number): PartBook {
  const members = { ...book.members }
  for (const [name, known] of Object.entries(last.book.members)) {
    const now = members[name]
    if (now !== undefined && now.isHearsay !== true) continue
    const seenMs = nowMs - (last.book.writtenMs - known.seenMs) - last.agoMs
    const held = larger(known.held, now?.held ?? NOTHING)
    const least = larger(known.least, now?.least ?? NOTHING)
    members[name] = { ...known, ...hearsay, held, least, seenMs: Math.max(seenMs, now?.seenMs ?? 0) }
  }
  return { ...book, members }
}

function movedBy(book: PartBook, jumpMs: number): PartBook {
  const members = eachMember(book, (member) => ({ ...member, seenMs: member.seenMs + jumpMs }))
  return { ...book, bornMs: book.bornMs + jumpMs, members }
}

function withoutTheDead({ members }: PartBook, { name: self, nowMs, isGone }: Look): Record<string, Member> {
  const living = Object.entries(members).filter(([name, { seenMs }]) => name === self || nowMs - seenMs < FORGET_MS)
  const hasGone = ({ seenMs, process }: Member) =>
    nowMs - seenMs > QUIET_MS && process !== undefined && isGone?.(process) === true
  return Object.fromEntries(living.map(([name, bot]) => [name, hasGone(bot) ? { ...bot, least: NOTHING } : bot]))
}

/** What it may still hold. */
function asOf(member: Member, nowMs: number): Member {
  const ageMs = nowMs - member.seenMs
  const held = eachWindow((c, w) => {
    const { [w]: then } = member.held[c]
    const least = Math.min(then, member.least[c][w])
    if (ageMs >= KEEP_MS[w]) return least
    return w === 'perSecond' ? then : Math.max(least, then - forgotten(member.ending[c], ageMs))
  })
  return { ...member, held }
}

/** Until it fell back it may have taken one for each that ended; what ends later was taken by nobody again. */
function forgotten(ending: readonly number[], ageMs: number): number {
  const steps = Math.floor((ageMs - DRIFT_MS) / ENDING_STEP_MS)
  return ending.slice(STEPS_BEFORE_FALL, Math.max(STEPS_BEFORE_FALL, steps)).reduce((sum, count) => sum + count, 0)
}

interface Asking {
  readonly name: string
  readonly nowMs: number
  readonly mayRise: boolean
}

function partOf(all: Readonly<Record<string, Member>>, { name, nowMs, mayRise }: Asking) {
  const entries = Object.entries(all)
  const talking = entries.filter(([, { seenMs }]) => nowMs - seenMs <= QUIET_MS)
  const silent = entries.filter(([, { seenMs }]) => nowMs - seenMs > QUIET_MS)
  const me = all[name]
  const of = (
    routeClass: RouteClassName,
    window: keyof WindowLimits,
    wish: (name: string, limit: number) => number,
  ) => {
    const limit = limitOf({ talking, silent }, routeClass, window)
    const room = Math.max(0, limit - heldBy(silent, routeClass, window))
    const isShort = window === 'perSecond'
    const spare = spareOf(limit, { window, room, bots: talking.length })
    const wishers = talking.map(([bot]) => ({ name: bot, wish: wish(bot, limit) }))
    const wanted = shareOut(room - spare, wishers, {
      // where it is one of many, more would move than is worth it
      turn: isShort ? Math.floor(nowMs / TURN_MS[room < talking.length ? 'scarce' : 'odd']) : 0,
      headroom: isShort ? limit : Math.ceil(limit * HEADROOM),
    })
    const mine = wanted.get(name) ?? 0
    const held = me?.held[routeClass][window] ?? 0
    const free = mayRise ? Math.max(0, limit - heldBy(entries, routeClass, window)) : 0
    const least = leastOf(room, talking.length)
    const part = Math.min(mine, Math.max(held + Math.max(0, free - spare), Math.min(held + free, least)))
    return { limit, wanted, part, least: Math.min(part, least) }
  }
  const found = eachClass((routeClass) => {
    const minute = of(routeClass, 'perMinute', (bot) => all[bot]?.wish[routeClass] ?? 0)
    // seconds go by the parts of the minute: what a bot sends within one says nothing
    const share = (bot: string) => (minute.wanted.get(bot) ?? 0) / Math.max(1, minute.limit)
    const second = of(routeClass, 'perSecond', (bot, limit) => Math.max(1, Math.ceil(limit * share(bot))))
    return { perMinute: minute, perSecond: second }
  })
  return {
    bots: talking.length,
    part: eachWindow((routeClass, window) => found[routeClass][window].part),
    least: eachWindow((routeClass, window) => found[routeClass][window].least),
  }
}

/** Of the limit, for whoever comes; of a small room less, and nothing of what those who are there need at least. */
function spareOf(
  limit: number,
  { window, room, bots }: { readonly window: keyof WindowLimits; readonly room: number; readonly bots: number },
): number {
  const most = Math.min(Math.ceil((room - 1) * MOST_SPARE), Math.max(0, room - bots))
  if (bots === 1) return Math.min(most, Math.ceil(limit * SPARE[window]))
  if (window === 'perMinute') return Math.min(most, Math.ceil(limit * SPARE_OF_SEVERAL))
  return Math.min(most, limit >= PLENTY * bots ? 1 : 0)
}

const endingOf = (use: ByClass<ClassUse>) => eachClass((routeClass) => use[routeClass].ending)

function wishOf(use: ByClass<ClassUse>): Pick<Member, 'wish' | 'learned' | 'guessed'> {
  const wish = eachClass((routeClass) => {
    const { used, limit } = use[routeClass]
    const step = Math.max(1, Math.ceil(limit.perMinute * STEP))
    return Math.ceil((used.perMinute * MORE + 1) / step) * step
  })
  const windows = (of: 'learned' | 'limit') => eachClass((routeClass) => use[routeClass][of])
  return { wish, learned: windows('learned'), guessed: windows('limit') }
}

type Bots = readonly [string, Member][]

/** What the venue has told one of them, a dead one if no other, or the least that one guesses, in the same order. */
function limitOf(
  { talking, silent }: { readonly talking: Bots; readonly silent: Bots },
  routeClass: RouteClassName,
  window: keyof WindowLimits,
): number {
  const all = (bots: Bots, of: 'learned' | 'guessed') =>
    bots.map(([, bot]) => bot[of][routeClass][window]).filter((n) => n > 0)
  const both = (of: 'learned' | 'guessed') => [all(talking, of), all(silent, of)]
  // one that comes in the place of a dead bot guesses less than that one held, and nothing before it counts
  const told = [...both('learned'), ...both('guessed')]
  return Math.min(...(told.find((limits) => limits.length > 0) ?? [0]))
}

function heldBy(bots: Bots, routeClass: RouteClassName, window: keyof WindowLimits): number {
  return bots.reduce((sum, [, { held }]) => sum + held[routeClass][window], 0)
}

function eachMember({ members }: PartBook, change: (member: Member) => Member): Record<string, Member> {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]))
}

const larger = (a: Windows, b: Windows): Windows => eachWindow((c, w) => Math.max(a[c][w], b[c][w]))

function eachClass<T>(of: (routeClass: RouteClassName) => T): ByClass<T> {
  return Object.fromEntries(ROUTE_CLASSES.map((name) => [name, of(name)])) as unknown as ByClass<T>
}

function eachWindow(of: (routeClass: RouteClassName, window: keyof WindowLimits) => number): Windows {
  return eachClass((name) => ({ perSecond: of(name, 'perSecond'), perMinute: of(name, 'perMinute') }))
}

const NOTHING: Windows = eachWindow(() => 0)
