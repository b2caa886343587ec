// A session over the fake venue that is recorded, and its tape read back.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openTape } from '../../src/recording/open-tape.js'
import type { TapeRecord } from '../../src/recording/tape-record.js'
import { Recorder, type RecorderOptions } from '../../src/recording/writing/recorder.js'
import type { MarketDataEvent } from '../../src/venue/market-data.js'
import { createSession, type Session } from '../../src/venue/session/session.js'
import { venueProfile } from '../../src/venue/wire/profile.js'
import { countingDesk } from '../execution/budget/builders.js'
import { API_KEY, FakeVenue, fakeSigner, profileOf } from '../venue/session/fake-venue.js'
import { VirtualClock } from '../venue/session/virtual-clock.js'

const folders: string[] = []

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-tape-'))
  folders.push(folder)
  return join(folder, 'tape')
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export const ABOUT: RecorderOptions['about'] = {
  by: 'run',
  versions: { quoin: '0.0.0', node: process.versions.node },
  profile: venueProfile.parse(profileOf()),
}

export interface RecordedBench {
  readonly folder: string
  readonly clock: VirtualClock
  readonly venue: FakeVenue
  readonly session: Session
  readonly recorder: Recorder
  /** What the session told, link and all. */
  readonly told: MarketDataEvent[]
  readonly stopped: string[]
}

/** What the tests stamp is not the venue's time: no stamp is too old unless `maxLagMs` says so. */
export function startRecorded(
  options: Partial<RecorderOptions> = {},
  maxLagMs = Number.POSITIVE_INFINITY,
): RecordedBench {
  const clock = options.clock instanceof VirtualClock ? options.clock : new VirtualClock()
  const folder = options.folder ?? freshFolder()
  const stopped: string[] = []
  const recorder = new Recorder({
    ...{ folder, market: true, core: true, segmentMs: 3_600_000, segmentBytes: 1e9, clock, about: ABOUT },
    scrub: (text) => text,
    onStopped: (message) => stopped.push(message),
    ...options,
  })
  const venue = new FakeVenue(clock)
  const profile = ABOUT.profile ?? profileOf()
  const session = createSession({
    ...{ profile, clock, apiKey: API_KEY, signer: fakeSigner, settings: { maxLagMs } },
    transport: recorder.transport(venue),
    desk: countingDesk(profile.limits, clock),
  })
  const marketData = recorder.marketData(session.marketData)
  const told: MarketDataEvent[] = []
  marketData.listen((event) => told.push(event))
  return { folder, clock, venue, session: { ...session, marketData }, recorder, told, stopped }
}

export async function recordsIn(path: string, notes: string[] = []): Promise<TapeRecord[]> {
  const tape = await openTape(path, { onNote: (message) => notes.push(message) })
  const records: TapeRecord[] = []
  for await (const batch of tape.records()) records.push(...batch)
  return records
}

export const marketEvents = (records: readonly TapeRecord[]): MarketDataEvent[] =>
  records.flatMap(({ event }) => (event.kind === 'market-data' ? [event.event] : []))

/** Everything in the folder, unpacked. */
export function allText(folder: string): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file)))
    .map((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString())
    .join('\n')
}
