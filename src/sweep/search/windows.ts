// The time of a tape cut into folds that are searched, and a hold-out behind them that is not.

export interface Window {
  /** Unix milliseconds, whole; a record belongs to it that was received at `fromMs` or later, and before `toMs`. */
  readonly fromMs: number
  readonly toMs: number
}

export interface Windows {
  /** In the order of time, without gaps. */
  readonly folds: readonly Window[]
  readonly holdOut?: Window
}

/** Shorter ones hold nothing that could be judged. */
export const LEAST_WINDOW_MS = 5000

/** `span`: moments of the first and the last record. Folds differ by a millisecond at most. */
export function windowsOf(
  span: { readonly fromMs: number; readonly toMs: number },
  { folds, holdOut }: { readonly folds: number; readonly holdOut: number },
): Windows {
  const [fromMs, endMs] = [Math.floor(span.fromMs), Math.floor(span.toMs) + 1]
  const searchedMs = Math.round((endMs - fromMs) * (1 - holdOut))
  const cut = (i: number) => fromMs + Math.round((searchedMs * i) / folds)
  return {
    folds: Array.from({ length: folds }, (_, i) => ({ fromMs: cut(i), toMs: cut(i + 1) })),
    ...(holdOut > 0 ? { holdOut: { fromMs: cut(folds), toMs: endMs } } : {}),
  }
}
