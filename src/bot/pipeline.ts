// RxJS drives the core: one stream per conditionId (order, gaps, resync with back-off), merged with the account, the link and the
// operator into one sequence; commands go out; an error is an event, so the pipeline never dies silently.

import {
  asyncScheduler,
  filter,
  groupBy,
  interval,
  map,
  merge,
  mergeMap,
  Observable,
  type OperatorFunction,
  type SchedulerLike,
  Subject,
  type Subscription,
  share,
  takeUntil,
  tap,
  throttleTime,
} from 'rxjs'
import { toFailure } from '../domain/error.js'
import type { ConditionId } from '../domain/market/market.js'
import type { CoreInput } from '../domain/run/core-event.js'
import { type FeedEvent, MarketFeed } from '../feed/market-feed.js'
import { LinkWatch } from '../feed/stale.js'
import type { MarketData, MarketDataEvent } from '../venue/market-data.js'
import { ODD_RECORD_WORDS, type Trading, type TradingEvent } from '../venue/trading.js'

export interface PipelineParts {
  readonly marketData: MarketData
  readonly trading: Trading
  /** Takes the merged, ordered inputs. */
  readonly push: (input: CoreInput) => void
  readonly nowMonoMs: () => number
  readonly feed: { readonly staleAfterMs: number }
  /** Trades on with a nonce that somebody else has raised, instead of halting. */
  readonly followsRaisedNonce: boolean
  /** Told when the connection of the feeds is there, and when it is lost. */
  readonly onLink?: (state: 'up' | 'down') => void
  /** Something a person should read. */
  readonly report: (message: string, details: Record<string, unknown>) => void
  readonly scheduler?: SchedulerLike
}

/** What somebody tells the bot to do. */
export type Order = Omit<Extract<CoreInput, { kind: 'operator' }>, 'kind'>

export interface Pipeline {
  start(): void
  operate(order: Order): void
  /** Inputs from elsewhere: selection, budgets, clock, answers. */
  readonly inputs: (input: CoreInput) => void
  stop(): void
}

const LINK_CHECK_MS = 250
const RESYNC_BACK_OFF_MS = 1000

export function createPipeline(parts: PipelineParts): Pipeline {
  const stopped$ = new Subject<void>()
  const others$ = new Subject<CoreInput>()
  const resync$ = new Subject<ConditionId>()
  const watch = new LinkWatch(parts.feed)
  const venue$ = marketEvents(parts.marketData).pipe(
    tap((event) => {
      if (isNews(event)) watch.news(parts.nowMonoMs())
      else if (event.kind === 'link' && event.state !== 'heard') {
        if (event.state === 'down') watch.down()
        parts.onLink?.(event.state)
      }
    }),
    share(),
  )
  // shared: each market hears of the link, and none looks at what concerns another
  const link$ = merge(venue$.pipe(filter(isOfLink)), silences(watch, parts)).pipe(share())
  const unwatched$ = venue$.pipe(filter(isUnwatched), share())
  const untilUnwatched = (conditionId: ConditionId) =>
    unwatched$.pipe(filter((event) => event.conditionId === conditionId))
  const input$ = merge(
    marketInputs({ venue$, link$, untilUnwatched, resync$, parts }),
    accountEvents(parts.trading).pipe(eachOf((event) => tradingInputs(event, parts))),
    others$,
  ).pipe(takeUntil(stopped$))
  const resyncs$ = resync$.pipe(
    groupBy((conditionId) => conditionId, { duration: (market$) => untilUnwatched(market$.key) }),
    // at most one resync per second and market; a gap inside the second is answered at its end, for its snapshot may be lost
    mergeMap((market$) =>
      market$.pipe(
        throttleTime(RESYNC_BACK_OFF_MS, parts.scheduler ?? asyncScheduler, { leading: true, trailing: true }),
      ),
    ),
    tap((conditionId) => resync(conditionId, parts)),
    takeUntil(stopped$),
  )
  let subscriptions: Subscription | undefined
  return {
    start() {
      // the first event may already ask for a resync
      subscriptions = resyncs$.subscribe()
      subscriptions.add(input$.subscribe(parts.push))
    },
    operate: (order) => others$.next({ kind: 'operator', ...order }),
    inputs: (input) => others$.next(input),
    stop() {
      stopped$.next()
      subscriptions?.unsubscribe()
    },
  }
}

/** What only a link that speaks of markets can bring; pings and acknowledgements come from one that does not, too. */
function isNews({ kind }: MarketDataEvent): boolean {
  return kind !== 'link' && kind !== 'subscribed' && kind !== 'resync-answered' && kind !== 'unwatched'
}

function marketEvents(marketData: MarketData): Observable<MarketDataEvent> {
  return new Observable((subscriber) => {
    marketData.listen((event) => subscriber.next(event))
    marketData.start()
    return () => marketData.stop()
  })
}

function accountEvents(trading: Trading): Observable<TradingEvent> {
  return new Observable((subscriber) => {
    trading.listen((event) => subscriber.next(event))
    trading.start()
    return () => trading.stop()
  })
}

