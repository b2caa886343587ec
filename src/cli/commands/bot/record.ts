// `quoin record`: a tape of the selected markets, without a strategy and without a wallet.

import { resolve } from 'node:path'
import { loadConfigOfFeed } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import type { Clock } from '../../../domain/time.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { type StopSignals, watchStopSignals } from '../../process/stop-signals.js'
import { FollowedMarkets } from '../../tape/follow-markets.js'
import { closeRecording, recordedConnection, startRecording } from '../../tape/tape-recording.js'
import { connect } from '../../venue/connect.js'

export interface RecordFlags {
  /** How long, in milliseconds; without it until a signal comes. */
  readonly forMs?: number | undefined
  /** Instead of `recording.folder`. */
  readonly out?: string
  readonly signals?: StopSignals
}

/** Where neither says where. */
const FOLDER = 'tape'
const ANSWER_MS = 50

export async function record(path: string, flags: RecordFlags, { out, env }: CommandContext): CommandResult {
  const config = loadConfigOfFeed(path)
  const folder = resolve(flags.out ?? config.recording.folder ?? FOLDER)
  const signals = flags.signals ?? watchStopSignals()
  const clock = createRealClock()
  let fail: () => void = () => undefined
  const failed = new Promise<true>((done) => {
    fail = () => done(true)
  })
  const recorder = startRecording(config, { by: 'record', folder, warn: () => fail() })
  let isOver = false
  try {
    const opened = await connect(config, {
      ...{ env, clock, wallet: 'unused', warn: out.note },
      wrapTransport: (real) => recorder.transport(real),
    })
    const connection = recordedConnection(opened, recorder)
    const followed = new FollowedMarkets({
      ...{ config, clock, marketData: connection.marketData },
      // what the end cuts off is no news
      warn: (message) => (isOver ? undefined : out.note(message)),
      venueMs: () => connection.venueClock.venueMs(),
    })
    try {
      const refusal = await connection.keyRefusal()
      if (refusal !== undefined) throw new QuoinError(refusal.code, refusal.message)
      followed.start()
      out.note(`recording to ${folder}`)
      if (out.json) out.data({ recording: { tape: folder, run: recorder.run } }, () => [])
      const isFailed = await Promise.race([signals.first.then(() => undefined), failed, elapsed(flags.forMs, clock)])
      if (isFailed) throw unwritable(folder, recorder)
    } finally {
      isOver = true
      followed.stop()
      // the word that the link is down is part of the tape
      await elapsed(ANSWER_MS, clock)
      await connection.close()
    }
  } finally {
    signals.release()
    await closeRecording(recorder)
  }
  // the last of it found no room
  if (recorder.failure !== undefined) throw unwritable(folder, recorder)
  const { lines, bytes, dropped } = recorder.written()
  out.data({ recorded: { tape: folder, run: recorder.run, lines, bytes, dropped } }, () => [
    `${folder}: ${lines} lines, ${bytes} bytes${dropped === 0 ? '' : `, ${dropped} lines lost`}`,
  ])
  return 'ok'
}

function unwritable(folder: string, { failure }: { readonly failure: string | undefined }): QuoinError {
  return new QuoinError('bad-argument', `${folder}: expected a folder that can be written, got ${failure}`)
}

/** Never, without a time. */
function elapsed(ms: number | undefined, clock: Clock): Promise<undefined> {
  return new Promise((done) => {
    if (ms !== undefined) clock.after(ms, () => done(undefined))
  })
}
