// A second exchange, written from the venue's texts alone: plain objects, linear scans, nothing cached, no import from src/.

import { type Held, type Match, type NaiveMarket, type NaiveOrder, NaiveWorld, Refusal } from './naive-world.js'

export class NaiveMatcher extends NaiveWorld {
  submit(order: NaiveOrder, now: number): Held {
    this.advance(now)
    const twin = this.orders.find((o) => o.hash === order.hash)
    if (twin) {
      const keys = Object.keys(order) as (keyof NaiveOrder)[]
      if (keys.every((key) => twin[key] === order[key])) return twin
      throw new Refusal('conflict')
    }
    const market = this.market(order.market)
    if (market.status !== 'OPEN') throw new Refusal('market-not-open')
    if (this.isInvalid(order)) throw new Refusal('bad-request')
    if (order.price < 1 || order.price >= market.tpu || order.size < market.minLots) throw new Refusal('bad-amounts')
    if (order.feeRateBps !== market.fee) throw new Refusal('fee-changed')
    if (order.type === 'GTD' && order.expirationSec === 0) throw new Refusal('bad-expiration')
    if (order.expirationSec > 0 && order.expirationSec * 1000 <= this.now) throw new Refusal('bad-expiration')
    const newcomer: Held = { ...order, left: order.size, waiting: 0, done: 0, over: '', cancelAsked: false, turn: 0 }
    const free =
      order.side === 'BUY' ? this.freeCash(order.account) : this.freeTokens(order.account, order.market, order.outcome)
    if (this.held(newcomer, order.size) > free) throw new Refusal('insufficient-balance')
    // its own left part must not count as a resting order while it is being matched
    this.orders.push(newcomer)
    this.take(newcomer)
    return newcomer
  }

  take(taker: Held): void {
    const partners = this.stillMatched(taker) ? this.partners(taker) : []
    const ownAt = partners.findIndex((p) => p.maker.account === taker.account)
    const usable = ownAt === -1 ? partners : partners.slice(0, ownAt)
    const volume = usable.reduce((total, p) => total + p.maker.left, 0)
    const neverTrades =
      (taker.type === 'POST_ONLY' && partners.length > 0) || (taker.type === 'FOK' && volume < taker.size)
    if (neverTrades) {
      this.end(taker, 'cancelled_local')
      return
    }
    for (const partner of usable) {
      if (taker.left > 0) this.match(taker, partner)
    }
    if (taker.left === 0) return
    if (ownAt !== -1 || taker.type === 'FAK' || taker.type === 'FOK') this.end(taker, 'cancelled_local')
    else this.queue(taker)
  }

  queue(order: Held): void {
    this.turns += 1
    order.turn = this.turns
  }

  end(order: Held, status: string): void {
    order.left = 0
    if (order.over === '') order.over = status
  }

  match(taker: Held, { maker, price, kind }: { maker: Held; price: number; kind: string }): void {
    const size = Math.min(taker.left, maker.left)
    for (const order of [taker, maker]) {
      order.left -= size
      order.waiting += size
    }
    const fee = (order: Held, at: number, pays: boolean) => (pays ? this.fee(order, at, size) : 0n)
    this.matches.push({
      number: this.matches.length + 1,
      kind,
      size,
      at: this.now,
      due: this.now + this.rules.delayMs,
      status: 'pending',
      parties: [
        { order: maker, price: maker.price, fee: fee(maker, maker.price, this.rules.makerPays), role: 'maker' },
        { order: taker, price, fee: fee(taker, price, this.rules.takerPays), role: 'taker' },
      ],
    })
  }

  /** BUY: bps x min(p, 1-p) x tokens / (p x 10^4) tokens. SELL: bps x min(p, 1-p) x tokens / 10^4 collateral. One floor. */
  fee(order: Held, price: number, lots: number): bigint {
    const { tpu, lotRaw } = this.market(order.market)
    const tokens = BigInt(lots) * lotRaw
    const least = BigInt(Math.min(price, tpu - price))
    const top = BigInt(order.feeRateBps) * least * tokens
    return order.side === 'BUY' ? top / (BigInt(price) * 10000n) : top / (BigInt(tpu) * 10000n)
  }

  cancel(hash: string, account: string, now: number): void {
    this.advance(now)
    const order = this.orders.find((o) => o.hash === hash)
    if (!order) throw new Refusal('not-found')
    if (order.account !== account) throw new Refusal('forbidden')
    order.cancelAsked = true
    if (order.over !== '' || order.left === 0) throw new Refusal('not-cancellable')
    this.end(order, 'cancelled_local')
  }

  cancelAll(account: string, market: string, now: number): void {
    this.advance(now)
    for (const order of this.orders) {
      if (order.account !== account || order.market !== market) continue
      order.cancelAsked = true
      if (order.left > 0) this.end(order, 'cancelled_local')
    }
  }

  /** The contract knows the account's orders no more: those that rest end now, those that are matched when they settle. */
  raiseNonce(account: string, now: number): void {
    this.advance(now)
    this.nonces[account] = this.nonceOf(account) + 1
    for (const order of this.orders) {
      if (order.account === account && order.left > 0) this.end(order, 'cancelled_onchain')
    }
  }