type Unwatched = Extract<MarketDataEvent, { readonly kind: 'unwatched' }>
type OfLink = Extract<MarketDataEvent, { readonly kind: 'link' }>
type OfMarket = Exclude<MarketDataEvent, OfLink | Unwatched>

const isUnwatched = (event: MarketDataEvent): event is Unwatched => event.kind === 'unwatched'
const isOfLink = (event: MarketDataEvent): event is OfLink => event.kind === 'link' && event.state !== 'heard'
const isOfMarket = (event: MarketDataEvent): event is OfMarket => event.kind !== 'link' && event.kind !== 'unwatched'

interface MarketInputs {
  readonly venue$: Observable<MarketDataEvent>
  readonly link$: Observable<FeedEvent>
  /** Emits when the market is not watched any more. */
  readonly untilUnwatched: (conditionId: ConditionId) => Observable<unknown>
  readonly resync$: Subject<ConditionId>
  readonly parts: PipelineParts
}

/** One stream per market, until it is not watched any more; what concerns the link concerns every one of them. */
function marketInputs({ venue$, link$, untilUnwatched, resync$, parts }: MarketInputs): Observable<CoreInput> {
  return venue$.pipe(
    filter(isOfMarket),
    groupBy((event) => event.conditionId, { duration: (market$) => untilUnwatched(market$.key) }),
    mergeMap((market$) => {
      const feed = new MarketFeed(market$.key)
      const context = { resync$, parts, conditionId: market$.key }
      const events$ = merge(market$, link$.pipe(takeUntil(untilUnwatched(market$.key))))
      return events$.pipe(eachOf((event) => ordered(feed, event, context)))
    }),
  )
}

/** Silence of the link is staleness of every market, whatever the socket says of itself. */
function silences(watch: LinkWatch, parts: PipelineParts): Observable<FeedEvent> {
  return interval(LINK_CHECK_MS, parts.scheduler).pipe(
    filter(() => watch.isSilent(parts.nowMonoMs())),
    map((): FeedEvent => ({ kind: 'silence' })),
    share(),
  )
}

/** A resync that cannot be asked for must not end those of the other markets. */
function resync(conditionId: ConditionId, { marketData, report }: PipelineParts): void {
  try {
    marketData.resync(conditionId)
  } catch (error) {
    report('a resync could not be asked for', { conditionId, message: toFailure(error).message })
  }
}

interface OrderedContext {
  readonly resync$: Subject<ConditionId>
  readonly parts: PipelineParts
  readonly conditionId: ConditionId
}

function ordered(
  feed: MarketFeed,
  event: FeedEvent,
  { resync$, parts, conditionId }: OrderedContext,
): readonly CoreInput[] {
  try {
    const { inputs, resync } = feed.accept(event)
    if (resync) resync$.next(conditionId)
    return inputs
  } catch (error) {
    const { message } = toFailure(error)
    parts.report('a market event could not be processed', { conditionId, message })
    resync$.next(conditionId)
    return feed.failed(message).inputs
  }
}

/** What `project` makes of each value, one after the other. A stream for each of them would cost several times what it carries. */
function eachOf<T, R>(project: (value: T) => readonly R[]): OperatorFunction<T, R> {
  return (source) =>
    new Observable((subscriber) =>
      source.subscribe({
        next: (value) => {
          for (const made of project(value)) subscriber.next(made)
        },
        error: (error) => subscriber.error(error),
        complete: () => subscriber.complete(),
      }),
    )
}

const NO_INPUTS: readonly CoreInput[] = []

function tradingInputs(event: TradingEvent, parts: PipelineParts): readonly CoreInput[] {
  switch (event.kind) {
    case 'order':
      return [{ kind: 'order', record: event.record }]
    case 'account-changed':
      return [{ kind: 'account-changed' }]
    case 'signed-in':
      return [{ kind: 'session', signedIn: true, detail: 'signed in' }]
    case 'sign-in-failed':
      parts.report('sign-in failed', { message: event.message })
      return [{ kind: 'session', signedIn: false, detail: event.message, code: event.code }]
    case 'nonce-raised':
      parts.report("the wallet's nonce was raised", { nonce: event.nonce, whileTrading: event.whileTrading })
      if (!event.whileTrading || parts.followsRaisedNonce) return NO_INPUTS
      // nobody here raises it: it is somebody's last-resort cancel, which quoting on would undo
      return [
        {
          ...({ kind: 'operator', action: 'halt', cause: 'raised-nonce', actor: 'the venue' } as const),
          reason: `the wallet's nonce was raised to ${event.nonce} beside the bot`,
        },
      ]
    case 'nonce-unread':
      parts.report("the wallet's nonce could not be read: orders sign the one that is known", {
        message: event.message,
      })
      return NO_INPUTS
    case 'off-grid':
    case 'left-out': {
      const { kind, ...record } = event
      parts.report(ODD_RECORD_WORDS[kind], record)
      return NO_INPUTS
    }
    default:
      return NO_INPUTS
  }
}
