// What the naive matcher knows: orders, matches, and a ledger of what has settled. No import from src/.
//
// What is locked or waiting is summed anew from orders and matches at every question.

export interface NaiveOrder {
  hash: string
  account: string
  market: string
  outcome: number
  side: 'BUY' | 'SELL'
  /** Price numerator; the market's `tpu` is the denominator. */
  price: number
  size: number
  type: string
  expirationSec: number
  feeRateBps: number
  nonce: number
}

export interface Held extends NaiveOrder {
  left: number
  waiting: number
  done: number
  over: string
  cancelAsked: boolean
  /** Time priority. */
  turn: number
}

interface Party {
  order: Held
  /** Execution price on the party's own outcome. */
  price: number
  fee: bigint
  role: 'maker' | 'taker'
}

export interface Match {
  number: number
  kind: string
  parties: [Party, Party]
  size: number
  at: number
  due: number
  status: string
}

export interface NaiveMarket {
  name: string
  tpu: number
  lotRaw: bigint
  minLots: number
  endMs: number
  fee: number
  status: string
  winner: number
}

export interface NaiveRules {
  delayMs: number
  marginMs: number
  takerPays: boolean
  makerPays: boolean
  fails: (matchNumber: number) => boolean
}

export class Refusal extends Error {
  code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export class NaiveWorld {
  rules: NaiveRules
  now = 0
  turns = 0
  markets: NaiveMarket[] = []
  orders: Held[] = []
  matches: Match[] = []
  cash: Record<string, bigint> = {}
  tokens: Record<string, bigint> = {}
  /** Of accounts that raised it. */
  nonces: Record<string, number> = {}
  feeCash = 0n
  feeTokens: Record<string, bigint> = {}

  constructor(rules: NaiveRules) {
    this.rules = rules
  }

  market(name: string): NaiveMarket {
    const market = this.markets.find((m) => m.name === name)
    if (!market) throw new Refusal('not-found')
    return market
  }

  addMarket(market: { name: string; tpu: number; lotRaw: bigint; minLots: number; endMs: number; fee: number }): void {
    this.markets.push({ ...market, status: 'OPEN', winner: -1 })
  }

  deposit(account: string, raw: bigint): void {
    this.cash[account] = this.cashOf(account) + raw
  }

  nonceOf(account: string): number {
    return this.nonces[account] ?? 0
  }

  /** Signed with a nonce that its account has left behind. */
  isInvalid(order: NaiveOrder): boolean {
    return order.nonce !== this.nonceOf(order.account)
  }

  cashOf(account: string): bigint {
    return this.cash[account] ?? 0n
  }

  tokensOf(account: string, market: string, outcome: number): bigint {
    return this.tokens[`${account} ${market} ${outcome}`] ?? 0n
  }

  addTokens(account: string, market: string, outcome: number, raw: bigint): void {
    this.tokens[`${account} ${market} ${outcome}`] = this.tokensOf(account, market, outcome) + raw
  }

  /** What so many lots of the order hold: collateral at its limit price, or the tokens themselves. */
  held(order: Held, lots: number): bigint {
    const { lotRaw, tpu } = this.market(order.market)
    return order.side === 'SELL' ? BigInt(lots) * lotRaw : (BigInt(lots) * lotRaw * BigInt(order.price)) / BigInt(tpu)
  }

  cashBehindOrders(account: string): bigint {
    return sum(this.orders.filter((o) => o.account === account && o.side === 'BUY').map((o) => this.held(o, o.left)))
  }

  cashInSettlement(account: string): bigint {
    return sum(this.orders.filter((o) => o.account === account && o.side === 'BUY').map((o) => this.held(o, o.waiting)))
  }

  freeCash(account: string): bigint {
    return this.cashOf(account) - this.cashBehindOrders(account) - this.cashInSettlement(account)
  }

  sells(account: string, market: string, outcome: number): Held[] {
    return this.orders.filter(
      (o) => o.account === account && o.market === market && o.outcome === outcome && o.side === 'SELL',
    )
  }

  tokensBehindOrders(account: string, market: string, outcome: number): bigint {
    return sum(this.sells(account, market, outcome).map((o) => this.held(o, o.left)))
  }

  tokensInSettlement(account: string, market: string, outcome: number): bigint {
    return sum(this.sells(account, market, outcome).map((o) => this.held(o, o.waiting)))
  }

  freeTokens(account: string, market: string, outcome: number): bigint {
    const busy = this.tokensBehindOrders(account, market, outcome) + this.tokensInSettlement(account, market, outcome)
    return this.tokensOf(account, market, outcome) - busy
  }

  status(order: Held): string {
    if (order.over !== '') return order.over
    if (order.left === 0) return order.waiting > 0 ? 'pending_settlement' : 'filled'
    return order.left === order.size ? 'open' : 'partially_filled'
  }

  stillMatched(order: Held): boolean {
    return order.expirationSec === 0 || this.now < order.expirationSec * 1000 - this.rules.marginMs
  }

  /** In the book: rests, and may be matched. */
  inBook(market: string): Held[] {
    return this.orders.filter((o) => o.market === market && o.over === '' && o.left > 0 && this.stillMatched(o))
  }

  /** Everyone the newcomer could trade with, in the order in which it would. */
  partners(order: NaiveOrder): { maker: Held; price: number; kind: string }[] {
    const { tpu } = this.market(order.market)
    const found: { maker: Held; price: number; kind: string }[] = []
    for (const maker of this.inBook(order.market)) {
      if (maker.hash === order.hash) continue
      const sameToken = maker.outcome === order.outcome
      if (sameToken && maker.side !== order.side) {
        const bid = order.side === 'BUY' ? order.price : maker.price
        const ask = order.side === 'BUY' ? maker.price : order.price
        if (bid >= ask) found.push({ maker, price: maker.price, kind: 'direct' })
      }
      if (!sameToken && maker.side === order.side) {
        const together = order.price + maker.price
        if (order.side === 'BUY' && together >= tpu) found.push({ maker, price: tpu - maker.price, kind: 'mint' })
        if (order.side === 'SELL' && together <= tpu) found.push({ maker, price: tpu - maker.price, kind: 'merge' })
      }
    }
    const best = order.side === 'BUY' ? 1 : -1
    return found.sort((a, b) => best * (a.price - b.price) || a.maker.turn - b.maker.turn)
  }

  /** Best price first, total size per price, of one outcome and side. */
  levels(market: string, outcome: number, side: 'BUY' | 'SELL', without = ''): { price: number; size: number }[] {
    const levels: { price: number; size: number }[] = []
    for (const order of this.inBook(market)) {
      if (order.outcome !== outcome || order.side !== side || order.account === without) continue
      const level = levels.find((l) => l.price === order.price)
      if (level) level.size += order.left
      else levels.push({ price: order.price, size: order.left })
    }
    return levels.sort((a, b) => (side === 'BUY' ? b.price - a.price : a.price - b.price))
  }
}

function sum(parts: bigint[]): bigint {
  return parts.reduce((total, part) => total + part, 0n)
}
