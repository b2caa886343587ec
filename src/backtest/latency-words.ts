// How long messages took in a backtest, as its report says it.

import type { MatchedMessages } from '../domain/run/sent-message.js'
import type { LatencyKind } from './schema.js'

interface OfRun {
  readonly model: string
  readonly latency?: MatchedMessages
}

/** All models share their tape: the first one speaks for all. */
export function latencyWords(kind: LatencyKind, runs: readonly OfRun[]): string {
  if (kind === 'constant') return 'Orders, cancels and reads took as long as paper.submitMs, cancelMs and answerMs say.'
  if (kind === 'recorded')
    return 'Orders, cancels and reads took as long as one of the round trips that the tape had shown by then, drawn anew each time.'
  const [
    {
      model,
      latency: { messages, alike, same },
    } = NOTHING,
  ] = runs.flatMap(({ model, latency }) => (latency === undefined ? [] : { model, latency }))
  const part = (count: number) => (messages === 0 ? '0' : ((100 * count) / messages).toFixed(0))
  return (
    `Orders, cancels and reads of markets took as long as those of the recorded bot: of ${messages} (${model}) ${part(same)} % are the same ones, ` +
    `${part(alike - same)} % took what one near them took, and the others what was drawn.`
  )
}

const NOTHING = { model: 'none', latency: { messages: 0, alike: 0, same: 0 } }
