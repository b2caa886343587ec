// The port that values from outside come in by: a source tells words, and says when it cannot. Add one by implementing `SignalSource`.

export interface SignalWord {
  readonly name: string
  readonly value: number
  /** Id or condition id of the market that it is of; absent: of all. */
  readonly market?: string
  /** When it was made, Unix milliseconds by this machine's clock. */
  readonly atMs: number
}

export interface SignalListener {
  told(word: SignalWord): void
  /** The source could not be read, or not all of it: what it told before stays, and ages. Told each time; no secret in it. */
  failed(message: string): void
  /** All of the source could be read. */
  read(): void
}

export interface SignalSource {
  /** Names the source in log and metrics; shows no secret. */
  readonly label: string
  /** Tells from now on, never before it returns. */
  start(listener: SignalListener): void
  stop(): void
}

/** September 2001: a time before it, said now, is in seconds, or counts from elsewhere. */
const EARLIEST_MS = 1e12

/** Unix milliseconds, said at `nowMs`: another unit would be an age of decades, and a value that nobody ever uses. */
export const isUnixMs = (atMs: number, nowMs: number) => atMs >= EARLIEST_MS || nowMs < EARLIEST_MS
