// The faults that a request meets: answers in the venue's stead, refusals, and what becomes of the venue's own answer.
//
//   before the venue   restart, proxy-429, server-error and answer-dropped that are not carried out
//   at the handler     expired-token, cancel-only, halted, fee-changed
//   on the answer      stale-book, server-error and answer-dropped that are carried out, answer-delayed, clock-skew

import type { TokenStore } from '../accounts/token-store.js'
import type { Catalogue } from '../markets/catalogue.js'
import type { ListedMarket } from '../markets/listed-market.js'
import type { ApiRequest, ApiResponse } from '../requests/api-request.js'
import { ApiError } from '../requests/error-table.js'
import type { Route } from '../requests/route.js'
import type { FaultPlan, Occasion } from './fault-plan.js'
import { DROPPED, failedAnswer, proxyAnswer } from './faulty-answers.js'
import { StaleBooks } from './stale-books.js'

export interface RequestFaultParts {
  readonly plan: FaultPlan
  readonly tokens: TokenStore
  readonly markets: Catalogue
  /** Highest fee that can be signed, in basis points. */
  readonly maxFeeRateBps: number
  /** Whether the server is away in a restart. */
  readonly isDown: (nowMs: number) => boolean
}

export interface IncomingRequest {
  readonly request: ApiRequest
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

export interface MetFaults {
  /** The whole answer; the venue never hears of the request. */
  readonly instead?: ApiResponse
  /** Throws the refusal that stands in for the handler; called right before it. */
  readonly beforeHandler: () => void
  readonly onAnswer: (response: ApiResponse) => ApiResponse
}

const NONE: MetFaults = { beforeHandler: () => undefined, onAnswer: (response) => response }
const FAULT_ROUTES = '/sandbox/faults'
const SUBMIT = '/markets/{id}/orders'

export class RequestFaults {
  readonly #parts: RequestFaultParts
  readonly #staleBooks = new StaleBooks()

  constructor(parts: RequestFaultParts) {
    this.#parts = parts
  }

  /** Draws what this request meets. The routes that manage faults never meet any. */
  meet(incoming: IncomingRequest, nowMs: number): MetFaults {
    const { plan, isDown } = this.#parts
    const { request, route } = incoming
    if (plan.isEmpty && !isDown(nowMs)) {
      this.#staleBooks.forget()
      return NONE
    }
    if (route.path.startsWith(FAULT_ROUTES)) return NONE
    if (isDown(nowMs)) return { ...NONE, instead: DROPPED }
    const market = this.#marketOf(incoming)
    const occasion: Occasion = {
      method: request.method,
      path: route.path,
      accounts: this.#accountsOf(request, nowMs),
      conditionId: market?.conditionId,
    }
    const before = this.#beforeVenue(occasion, nowMs)
    return {
      ...(before.instead === undefined ? {} : { instead: this.#timed(before.instead, occasion, nowMs) }),
      beforeHandler: () => this.#atHandler({ incoming, occasion, market, nowMs }),
      onAnswer: (response) => this.#onAnswer(before.lost ?? response, { incoming, occasion, nowMs }),
    }
  }

  /** `instead` of the venue, or the answer that is `lost` although the venue acted. */
  #beforeVenue(occasion: Occasion, nowMs: number): { instead?: ApiResponse; lost?: ApiResponse } {
    const { plan } = this.#parts
    const proxy = plan.strike('proxy-429', occasion, nowMs)
    if (proxy !== undefined) return { instead: proxyAnswer(proxy.retryAfterSec) }
    const failed = plan.strike('server-error', occasion, nowMs)
    if (failed !== undefined) {
      const answer = failedAnswer(failed.status)
      return failed.carriedOut ? { lost: answer } : { instead: answer }
    }
    const dropped = plan.strike('answer-dropped', occasion, nowMs)
    if (dropped === undefined) return {}
    return dropped.carriedOut ? { lost: DROPPED } : { instead: DROPPED }
  }

  #atHandler(met: { incoming: IncomingRequest; occasion: Occasion; market: ListedMarket | undefined; nowMs: number }) {
    const { incoming, occasion, market, nowMs } = met
    const { route, request } = incoming
    const { plan } = this.#parts
    const looksAtBearer = route.access === 'bearer' || route.access === 'optional-bearer'
    if (looksAtBearer && request.headers.authorization !== undefined && plan.strike('expired-token', occasion, nowMs)) {
      throw new ApiError('not_signed_in', 'Authorization: access token unknown or expired')
    }
    const acts = route.routeClass === 'write' || route.routeClass === 'cancel'
    if (acts && plan.strike('halted', occasion, nowMs)) throw new ApiError('halted', 'trading is halted')
    if (route.routeClass === 'write' && plan.strike('cancel-only', occasion, nowMs)) {
      throw new ApiError('cancel_only', 'only cancels are accepted now')
    }
    if (route.path === SUBMIT && market !== undefined) this.#moveFee(market, occasion, nowMs)
  }

  /** The new fee stays: the order is refused by the venue itself, and the next fee read shows it. */
  #moveFee(market: ListedMarket, occasion: Occasion, nowMs: number): void {
    const { plan, markets, maxFeeRateBps } = this.#parts
    const struck = plan.strike('fee-changed', occasion, nowMs)
    if (struck === undefined) return
    const { feeRateBps } = markets.feeOf(market)
    const raised = feeRateBps + struck.deltaBps
    markets.setMarketFee(market.id, raised <= maxFeeRateBps ? raised : Math.max(0, feeRateBps - struck.deltaBps))
  }

  #onAnswer(
    response: ApiResponse,
    { incoming, occasion, nowMs }: { incoming: IncomingRequest; occasion: Occasion; nowMs: number },
  ): ApiResponse {
    const { plan } = this.#parts
    const isBook = StaleBooks.isBook(incoming.route)
    const stale = isBook && response.status === 200 ? plan.strike('stale-book', occasion, nowMs) : undefined
    return this.#timed(
      stale === undefined ? response : this.#staleBooks.answer(stale.id, incoming.request, response),
      occasion,
      nowMs,
    )
  }

  #timed(response: ApiResponse, occasion: Occasion, nowMs: number): ApiResponse {
    const { plan } = this.#parts
    const late = plan.strike('answer-delayed', occasion, nowMs)
    const skew = plan.strike('clock-skew', occasion, nowMs)
    const delivery = { ...response.delivery, ...(late === undefined ? {} : { delayMs: late.delayMs }) }
    const date = skew === undefined ? {} : { date: new Date(nowMs + skew.skewMs).toUTCString() }
    return { ...response, headers: { ...response.headers, ...date }, delivery }
  }

  #marketOf({ request, route, params }: IncomingRequest): ListedMarket | undefined {
    const { conditionId } = request.query
    const id = route.path.startsWith('/markets/{id}') ? params.id : conditionId
    if (typeof id !== 'string') return undefined
    const { markets } = this.#parts
    return markets.has(id) ? markets.find(id) : undefined
  }

  /** The bearer's wallet, and the maker that a submitted order claims. */
  #accountsOf({ headers, body }: ApiRequest, nowMs: number): string[] {
    const token = /^Bearer (.{1,1024})$/i.exec(headers.authorization ?? '')?.[1]
    const account = token === undefined ? undefined : this.#parts.tokens.find(token, nowMs)?.account
    const maker = makerIn(body)
    return [...(account === undefined ? [] : [account]), ...(maker === undefined ? [] : [maker])]
  }
}

function makerIn(body: unknown): string | undefined {
  const order = propertyOf(body, 'order')
  const maker = propertyOf(order, 'maker')
  return typeof maker === 'string' ? maker : undefined
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
