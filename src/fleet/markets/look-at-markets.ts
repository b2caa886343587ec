// What becomes of a fleet's book of markets when one bot looks: it says that it is there, gives up what another is to have, and takes what is
// free and its share. Pure.
//
//   given away    the holder stops to quote, and gives the claim up at a later look, when nothing of it can rest; then it is free
//   dead          the claims of a bot that is not heard of are free when all that it may have placed has expired; those of one that its
//                 watchdog has found gone at once
//   acted on      a claim, when every bot that is not lost has looked since it was made

import type { NotOurs } from '../../domain/run/market-claim.js'
import { assignment } from './assignment.js'
import { type Claim, type FleetBot, type MarketBook, restsForMs, withoutClaims } from './market-book.js'
import { type Known, knowsAll, rememberedBook } from './remembered-book.js'
import { whyNotOurs } from './why-not-ours.js'
import type { Sight, Witness } from './witness.js'

export interface BookLook extends Pick<FleetBot, 'label' | 'weight' | 'run' | 'leaseMs' | 'restMs'> {
  readonly bot: string
  readonly wants: readonly string[]
  readonly holdings: readonly string[]
  /** Nothing of ours can rest there. */
  readonly isClear: (market: string) => boolean
  /** What it found, and held, at its last look. */
  readonly last: (Known & { readonly held: ReadonlySet<string> }) | undefined
  /** Has seen what was found. */
  readonly witness: Pick<Witness, 'botSince' | 'bookSince'>
  readonly now: Sight
  readonly redisRun: string
  readonly newId: string
}

export interface MarketsSeen {
  readonly book: MarketBook
  /** Ours to quote. */
  readonly held: ReadonlySet<string>
  /** Why the others that we would quote are not. */
  readonly others: ReadonlyMap<string, NotOurs>
  /** It takes no part: nobody waits for what it knows. */
  readonly isRefused: boolean
}

type Bots = Readonly<Record<string, FleetBot>>

export function lookAtMarkets(found: MarketBook | undefined, look: BookLook): MarketsSeen {
  const remembered = rememberedBook(found, look)
  const refusal = refusalOf(remembered, look)
  // one that may not take part leaves no trace
  if (refusal !== undefined) return refused(remembered, look, refusal)
  const aged = { ...remembered, memory: memoryOf(remembered, look), version: remembered.version + 1 }
  const freed = withoutClaims(aged, (_market, { bot }) => bot !== look.bot && isOver(bot, aged, look))
  const bots = botsOf(freed, look)
  const owners = freed.memory === 'sure' ? ownersOf(bots, freed.claims) : undefined
  const isMine = (market: string) => owners === undefined || owners.get(market) === look.bot
  const kept = withoutClaims(freed, (market, { bot }) => {
    // an order may be on its way as long as it was ours at the last look
    return bot === look.bot && !isMine(market) && look.last?.held.has(market) !== true && look.isClear(market)
  })
  const taken = Object.fromEntries(
    [...(owners ?? [])].flatMap(([market, owner]) =>
      owner === look.bot && kept.claims[market] === undefined
        ? [[market, { bot: look.bot, since: aged.version }] as const]
        : [],
    ),
  )
  const book: MarketBook = { ...kept, bots, claims: { ...kept.claims, ...taken } }
  const wants = new Set(look.wants)
  const ours = Object.entries(book.claims).filter(([market, { bot }]) => bot === look.bot && wants.has(market))
  const held = new Set(
    ours.flatMap(([market, claim]) => (isMine(market) && mayBeActedOn(market, claim, { book, look }) ? [market] : [])),
  )
  const lacking = look.wants.filter((market) => !held.has(market))
  const others = new Map(lacking.map((market) => [market, whyNotOurs(market, { book, owners, look })]))
  return { book, held, others, isRefused: false }
}