  /** One thing at a time, the earliest first: settlements, then expiries, then market ends at the same moment. */
  advance(now: number): void {
    for (;;) {
      const things: { at: number; run: () => void }[] = []
      for (const match of this.matches) {
        // the first match of a taker order stands for all of them
        if (match.status === 'pending')
          things.push({ at: match.due, run: () => this.settleOrder(match.parties[1].order) })
      }
      for (const order of this.orders) {
        if (order.over !== '' || order.left === 0 || order.expirationSec === 0) continue
        things.push({ at: order.expirationSec * 1000, run: () => this.end(order, 'expired') })
      }
      for (const market of this.markets) {
        if (market.status === 'OPEN') things.push({ at: market.endMs, run: () => this.setStatus(market, 'CLOSED', -1) })
      }
      const due = things.filter((thing) => thing.at <= now).sort((a, b) => a.at - b.at)
      const next = due[0]
      if (!next) break
      this.now = Math.max(this.now, next.at)
      next.run()
    }
    this.now = Math.max(this.now, now)
  }

  /** One transaction: the taker order with all its makers, or nothing of it. */
  settleOrder(taker: Held): void {
    const together = this.matches.filter((match) => match.status === 'pending' && match.parties[1].order === taker)
    const reverts = together.some((match) => this.rules.fails(match.number) || this.cannotSettle(match))
    if (!reverts) {
      for (const match of together) this.settle(match)
      return
    }
    for (const match of together) {
      match.status = 'failed'
      this.giveBack(match.parties[0].order, match.size)
    }
    this.giveBack(
      taker,
      together.reduce((total, match) => total + match.size, 0),
    )
  }

  cannotSettle({ parties, due }: Match): boolean {
    return parties.some(
      ({ order }) => this.isInvalid(order) || (order.expirationSec > 0 && due > order.expirationSec * 1000),
    )
  }

  settle(match: Match): void {
    match.status = 'settled'
    for (const { order, price, fee } of match.parties) {
      const { lotRaw, tpu } = this.market(order.market)
      const tokens = BigInt(match.size) * lotRaw
      const money = (tokens * BigInt(price)) / BigInt(tpu)
      order.waiting -= match.size
      order.done += match.size
      if (order.side === 'BUY') {
        this.cash[order.account] = this.cashOf(order.account) - money
        this.addTokens(order.account, order.market, order.outcome, tokens - fee)
        this.feeTokens[`${order.market} ${order.outcome}`] = this.feeTokensOf(order.market, order.outcome) + fee
      } else {
        this.addTokens(order.account, order.market, order.outcome, -tokens)
        this.cash[order.account] = this.cashOf(order.account) + money - fee
        this.feeCash += fee
      }
    }
  }

  feeTokensOf(market: string, outcome: number): bigint {
    return this.feeTokens[`${market} ${outcome}`] ?? 0n
  }

  /** Back to the book while the order is valid, nobody asked to cancel it, and it would not cross. */
  giveBack(order: Held, size: number): void {
    order.waiting -= size
    if (this.isInvalid(order)) {
      this.end(order, 'cancelled_onchain')
      return
    }
    const valid =
      order.over === '' &&
      !order.cancelAsked &&
      order.type !== 'FOK' &&
      order.type !== 'FAK' &&
      this.market(order.market).status === 'OPEN' &&
      (order.expirationSec === 0 || this.now < order.expirationSec * 1000)
    const crosses = this.stillMatched(order) && this.partners(order).length > 0
    if (!valid || crosses) {
      this.end(order, 'cancelled_local')
      return
    }
    if (order.left === 0) this.queue(order)
    order.left += size
  }

  setStatus(market: NaiveMarket, status: string, winner: number): void {
    if (market.status === 'CLOSED' && status === 'CLOSED') return
    if (market.status === 'RESOLVED' || market.status === 'CANCELLED') throw new Refusal('market-not-open')
    market.status = status
    market.winner = winner
    for (const order of this.orders) {
      if (order.market === market.name && order.left > 0) this.end(order, 'cancelled_local')
    }
  }

  changeMarket(name: string, status: string, winner: number, now: number): void {
    this.advance(now)
    this.setStatus(this.market(name), status, winner)
  }

  split(account: string, market: string, raw: bigint): void {
    const { status } = this.market(market)
    if (status === 'RESOLVED' || status === 'CANCELLED') throw new Refusal('market-not-open')
    if (this.freeCash(account) < raw) throw new Refusal('insufficient-balance')
    this.cash[account] = this.cashOf(account) - raw
    for (const outcome of [0, 1]) this.addTokens(account, market, outcome, raw)
  }

  merge(account: string, market: string, raw: bigint): void {
    for (const outcome of [0, 1]) {
      if (this.freeTokens(account, market, outcome) < raw) throw new Refusal('insufficient-balance')
    }
    for (const outcome of [0, 1]) this.addTokens(account, market, outcome, -raw)
    this.cash[account] = this.cashOf(account) + raw
  }

  redeem(account: string, name: string): bigint {
    const market = this.market(name)
    if (market.status !== 'RESOLVED' && market.status !== 'CANCELLED') throw new Refusal('bad-request')
    let paid = 0n
    for (const outcome of [0, 1]) {
      const tokens = this.freeTokens(account, name, outcome)
      this.addTokens(account, name, outcome, -tokens)
      if (market.status === 'CANCELLED') paid += tokens / 2n
      else if (outcome === market.winner) paid += tokens
    }
    this.cash[account] = this.cashOf(account) + paid
    return paid
  }
}
