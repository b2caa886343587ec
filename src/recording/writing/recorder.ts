// Writes a run's tape: both streams and the manifest. It never throws, never waits and never fails a run: what cannot be written ends the
// recording, with one word about it.

import { toFailure } from '../../domain/error.js'
import type { Market } from '../../domain/market/market.js'
import type { CancelTimer, Clock } from '../../domain/time.js'
import type { MarketData } from '../../venue/market-data.js'
import type { Transport } from '../../venue/session/transport.js'
import { lineText, TAPE_FORMAT } from '../lines/tape-line.js'
import { type TapeRun, writeRun } from '../manifest.js'
import { CoreRecorder } from './core-recorder.js'
import { MarketRecorder } from './market-recorder.js'
import { recordedMarketData } from './recorded-market-data.js'
import { recordedTransport } from './recorded-transport.js'
import { SegmentLog, type SegmentLogOptions } from './segment-log.js'
import { runName, type TapeStream } from './segment-name.js'
import { TapeClock, type TapeStamp } from './tape-clock.js'

type LogOptions = Pick<SegmentLogOptions, 'folder' | 'segmentMs' | 'segmentBytes' | 'openFile' | 'maxWaiting'>

export interface RecorderOptions extends LogOptions {
  readonly market: boolean
  readonly core: boolean
  readonly clock: Clock
  /** What the manifest says of the run. */
  readonly about: Pick<TapeRun, 'by' | 'versions' | 'mode' | 'profile' | 'config' | 'strategy'>
  /** A line without the secrets that the process knows of. */
  readonly scrub: (text: string) => string
  /** Told once, with the cause, when nothing is recorded any more. */
  readonly onStopped: (message: string) => void
}

/** Both clocks are written beside each other this often. */
const CLOCK_EVERY_MS = 10_000
const MASK = '[secret]'
const MIN_SECRET = 8

export class Recorder {
  readonly run: string
  /** The venue's clock, once it is known. */
  venueMs: () => number | undefined = () => undefined
  failure: string | undefined
  readonly #options: RecorderOptions
  /** One for each stream: neither's time falls. */
  readonly #clocks: Readonly<Record<TapeStream, TapeClock>>
  readonly #startedMs: { readonly wallMs: number; readonly monoMs: number }
  readonly #logs: Partial<Record<TapeStream, SegmentLog>>
  readonly #market: MarketRecorder
  readonly #core: CoreRecorder
  readonly #secrets = new Set<string>()
  readonly #markets = new Map<string, Pick<Market, 'id' | 'conditionId' | 'question'>>()
  #manifest: Promise<void> = Promise.resolve()
  #timer: CancelTimer | undefined
  #endedAt: string | undefined
  /** Until there is something to write, nothing of the tape is there: a start that fails leaves none behind. */
  #isBegun = false

