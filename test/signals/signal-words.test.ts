import { describe, expect, test } from 'vitest'
import { timedWordsIn, wordsIn } from '../../src/signals/signal-words.js'

const WRITTEN_MS = 5000
const read = (text: string) => wordsIn(text, WRITTEN_MS)
const word = (name: string, value: number, more: object = {}) => ({ name, value, atMs: WRITTEN_MS, ...more })

describe('an object by name', () => {
  test('has numbers, values with a market and a time, and lists of them', () => {
    const text = JSON.stringify({
      model: 0.53,
      text: '0.2',
      drift: { value: -0.1, atMs: 4000 },
      rain: [
        { value: 0.2, market: 'm1' },
        { value: 0.3, market: '0xb2', atMs: 1 },
      ],
    })
    expect(read(text)).toEqual({
      words: [
        word('model', 0.53),
        word('text', 0.2),
        word('drift', -0.1, { atMs: 4000 }),
        word('rain', 0.2, { market: 'm1' }),
        word('rain', 0.3, { market: '0xb2', atMs: 1 }),
      ],
    })
  })

  test('keeps what is right beside what is wrong, and names the first', () => {
    expect(read('{ "a": 1, "b": "high", "c": { "value": null } }')).toEqual({
      words: [word('a', 1)],
      problem: 'b: expected a number, or { value }, value a number',
    })
  })

  test('may be written over lines, and empty', () => {
    expect(read('{\n  "a": 1\n}\n').words).toEqual([word('a', 1)])
    expect(read('{}')).toEqual({ words: [] })
  })
})

test('a time in seconds is refused by name, in either form, and kept where a file may be of any clock', () => {
  const entry = { value: 0.5, atMs: 1_760_000_000 }
  const problem = 'expected atMs in Unix milliseconds, got 1760000000'
  const nowMs = 1_790_000_000_000
  expect(wordsIn(JSON.stringify({ model: entry }), nowMs)).toEqual({ words: [], problem: `model: ${problem}` })
  const line = `${JSON.stringify({ name: 'model', ...entry })}\n`
  expect(wordsIn(line, nowMs)).toEqual({ words: [], problem: `line 1: ${problem}` })
  expect(wordsIn(line.replace('000000', '000000000'), nowMs).words).toHaveLength(1)
  expect(timedWordsIn(line)).toEqual({ words: [{ name: 'model', ...entry }], wrong: 0 })
})

describe('JSON lines', () => {
  test('have a last word on each name and market', () => {
    const lines = [
      { name: 'model', value: 0.4 },
      { name: 'model', value: 0.41, market: 'm1', atMs: 7 },
      { name: 'model', value: 0.5 },
    ]
    expect(read(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`).words).toEqual([
      word('model', 0.5),
      word('model', 0.41, { market: 'm1', atMs: 7 }),
    ])
  })

  test('may be one line, and be written just now', () => {
    expect(read('{"name":"model","value":0.4}').words).toEqual([word('model', 0.4)])
    expect(read('{"name":"model","value":0.4}\n{"name":"mod')).toEqual({ words: [word('model', 0.4)] })
  })

  test('say which line is wrong; the others count', () => {
    expect(read('{"name":"a","value":1}\nnonsense\n\n{"name":"b","value":2}\n')).toEqual({
      words: [word('a', 1), word('b', 2)],
      problem: 'line 2: expected { name, value }, value a number',
    })
  })
})

describe('an entry with another key is none: a market that is misspelt would be all markets', () => {
  const problem = 'expected no keys but name, value, market, atMs, got conditionId'

  test('in lines', () => {
    expect(read('{"name":"a","value":1,"conditionId":"0xb2"}\n{"name":"a","value":2,"market":"m1"}\n')).toEqual({
      words: [word('a', 2, { market: 'm1' })],
      problem: `line 1: ${problem}`,
    })
  })

  test('by name, and in a list', () => {
    expect(read('{ "a": { "value": 1, "conditionId": "0xb2" }, "b": 2 }')).toEqual({
      words: [word('b', 2)],
      problem: `a: ${problem}`,
    })
    expect(read('{ "a": [{ "value": 1, "market": "m1" }, { "value": 1, "conditionId": "0xb2" }] }')).toEqual({
      words: [word('a', 1, { market: 'm1' })],
      problem: `a: ${problem}`,
    })
  })

  test('in a history', () => {
    expect(timedWordsIn('{"name":"a","value":1,"atMs":7,"conditionId":"0xb2"}\n')).toEqual({
      words: [],
      wrong: 1,
      problem: `line 1: ${problem}`,
    })
  })
})

test.each(['nonsense', '[1]', '3', '"model"', '{"a":'])('%j says nothing', (text) => {
  expect(read(text)).toEqual({ words: [], problem: expect.stringMatching(/^expected JSON lines|^line 1/) })
})

test('an empty file says nothing, and nothing is wrong with it', () => {
  expect(read('')).toEqual({ words: [] })
})

test('what is in a file was made before it was written, whatever it says: a start makes nothing new of it', () => {
  const { words } = wordsIn(JSON.stringify({ model: { value: 0.4, atMs: WRITTEN_MS + 3_600_000 } }), WRITTEN_MS)
  expect(words).toEqual([word('model', 0.4)])
})

test('all words with a time of their own are told of a history, in their order', () => {
  const lines = [
    '{"name":"a","value":1,"atMs":7}',
    '{"name":"b","value":2}',
    '{"name":"a","value":3,"atMs":9000}',
    'x',
    '',
  ]
  expect(timedWordsIn(lines.join('\n'))).toEqual({
    words: [word('a', 1, { atMs: 7 }), word('a', 3, { atMs: 9000 })],
    wrong: 1,
    problem: 'line 4: expected { name, value }, value a number',
  })
})
