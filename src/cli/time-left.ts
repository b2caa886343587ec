// How long something will go on, by how long it has taken so far.

export interface Way {
  readonly done: number
  readonly left: number
  /** Milliseconds for what is done. */
  readonly passedMs: number
}

/** `about 40 s left`, `about 3 min left`; `undefined` before anything is done. */
export function timeLeft({ done, left, passedMs }: Way): string | undefined {
  if (done <= 0 || left <= 0) return undefined
  const sec = ((passedMs / done) * left) / 1000
  if (sec < 90) return `about ${Math.max(1, Math.round(sec))} s left`
  const minutes = Math.round(sec / 60)
  if (minutes < 90) return `about ${minutes} min left`
  return `about ${Math.floor(minutes / 60)} h ${minutes % 60} min left`
}
