// Which bot is to quote which market: whoever quotes one keeps it, loads follow the weights, and as few markets move as that needs. Whoever
// holds tokens of a market goes first for it, and gives it away last. Bots that know the same come to the same. Pure.

export interface Candidate {
  readonly bot: string
  /** A bot of weight 2 gets twice as many. */
  readonly weight: number
  readonly wants: ReadonlySet<string>
  /** Markets whose tokens it holds. */
  readonly holdings: ReadonlySet<string>
}

/** `holders`: of markets that a living bot quotes now. */
export function assignment(
  candidates: readonly Candidate[],
  holders: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const bots = [...candidates].sort((a, b) => (a.bot < b.bot ? -1 : 1))
  const markets = [...new Set(bots.flatMap(({ wants }) => [...wants]))].sort()
  const given = new Given()
  for (const market of markets) {
    const holder = bots.find(({ bot, wants }) => bot === holders.get(market) && wants.has(market))
    if (holder !== undefined) given.give(market, holder)
  }
  for (const market of markets) {
    if (given.owners.has(market)) continue
    const able = bots.filter(({ wants }) => wants.has(market))
    const holding = able.filter(({ holdings }) => holdings.has(market))
    const [next] = (holding.length > 0 ? holding : able).sort(
      (a, b) => given.after(a) - given.after(b) || preferred(a, b, market),
    )
    if (next !== undefined) given.give(market, next)
  }
  for (let moves = 0; moves < markets.length && moveOne(bots, given); moves++);
  return given.owners
}

/** One market from a bot with more than its share to one that has less even with it. */
function moveOne(bots: readonly Candidate[], given: Given): boolean {
  const byLoad = [...bots].sort((a, b) => given.load(b) - given.load(a))
  for (const from of byLoad) {
    for (const to of byLoad.toReversed()) {
      if (given.after(to) >= given.load(from)) continue
      const market = given
        .of(from)
        .filter((one) => to.wants.has(one))
        .sort(leastMissed(from, to))[0]
      if (market === undefined) continue
      given.give(market, to)
      return true
    }
  }
  return false
}

const leastMissed = (from: Candidate, to: Candidate) => (a: string, b: string) =>
  tokens(from, a) - tokens(from, b) || tokens(to, b) - tokens(to, a) || rank(to, b) - rank(to, a)

const tokens = ({ holdings }: Candidate, market: string) => (holdings.has(market) ? 1 : 0)

class Given {
  readonly owners = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  give(market: string, { bot }: Candidate): void {
    const before = this.owners.get(market)
    if (before !== undefined) this.#counts.set(before, this.#count(before) - 1)
    this.#counts.set(bot, this.#count(bot) + 1)
    this.owners.set(market, bot)
  }

  of({ bot }: Candidate): string[] {
    return [...this.owners].flatMap(([market, owner]) => (owner === bot ? [market] : []))
  }

  load({ bot, weight }: Candidate): number {
    return this.#count(bot) / weight
  }

  /** Its load with one market more. */
  after({ bot, weight }: Candidate): number {
    return (this.#count(bot) + 1) / weight
  }

  #count(bot: string): number {
    return this.#counts.get(bot) ?? 0
  }
}

/** Rendezvous hashing: of bots with equal loads each market has its own order. */
export function preferred(a: Pick<Candidate, 'bot'>, b: Pick<Candidate, 'bot'>, market: string): number {
  return rank(b, market) - rank(a, market)
}

function rank({ bot }: Pick<Candidate, 'bot'>, market: string): number {
  let hash = 0x811c9dc5
  for (const char of `${bot} ${market}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  // the last characters would move the last bits only
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
