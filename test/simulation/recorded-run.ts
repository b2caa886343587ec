// A run in virtual time with its tape: what a recorder beside the bot would have written, read back.

import type { CoreEvent } from '../../src/domain/run/core-event.js'
import { lineText, parseTapeLine, TAPE_FORMAT } from '../../src/recording/lines/tape-line.js'
import { LineReader } from '../../src/recording/lines/tape-line-reader.js'
import type { CoreRecord } from '../../src/recording/open-tape.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import { MarketRecorder } from '../../src/recording/writing/market-recorder.js'
import { recordedMarketData } from '../../src/recording/writing/recorded-market-data.js'
import { recordedTransport } from '../../src/recording/writing/recorded-transport.js'
import { TapeClock } from '../../src/recording/writing/tape-clock.js'
import type { VenueProfile } from '../../src/venue/wire/profile.js'
import { type SimulationOptions, simulate } from './virtual/simulate.js'

/** `meanwhile`: what happens beside the bot, by the run's clock. */
export function recordedRun(
  options: SimulationOptions,
  durationMs: number,
  meanwhile: (sim: ReturnType<typeof simulate>) => void = () => undefined,
) {
  const lines: string[] = []
  const core: CoreRecord[] = []
  let event: CoreEvent | undefined
  let recorder: MarketRecorder | undefined
  const sim = simulate({
    ...options,
    tap: {
      event: (told) => {
        event = told
      },
      step: (decision) => {
        if (event !== undefined) core.push({ kind: 'step', event, decision })
      },
    },
    transport: (network, clock) => {
      const append = (line: string) => lines.push(line)
      const own = new MarketRecorder({ clock: new TapeClock(clock), append, profile: undefined })
      recorder = own
      return recordedTransport(network, { frame: (note) => own.frame(note), secret: () => undefined })
    },
    marketData: (real) => (recorder === undefined ? real : recordedMarketData(real, recorder)),
  })
  const startMs = sim.clock.wallMs()
  sim.bot.start()
  meanwhile(sim)
  sim.clock.runUntil(sim.clock.monoMs() + durationMs)
  const { profile } = sim.api
  return { sim, core, startMs, lines: lines.length, records: recordsOf(lines, profile, startMs) }
}

function recordsOf(lines: readonly string[], profile: VenueProfile, startMs: number): TapeRecord[] {
  const reader = new LineReader()
  const head = {
    k: 'head',
    at: startMs * 1000,
    format: TAPE_FORMAT,
    stream: 'market',
    run: 'virtual',
    segment: 1,
  } as const
  return [lineText({ ...head, profile }), ...lines].flatMap((text, i) => reader.read(parseTapeLine(text, () => `${i}`)))
}