/** The bot ends: what is clear is free at once, the rest when it has expired. */
export function leaveMarkets(found: MarketBook, { bot, run, isClear }: Pick<BookLook, 'bot' | 'run' | 'isClear'>) {
  if ((found.bots[bot]?.run ?? run) !== run) return found
  const book = withoutClaims(found, (market, claim) => claim.bot === bot && isClear(market))
  const isDone = Object.values(book.claims).every((claim) => claim.bot !== bot)
  const bots = Object.entries(book.bots).filter(([name]) => name !== bot || !isDone)
  return { ...book, version: book.version + 1, bots: Object.fromEntries(bots) }
}

function refusalOf({ bots }: MarketBook, { bot, run, label, leaseMs }: BookLook): NotOurs | undefined {
  const later = bots[bot]
  if (later !== undefined && later.run > run) {
    const detail = `a later process takes part in the fleet for this bot: ${later.label}; this one is ${label}`
    return { reason: 'unclaimed', detail }
  }
  const other = Object.entries(bots).find(([name, one]) => name !== bot && !one.isLost && one.leaseMs !== leaseMs)?.[1]
  if (other === undefined) return undefined
  const [theirs, ours] = [other.leaseMs / 1000, leaseMs / 1000]
  const detail = `fleet.leaseSec: expected the same for all bots of a fleet, got ${ours}; ${other.label} has ${theirs}`
  return { reason: 'unclaimed', detail }
}

function refused(book: MarketBook, { wants }: BookLook, why: NotOurs): MarketsSeen {
  return { book, held: new Set(), others: new Map(wants.map((market) => [market, why])), isRefused: true }
}

const lastingMs = (since: Sight | undefined, now: Sight) => (since === undefined ? 0 : now.monoMs - since.monoMs)

function memoryOf(book: MarketBook, { witness, now, leaseMs, restMs }: BookLook): MarketBook['memory'] {
  if (book.memory === 'sure') return 'sure'
  const longest = Math.max(restMs, ...Object.values(book.bots).map((bot) => bot.restMs))
  const untilMs = book.memory === 'told' ? leaseMs : restsForMs({ leaseMs, restMs: longest })
  return lastingMs(witness.bookSince(book), now) >= untilMs ? 'sure' : book.memory
}

/** Nothing of a bot that is not heard of can rest any more. */
function isOver(name: string, book: MarketBook, { witness, now }: BookLook): boolean {
  const bot = book.bots[name]
  if (bot === undefined) return false
  return bot.isGone === true || lastingMs(witness.botSince(name, book), now) >= restsForMs(bot)
}

/** A lost bot is remembered as long as it has claims. */
function botsOf(book: MarketBook, look: BookLook): Bots {
  const { bots, claims, version } = book
  const { bot: me, label, weight, run, leaseMs, restMs, wants, holdings, witness, now } = look
  const holders = new Set(Object.values(claims).map(({ bot }) => bot))
  const others = Object.entries(bots).flatMap(([name, bot]): [string, FleetBot][] => {
    if (name === me) return []
    const isLost = bot.isLost === true || lastingMs(witness.botSince(name, book), now) >= bot.leaseMs
    if (!isLost) return [[name, bot]]
    return holders.has(name) ? [[name, { ...bot, isLost }]] : []
  })
  return { ...Object.fromEntries(others), [me]: { label, weight, run, version, leaseMs, restMs, wants, holdings } }
}

function ownersOf(bots: Bots, claims: MarketBook['claims']): ReadonlyMap<string, string> {
  const living = Object.entries(bots).filter(([, { isLost, isGone }]) => !isLost && !isGone)
  const candidates = living.map(([bot, { weight, wants, holdings }]) => ({
    ...{ bot, weight, wants: new Set(wants), holdings: new Set(holdings) },
  }))
  return assignment(candidates, new Map(Object.entries(claims).map(([market, { bot }]) => [market, bot])))
}

function mayBeActedOn(
  market: string,
  { since }: Claim,
  { book, look }: { readonly book: MarketBook; readonly look: BookLook },
): boolean {
  if (look.last?.held.has(market) === true && knowsAll(look)) return true
  if (book.memory !== 'sure') return false
  return Object.values(book.bots).every(({ isLost, version }) => isLost === true || version >= since)
}
