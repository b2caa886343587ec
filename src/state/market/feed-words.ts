// What is said of a market's book: why it is not believed, and how old it is.

/** What speaks against a stream. */
export type Charge = 'silent' | 'trade' | 'snapshot' | 'poll'

const REASONS: Readonly<Record<Charge, string>> = {
  silent: 'its book says nothing, asked for a snapshot neither',
  trade: 'a trade that its book does not show',
  snapshot: 'changes of its book were lost',
  poll: 'book differs from the venue',
}

interface SaidOfFeed {
  readonly socketLive: boolean
  readonly reason: string
  readonly trial: { readonly charge: Charge } | undefined
  readonly distrustedUntilMonoMs: number
}

/** How old what was polled is; `behindMs`: by how much answers are behind the stream. */
export function pollAge(pollMs: number, behindMs: number): string {
  const last = `last polled ${Math.round(pollMs)} ms ago`
  return behindMs > 0 ? `${last}, and answers are ${Math.round(behindMs)} ms behind the stream` : last
}

/** Why a stream is not believed, or what the feed has said of it. */
export function feedReason(
  { socketLive, reason, trial, distrustedUntilMonoMs }: SaidOfFeed,
  nowMonoMs: number,
): string {
  if (!socketLive) return reason
  if (trial !== undefined) return REASONS[trial.charge]
  return distrustedUntilMonoMs > nowMonoMs ? 'its book was wrong more than once' : reason
}
