import { describe, expect, it } from 'vitest'
import { BEGINS, parseStoredLine, type StoredLine, textOf } from '../../../src/execution/journal/journal-line.js'
import { ended, hash, NOW, signed } from './made-lines.js'

const LINES: readonly StoredLine[] = [
  { ...signed(7), fence: 3 },
  { ...ended(7), fence: 3 },
  { kind: 'past', hash: hash(7), untilMs: NOW },
  BEGINS,
]

describe('a line of the journal', () => {
  it.each(LINES.map((line) => [line.kind, line] as const))('%s is read as it was written', (_kind, line) => {
    const text = textOf(line)
    expect(text.endsWith('}\n')).toBe(true)
    expect(parseStoredLine(text.trimEnd())).toEqual(line)
  })

  it.each(LINES.map((line) => [line.kind, line] as const))(
    '%s says nothing with one bit turned over',
    (_kind, line) => {
      const bytes = Buffer.from(textOf(line).trimEnd())
      const believed: string[] = []
      for (let at = 0; at < bytes.length * 8; at++) {
        const turned = Buffer.from(bytes)
        turned[at >> 3]! ^= 1 << (at & 7)
        if (parseStoredLine(turned.toString('utf8')) !== undefined) believed.push(turned.toString('utf8'))
      }
      expect(believed).toEqual([])
    },
  )

  it.each(LINES.map((line) => [line.kind, line] as const))('%s of a release without sums is read', (_kind, line) => {
    expect(parseStoredLine(JSON.stringify(line))).toEqual(line)
  })

  it.each(LINES.map((line) => [line.kind, line] as const))(
    '%s of a newer release is read without what is not known here',
    (_kind, line) => {
      expect(parseStoredLine(textOf({ ...line, ...{ mood: 'calm' } }).trimEnd())).toEqual(line)
      expect(parseStoredLine(JSON.stringify({ ...line, ...{ mood: 'calm' } }))).toBeUndefined()
    },
  )

  it('says nothing with an end that is another line’s', () => {
    const [one, other] = [textOf(signed(1)), textOf(signed(2))].map((text) => text.trimEnd())
    expect(parseStoredLine(`${one?.slice(0, -10)}${other?.slice(-10)}`)).toBeUndefined()
  })
})