  constructor(options: RecorderOptions) {
    const { clock } = options
    this.#options = options
    this.#startedMs = { wallMs: clock.wallMs(), monoMs: clock.monoMs() }
    this.run = runName(this.#startedMs.wallMs)
    this.#clocks = { market: new TapeClock(clock), core: new TapeClock(clock) }
    this.#market = new MarketRecorder({
      ...{ clock: this.#clocks.market, append: (line) => this.#append('market', line), profile: options.about.profile },
    })
    this.#core = new CoreRecorder({ clock: this.#clocks.core, append: (line) => this.#append('core', line) })
    this.#logs = {
      ...(options.market ? { market: this.#openLog('market') } : {}),
      ...(options.core ? { core: this.#openLog('core') } : {}),
    }
    this.#look()
  }

  transport(real: Transport): Transport {
    return recordedTransport(real, {
      frame: (note) => this.#safely(() => this.#market.frame(note)),
      secret: (value) => {
        if (value.length >= MIN_SECRET) this.#secrets.add(value)
      },
    })
  }

  marketData(real: MarketData): MarketData {
    const to = this.#market
    return recordedMarketData(real, {
      told: (event) => this.#safely(() => to.told(event)),
      watch: (markets) =>
        this.#safely(() => {
          to.watch(markets)
          for (const { id, conditionId, question } of markets) this.#markets.set(id, { id, conditionId, question })
        }),
      market: (market, via) => this.#safely(() => to.market(market, via)),
      fee: (market, fee) => this.#safely(() => to.fee(market, fee)),
      bestBids: (market, bids) => this.#safely(() => to.bestBids(market, bids)),
      book: (market, reading) => this.#safely(() => to.book(market, reading)),
    })
  }

  /** What a bot's tap hears. */
  get tap(): Pick<CoreRecorder, 'event' | 'step'> {
    return {
      event: (event) => this.#safely(() => this.#core.event(event)),
      step: (decision) => this.#safely(() => this.#core.step(decision)),
    }
  }

  /** So far, over both streams; bytes as they are on disk. */
  written(): { readonly lines: number; readonly bytes: number; readonly dropped: number } {
    const logs = [this.#logs.market, this.#logs.core].filter((log) => log !== undefined)
    const segments = logs.flatMap((log) => log.segments)
    return {
      lines: segments.reduce((sum, { lines }) => sum + lines, 0),
      bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
      dropped: logs.reduce((sum, log) => sum + log.dropped, 0),
    }
  }

  /** Waits until everything is on disk, or recording has stopped. */
  async close(reason: string): Promise<void> {
    this.#timer?.()
    if (!this.#isBegun) return
    this.#safely(() => {
      this.#core.finish()
      for (const stream of ['market', 'core'] as const) {
        this.#append(stream, lineText({ k: 'end', ...this.#clocks[stream].stamp(), reason }))
      }
    })
    await Promise.all([this.#logs.market?.close(), this.#logs.core?.close()])
    this.#endedAt = new Date(this.#options.clock.wallMs()).toISOString()
    this.#describe()
    await this.#manifest
  }

  #openLog(stream: TapeStream): SegmentLog {
    const { profile } = this.#options.about
    return new SegmentLog({
      ...this.#options,
      stream,
      run: this.run,
      head: (segment) => [
        lineText({
          ...{ k: 'head', ...this.#clocks[stream].last(), format: TAPE_FORMAT, stream, run: this.run, segment },
          ...(profile === undefined || stream === 'core' ? {} : { profile }),
        }),
        ...(stream === 'market' ? [this.#clockLine(this.#clocks.market.last()), ...this.#market.standingLines()] : []),
      ],
      gap: (lines) => [
        lineText({ k: 'gap', ...this.#clocks[stream].last(), lines, reason: 'the disk is too slow' }),
        ...(stream === 'market' ? this.#market.standingLines() : []),
      ],
      onFailure: (cause) => this.#stop(cause),
      onSegments: () => this.#describe(),
    })
  }

  #append(stream: TapeStream, line: string): void {
    if (this.failure !== undefined) return
    if (!this.#isBegun) {
      this.#isBegun = true
      this.#describe()
    }
    let text = this.#options.scrub(line)
    for (const secret of this.#secrets) if (text.includes(secret)) text = text.replaceAll(secret, MASK)
    this.#logs[stream]?.append(text)
  }

  /** A fault in recording is no fault of the run. */
  #safely(write: () => void): void {
    if (this.failure !== undefined) return
    try {
      write()
    } catch (cause) {
      this.#stop(cause)
    }
  }

  #stop(cause: unknown): void {
    if (this.failure !== undefined) return
    this.failure = toFailure(cause).message
    this.#timer?.()
    this.#logs.market?.stop()
    this.#logs.core?.stop()
    this.#options.onStopped(`recording has stopped, the rest goes on: ${this.#options.folder}: ${this.failure}`)
    this.#describe()
  }

  #look(): void {
    this.#timer = this.#options.clock.after(CLOCK_EVERY_MS, () => {
      this.#look()
      this.#safely(() => {
        this.#clocks.core.look()
        this.#clocks.market.look()
        if (this.#isBegun) this.#append('market', this.#clockLine(this.#clocks.market.stamp()))
      })
    })
  }

  #clockLine(stamp: TapeStamp): string {
    const { clock } = this.#options
    const venueMs = this.venueMs()
    return lineText({ k: 'clock', ...stamp, wallMs: clock.wallMs(), ...(venueMs === undefined ? {} : { venueMs }) })
  }

  /** Writes the manifest anew, one writing after the other. */
  #describe(): void {
    this.#manifest = this.#manifest
      .then(() => writeRun(this.#options.folder, this.#entry()))
      .catch((cause: unknown) => this.#stop(cause))
  }

  #entry(): TapeRun {
    const { market, core } = this.#logs
    const segments = (log: SegmentLog | undefined) =>
      (log?.segments ?? []).map(({ file, lines, bytes, isClosed }) => ({ file, lines, bytes, closed: isClosed }))
    return {
      run: this.run,
      ...this.#options.about,
      startedAt: new Date(this.#startedMs.wallMs).toISOString(),
      ...(this.#endedAt === undefined ? {} : { endedAt: this.#endedAt }),
      ...(this.failure === undefined ? {} : { failure: this.failure }),
      clock: this.#startedMs,
      markets: [...this.#markets.values()],
      segments: { market: segments(market), core: segments(core) },
      dropped: this.written().dropped,
    }
  }
}
