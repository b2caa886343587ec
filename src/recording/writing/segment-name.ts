// The names of a tape's files: market-<run>-<number>.jsonl.gz and core-<run>-<number>.jsonl.gz.

export type TapeStream = 'market' | 'core'

export interface SegmentName {
  readonly stream: TapeStream
  /** When the run began: `20260131T120000123Z`. Names sort by time. */
  readonly run: string
  /** From 1. */
  readonly segment: number
}

const NAME = /^(market|core)-([0-9A-Za-z]+)-(\d{4,})\.jsonl(?:\.gz)?$/

export function segmentFile({ stream, run, segment }: SegmentName): string {
  return `${stream}-${run}-${String(segment).padStart(4, '0')}.jsonl.gz`
}

/** `undefined` for any other file. */
export function parseSegmentFile(file: string): SegmentName | undefined {
  const [, stream, run = '', segment] = NAME.exec(file) ?? []
  if (stream !== 'market' && stream !== 'core') return undefined
  return { stream, run, segment: Number(segment) }
}

/** The name of a run that begins at `wallMs`, unix milliseconds. */
export const runName = (wallMs: number): string => new Date(wallMs).toISOString().replaceAll(/[-:.]/g, '')
