// A time in the words of the table.

/** Seconds with one digit, minutes from 100 s on. */
export const spanOfSeconds = (ms: number) =>
  ms < 100_000 ? `${(ms / 1000).toFixed(1)}s` : `${Math.round(ms / 60_000)}m`
