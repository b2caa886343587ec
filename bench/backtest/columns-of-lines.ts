// A tape's lines as what a backtest reads from its cache.

import { columnSource } from '../../src/recording/cache/column-tape.js'
import { parseTapeLine } from '../../src/recording/lines/tape-line.js'
import { LineReader } from '../../src/recording/lines/tape-line-reader.js'
import type { TapeSource } from '../../src/recording/tape-record.js'
import { shareTape } from '../../src/sweep/tape/shared-tape.js'

export function sourceOfLines(lines: readonly string[]): TapeSource {
  return {
    name: 'made',
    async *records() {
      const reader = new LineReader()
      for (let from = 0; from < lines.length; from += BATCH) {
        yield lines
          .slice(from, from + BATCH)
          .flatMap((text, index) => reader.read(parseTapeLine(text, () => `line ${from + index + 1}`)))
      }
    },
  }
}

const BATCH = 500

export async function columnsOfLines(lines: readonly string[]): Promise<TapeSource> {
  const columns = await shareTape(sourceOfLines(lines))
  if (columns === undefined) throw new Error('the tape says nothing')
  return columnSource(columns)
}
