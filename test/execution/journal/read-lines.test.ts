import { expect, it } from 'vitest'
import { type FileLine, readLines } from '../../../src/execution/journal/read-lines.js'

async function lines(...chunks: readonly string[]): Promise<FileLine[]> {
  async function* read() {
    for (const chunk of chunks) yield Buffer.from(chunk)
  }
  const found: FileLine[] = []
  for await (const line of readLines(read())) found.push(line)
  return found
}

it('tells lines and their places across pieces, and a last one that is cut off', async () => {
  const found = await lines('ab', 'c\n\nd', 'e\nf')
  expect(found.map(({ number, offset, bytes, isWhole }) => [number, offset, bytes.toString(), isWhole])).toEqual([
    [1, 0, 'abc', true],
    [2, 4, '', true],
    [3, 5, 'de', true],
    [4, 8, 'f', false],
  ])
  expect(await lines('', 'a\n')).toHaveLength(1)
})

it('keeps no more of a line than a line of ours could have', async () => {
  const found = await lines(...Array<string>(40).fill('x'.repeat(100_000)), '\nab\n')
  expect(found.map(({ isTooLong, offset }) => [isTooLong, offset])).toEqual([
    [true, 0],
    [false, 4_000_001],
  ])
  expect(found[0]?.bytes.length).toBeLessThan(1_200_000)
})
